import type { Connector, Namespace } from '@latchkey/core'
import type { WalletPeer } from '@latchkey/devnet/wallet'
import { connectClient } from '@latchkey/relay/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRig, type Rig } from '../../test/createRig.js'
import { createStubSession } from '../../test/createStubSession.js'
import { createTestAdapter } from '../../test/createTestAdapter.js'
import { bitcoinRegtest, evmOne, evmTwo, solanaLocal, toNetwork } from '../../test/networks.js'
import { watchAlerts } from '../../test/watchAlerts.js'
import { openClient } from '../client/openClient.js'
import { createMemoryStorage } from '../client/storage.js'
import { createEvmProvider } from '../providers/evmProvider.js'
import { createRelayProvider, type RelayProvider } from '../providers/relayProvider.js'

/** The tag of `wc_sessionDelete`. */
const tagOfEnd = 1_112

const ask = { method: 'personal_sign', params: ['0x6869', '0x'] }

const signal = new AbortController().signal

const getProvider = async ({ connector }: Rig, namespace: Namespace = 'eip155'): Promise<RelayProvider> =>
  (await connector.getProvider({ namespace })) as RelayProvider

const disconnect = (connector: Connector, namespace: Namespace = 'eip155'): Promise<void> =>
  connector.disconnect({ namespace, signal })

const topicOf = (wallet: { getState(): { sessions: readonly { topic: string }[] } }): string =>
  wallet.getState().sessions[0]?.topic ?? ''

test('a reload keeps the session, even without a connection', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet)
  const before = await rig.connect('solana')
  rig.relay.pause()
  const reloaded = await rig.reload()
  expect(await reloaded.connect('solana')).toEqual(before)
  expect(reloaded.clientIds).toEqual(rig.clientIds)
  rig.relay.resume()
})

test('a wallet that deletes the session ends it in every connected namespace', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet)
  const provider = await getProvider(rig)
  await wallet.deleteSession(topicOf(wallet))
  await vi.waitFor(() =>
    expect(rig.events).toEqual([{ disconnect: 'eip155' }, { disconnect: 'solana' }, { disconnect: 'bip122' }]),
  )
  await expect(provider.request(ask)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(getProvider(rig)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(rig.connector.getFeatures?.('eip155')).toEqual({})
  expect(rig.warnings).toEqual([])
})

for (const [name, end] of [
  ['deletes it', async (_: Rig, wallet: WalletPeer) => wallet.deleteSession(topicOf(wallet))],
  ['is disconnected', async ({ connector }: Rig) => disconnect(connector)],
  ['is replaced by another one', async (rig: Rig) => rig.connectWallet(await rig.createWallet(), ['eip155', 'solana'])],
] as const)
  test(`the providers announce the end of a session if the wallet ${name}`, async () => {
    const rig = await createRig({ adapters: createTestAdapter() })
    const wallet = await rig.createWallet()
    await rig.connectWallet(wallet, ['eip155', 'solana'])
    const heard: unknown[] = []
    for (const namespace of ['eip155', 'solana'] as const) {
      const provider = await getProvider(rig, namespace)
      provider.on('disconnect', (error) => void heard.push([namespace, (error as { readonly code: unknown }).code]))
      provider.on('accountsChanged', (accounts) => void heard.push([namespace, accounts]))
    }
    const evm = await getProvider(rig)
    await end(rig, wallet)
    await vi.waitFor(() => expect(heard).toHaveLength(4))
    expect(heard).toEqual([
      ['eip155', 4900],
      ['eip155', []],
      ['solana', 4900],
      ['solana', []],
    ])
    expect(await evm.request({ method: 'eth_accounts' })).toEqual([])
    await expect(evm.request(ask)).rejects.toMatchObject({ code: 4900 })
  })

test('a wallet that withdraws a namespace from the session disconnects its provider only', async () => {
  const { session } = createStubSession({
    namespaces: {
      eip155: { accounts: [`${evmOne}:0xa`], methods: [], events: [] },
      solana: { accounts: [`${solanaLocal}:a`], methods: [], events: [] },
    },
  })
  const { context } = await createRig()
  const heard: unknown[] = []
  for (const create of [createEvmProvider, createRelayProvider]) {
    const namespace = create === createEvmProvider ? 'eip155' : 'solana'
    const { provider } = create({ namespace, session, context }) as { readonly provider: RelayProvider }
    provider.on('disconnect', () => void heard.push(`${namespace} disconnect`))
    provider.on('accountsChanged', (accounts) => void heard.push(accounts))
  }
  session.update({ solana: { accounts: [`${solanaLocal}:a`], methods: [], events: [] } })
  expect(heard).toEqual(['eip155 disconnect', []])
})

test('connects a wallet, follows it and sends it requests in a namespace that Latchkey does not know', async () => {
  const [one, two] = ['tron:0x2b6653dc', 'tron:0xcd8690dc'] as const
  const grant = { methods: ['tron_signMessage'], events: ['accountsChanged', 'chainChanged'] }
  const rig = await createRig({ networks: [toNetwork(one), toNetwork(two)], options: { proposal: { tron: grant } } })
  const pairing = rig.startPairing(['tron'])
  const names = { prefix: crypto.randomUUID(), projectId: 'test', relayUrl: rig.relay.url, metadata: { name: 'Tron' } }
  const opened = await openClient({ ...rig.context, ...names, storage: createMemoryStorage(), signal })
  onTestFinished(opened.close)
  const wallet = opened.client
  const accounts = [`${one}:TFirst`, `${one}:TSecond`, `${two}:TFirst`]
  wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: { tron: { accounts, ...grant } } }))
  wallet.on('session_request', ({ topic, id }) => {
    void wallet.respond({ topic, response: { jsonrpc: '2.0', id, result: 'signed' } })
  })
  await wallet.pair({ uri: (await pairing.nextCode()).uri })
  expect(await pairing.agreed).toEqual(['tron'])
  const { sessionId: topic = '', ...result } = await rig.connect('tron')
  const toAccount = (address: string) => ({ namespace: 'tron', address, type: 'eoa' })
  expect(result).toMatchObject({ caipNetworkId: one, accounts: [toAccount('TFirst'), toAccount('TSecond')] })

  await wallet.emit({ topic, chainId: one, event: { name: 'accountsChanged', data: [`${one}:TSecond`] } })
  await vi.waitFor(() => expect(rig.events).toHaveLength(1))
  await wallet.emit({ topic, chainId: two, event: { name: 'chainChanged', data: two } })
  await vi.waitFor(() => expect(rig.events).toHaveLength(2))
  expect(rig.events).toEqual([
    { namespace: 'tron', accounts: [toAccount('TSecond'), toAccount('TFirst')] },
    { namespace: 'tron', caipNetworkId: two, accounts: [toAccount('TFirst')] },
  ])
  const provider = await getProvider(rig, 'tron')
  expect(await provider.request({ method: 'tron_signMessage', params: { message: 'hi' } })).toBe('signed')
})

test('[S8.49] a session that the wallet deletes while the page is closed ends on the next contact', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet)
  const topic = topicOf(wallet)
  rig.connector.destroy()
  await wallet.deleteSession(topic)
  const reloaded = await rig.reload()
  await reloaded.connect('eip155')
  await vi.waitFor(() => expect(reloaded.events).toEqual([{ disconnect: 'eip155' }]), 15_000)
  await expect(reloaded.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const again = await reloaded.reload()
  await expect(again.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('pending requests fail as soon as the wallet deletes the session', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { requests: 'ask' } })
  await rig.connectWallet(wallet)
  const provider = await getProvider(rig)
  const asked = provider.request(ask)
  const outcome = expect(asked).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
  await vi.waitFor(() => expect(wallet.getState().requests).toHaveLength(1))
  await wallet.deleteSession(topicOf(wallet))
  await outcome
})

test('disconnecting one namespace ends the session in the wallet, and disconnects the other namespaces', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet)
  await Promise.all((['eip155', 'solana', 'bip122'] as const).map((namespace) => disconnect(rig.connector, namespace)))
  expect(rig.events).toEqual([{ disconnect: 'solana' }, { disconnect: 'bip122' }])
  await vi.waitFor(() => expect(wallet.getState().sessions).toEqual([]))
  await expect(rig.connect('solana')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('disconnecting while offline ends the session here at once, and in the wallet once the page is online', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet, ['eip155'])
  Object.assign(rig.page.navigator, { onLine: false })
  rig.relay.pause()
  const failed = new AbortController()
  const leaving = rig.connector.disconnect({ namespace: 'eip155', signal: failed.signal })
  failed.abort(new Error('three seconds'))
  await expect(leaving).rejects.toThrow()
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })

  rig.relay.resume()
  Object.assign(rig.page.navigator, { onLine: true })
  const reloaded = await rig.reload()
  await expect(reloaded.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await vi.waitFor(() => expect(wallet.getState().sessions).toEqual([]), 15_000)
})

test('[S8.23] error: rejects with SESSION_EXPIRED once the session has expired, even after a long sleep', async () => {
  let asleep = 0
  const rig = await createRig({ env: { now: () => Date.now() + asleep } })
  const alerts = watchAlerts(rig)
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet, ['eip155', 'solana'])
  const provider = await getProvider(rig)
  asleep = 8 * 86_400_000
  await expect(provider.request(ask)).rejects.toMatchObject({
    code: 'SESSION_EXPIRED',
    shortMessage: 'Session Expired',
  })
  rig.page.dispatchEvent(new Event('visibilitychange'))
  expect(rig.events).toEqual([{ disconnect: 'eip155' }, { disconnect: 'solana' }])
  expect(rig.warnings).toEqual([expect.objectContaining({ code: 'SESSION_EXPIRED' })])
  expect(alerts.map(({ title }) => title)).toEqual(['Session Expired'])
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('follows the wallet to another network and another account after an extension of the session', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet, ['eip155'])
  await wallet.extendSession(topicOf(wallet))
  await wallet.switchChain(evmTwo)
  await vi.waitFor(() => expect(rig.events).toContainEqual({ namespace: 'eip155', caipNetworkId: evmTwo }))
  expect(await rig.connect()).toMatchObject({ caipNetworkId: evmTwo })

  const provider = await getProvider(rig)
  const heard = vi.fn()
  provider.on('accountsChanged', heard)
  await wallet.switchAccount(1)
  const address = wallet.getState().addresses.eip155 ?? ''
  await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith([address]))
  expect(rig.events.at(-1)).toMatchObject({ accounts: [{ namespace: 'eip155', address, type: 'eoa' }] })
  expect((await rig.connect()).accounts[0].address).toBe(address)
})

test('a session that the wallet extends is valid until its new expiry', async () => {
  let now = Date.now()
  const rig = await createRig({ env: { now: () => now } })
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet, ['eip155'])
  const provider = await getProvider(rig)
  const sign = (): Promise<unknown> =>
    provider.request({ method: 'personal_sign', params: ['0x6869', wallet.getState().addresses.eip155] })
  const getEnd = (): number => wallet.getState().sessions[0]?.expiresAt ?? 0
  const first = getEnd()
  vi.useFakeTimers({ toFake: ['Date'], now: now + 3_600_000 })
  await wallet.extendSession(topicOf(wallet))
  vi.useRealTimers()
  await vi.waitFor(() => expect(getEnd()).toBeGreaterThan(first))
  now = first + 60_000
  await expect(sign()).resolves.toMatch(/^0x/)
  now = getEnd()
  await expect(sign()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
})

test('ignores an event that the wallet has not approved', async () => {
  const rig = await createRig({ options: { proposal: { eip155: { events: ['accountsChanged'] } } } })
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet, ['eip155'])
  await wallet.switchChain(evmTwo)
  await wallet.emit(topicOf(wallet), { name: 'chainChanged', data: 31_338, chain: evmTwo }).catch(() => undefined)
  await expect(rig.connect()).resolves.toMatchObject({ caipNetworkId: evmOne })
  expect(rig.events).toEqual([])
})

test('[S5.20] [S8.51] [S8.53] error: rejects an unapproved method or chain with NOT_APPROVED, and sends nothing', async () => {
  const rig = await createRig({ options: { proposal: { eip155: { methods: ['personal_sign'] } } } })
  const wallet = await rig.createWallet({ policy: { requests: 'ask' } })
  await rig.connectWallet(wallet, ['eip155', 'solana'])
  const provider = await getProvider(rig)
  await expect(provider.request({ method: 'eth_sign', params: [] })).rejects.toMatchObject({ code: 'NOT_APPROVED' })
  const status = { method: 'wallet_getCallsStatus', params: ['0x1'] }
  await expect(provider.request(status)).rejects.toMatchObject({
    code: 'NOT_APPROVED',
    shortMessage: `The wallet has not approved wallet_getCallsStatus on ${evmOne}.`,
  })
  await expect(provider.request(ask, { chains: ['eip155:5'] })).rejects.toMatchObject({ code: 'NOT_APPROVED' })
  await expect(provider.request(ask, { chains: [evmOne, solanaLocal] })).rejects.toMatchObject({
    code: 'MULTI_NAMESPACE_REQUEST',
    shortMessage: 'Multi-namespace requests not supported',
  })
  await expect(provider.request(ask, { expiry: 299 })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  expect(wallet.getState().requests).toEqual([])
})

test('adopts the session with which another tab replaced the former one, and signs with it', async () => {
  const id = `tabs-${crypto.randomUUID()}`
  const storage = createMemoryStorage()
  const first = await createRig({ id, storage })
  const [old, next] = [await first.createWallet(), await first.createWallet()]
  await first.connectWallet(old, ['eip155', 'solana'])
  const second = await createRig({ id, storage, relay: first.relay })
  const { sessionId = '' } = await second.connect('eip155')
  expect(sessionId).toBe(topicOf(old))
  const observer = await connectClient(first.relay.url)
  await observer.call('irn_subscribe', { topic: sessionId })
  const countEnds = (): number => observer.pushed.filter(({ tag }) => tag === tagOfEnd).length

  // the relay keeps what both tabs send to the wallet
  await old.goOffline()
  await first.connectWallet(next, ['eip155', 'solana'])
  const request = { silent: true, sessionId: topicOf(next), signal } as const
  const results = await Promise.all(
    (['eip155', 'solana'] as const).map((namespace) => second.connector.connect({ namespace, ...request })),
  )
  expect(results.map(({ accounts }) => accounts[0].address)).toEqual([
    next.getState().addresses.eip155,
    next.getState().addresses.solana,
  ])
  const call = { method: 'personal_sign', params: ['0x6869', next.getState().addresses.eip155] }
  expect(await (await getProvider(second)).request(call)).toMatch(/^0x/)
  await old.goOnline()
  await vi.waitFor(() => expect(old.getState().sessions).toEqual([]))
  expect(countEnds()).toBe(1)
  await observer.close()
  // a session ID that storage lacks is ignored
  await expect(second.connector.connect({ namespace: 'eip155', ...request, sessionId: 'gone' })).resolves.toMatchObject(
    { sessionId: topicOf(next) },
  )
})

test('connects and disconnects twenty times in a row', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  for (let turn = 0; turn < 20; turn++) {
    await rig.connectWallet(wallet)
    await expect(rig.connect('bip122')).resolves.toMatchObject({ caipNetworkId: bitcoinRegtest })
    await disconnect(rig.connector, 'bip122')
    await vi.waitFor(() => expect(wallet.getState().sessions).toEqual([]))
  }
  expect(rig.warnings).toEqual([])
})
