import type { SiwxMessageFields } from '@latchkey/core'
import { SiweMessage } from 'siwe'
import { verifyMessage } from 'viem'
import { expect, test, vi } from 'vitest'
import { createRig, type Rig } from '../../test/createRig.js'
import { createSignIn } from '../../test/createSignIn.js'
import { evmOne, evmThree, evmTwo, toNetwork } from '../../test/networks.js'
import type { RelayProvider } from '../providers/relayProvider.js'

type Hex = `0x${string}`

test('[S4.25] one consent connects and signs in on two chains, each signature by the account itself', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  const { signIn, signed, messages } = createSignIn()
  const pairing = rig.startPairing(['eip155'], signIn)
  const { uri } = await pairing.nextCode()
  expect(uri).toContain('methods=wc_sessionAuthenticate')
  await wallet.pair(uri)
  expect(await pairing.agreed).toEqual(['eip155'])

  const address = wallet.getState().addresses.eip155 as Hex
  expect(signed).toHaveLength(1)
  expect(signed[0]?.map(({ data }) => data.chainId)).toEqual([evmOne, evmTwo])
  const asked = messages[0] as SiwxMessageFields
  for (const { data, message, signature, cacao } of signed[0] ?? []) {
    const { chainId: _chain, accountAddress: _account, statement, resources, ...plain } = asked
    expect(data).toMatchObject({ ...plain, accountAddress: address })
    expect(data.resources?.slice(0, -1)).toEqual(resources)
    expect(data.statement).toMatch(new RegExp(`^${statement} I further authorize the stated URI .*'personal_sign'`))
    expect(await verifyMessage({ address, message, signature: signature as Hex })).toBe(true)
    // the parser of others reads it with the words of the ReCap in its statement
    expect(new SiweMessage(message)).toMatchObject({ address, nonce: asked.nonce, requestId: asked.requestId })
    expect(cacao?.s.s).toBe(signature)
  }
  expect(await rig.connect()).toMatchObject({
    caipNetworkId: evmOne,
    accounts: [{ address }],
    approvedCaipNetworkIds: [evmOne, evmTwo],
    wallet: { name: 'Test wallet' },
  })
  expect(wallet.getState().log.join()).not.toContain('proposes')
  expect(rig.warnings).toEqual([])
})

test('a wallet that ignores it is connected all the same, and nothing is signed', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { signIns: 'ignore' } })
  const { signIn, signed } = createSignIn()
  const pairing = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await pairing.nextCode()).uri)
  expect(await pairing.agreed).toEqual(['eip155'])
  expect(await rig.connect()).toMatchObject({ approvedCaipNetworkIds: [evmOne, evmTwo] })
  expect(wallet.getState().log.join()).toContain('Approved a connection')
  expect(signed).toEqual([])
})

test('error: USER_REJECTED, and the next code works', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { signIns: 'reject' } })
  const { signIn, signed } = createSignIn()
  const declined = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await declined.nextCode()).uri)
  await expect(declined.agreed).rejects.toMatchObject({ code: 'USER_REJECTED' })
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })

  wallet.setPolicy({ signIns: 'approve' })
  const pairing = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await pairing.nextCode()).uri)
  await pairing.agreed
  expect(signed[0]?.[0]?.data.nonce).toBe('nonce1abcdefgh')
})

test('a wallet that ignores it and declines to connect: error: USER_REJECTED', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { signIns: 'ignore', proposals: 'reject' } })
  const pairing = rig.startPairing(['eip155'], createSignIn().signIn)
  await wallet.pair((await pairing.nextCode()).uri)
  await expect(pairing.agreed).rejects.toMatchObject({ code: 'USER_REJECTED' })
})

test('what was signed with another nonce is dropped: the wallet is connected, and not signed in', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { signInFault: 'nonce' } })
  const { signIn, signed } = createSignIn()
  const pairing = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await pairing.nextCode()).uri)
  expect(await pairing.agreed).toEqual(['eip155'])
  expect(signed).toEqual([])
  expect(rig.warnings).toEqual([
    expect.objectContaining({ code: 'INVALID_WALLET_REPLY', details: "2 of 2 sign-ins don't match the request." }),
  ])
})

test('signatures are handed over as they are: one of another key is for whoever checks them', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { signInFault: 'key' } })
  const { signIn, signed } = createSignIn()
  const pairing = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await pairing.nextCode()).uri)
  await pairing.agreed
  expect(signed[0]).toHaveLength(2)
  const address = wallet.getState().addresses.eip155 as Hex
  for (const { data, message, signature } of signed[0] ?? []) {
    expect(data.accountAddress).toBe(address)
    expect(await verifyMessage({ address, message, signature: signature as Hex })).toBe(false)
  }
})

test('signed on fewer chains than asked, or on others: those count that were asked for', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { chains: [evmTwo] } })
  const { signIn, signed } = createSignIn()
  const fewer = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await fewer.nextCode()).uri)
  await fewer.agreed
  expect(signed[0]?.map(({ data }) => data.chainId)).toEqual([evmTwo])
  expect(await rig.connect()).toMatchObject({ caipNetworkId: evmTwo, approvedCaipNetworkIds: [evmTwo] })

  wallet.setPolicy({ chains: [evmThree, evmOne] })
  const others = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await others.nextCode()).uri)
  await others.agreed
  expect(signed[1]?.map(({ data }) => data.chainId)).toEqual([evmOne])
})

test('error: CHAINS_NOT_SUPPORTED where nothing was signed on a chain of the modal; the wallet is told', async () => {
  const rig = await createRig({ networks: [toNetwork(evmTwo)] })
  const wallet = await rig.createWallet({ policy: { chains: [evmOne] } })
  const { signIn, signed } = createSignIn({ chainIds: [evmTwo] })
  const pairing = rig.startPairing(['eip155'], signIn)
  await wallet.pair((await pairing.nextCode()).uri)
  await expect(pairing.agreed).rejects.toMatchObject({ code: 'CHAINS_NOT_SUPPORTED' })
  await vi.waitFor(() => expect(wallet.getState().sessions).toEqual([]))
  expect(signed).toEqual([])
})

test('an older code: what is signed late counts for nothing, the wallet is told, and the new code has a new nonce', async () => {
  let asleep = 0
  const rig = await createRig({ env: { now: () => Date.now() + asleep } })
  const [late, wallet] = [await rig.createWallet(), await rig.createWallet()]
  const { signIn, signed, messages } = createSignIn()
  const pairing = rig.startPairing(['eip155'], signIn)
  const old = await pairing.nextCode()
  asleep = 235_000
  rig.page.dispatchEvent(new Event('visibilitychange'))
  const { uri } = await pairing.nextCode(2)
  expect(messages).toHaveLength(2)

  await late.pair(old.uri)
  await vi.waitFor(() => expect(late.getState().log.join()).toContain('Signed in on 2 chains'))
  await vi.waitFor(() => expect(late.getState().sessions).toEqual([]))
  expect(signed).toEqual([])
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })

  await wallet.pair(uri)
  await pairing.agreed
  expect(signed[0]?.map(({ data }) => data.nonce)).toEqual([messages[1]?.nonce, messages[1]?.nonce])
  expect((await rig.connect()).accounts[0].address).toBe(wallet.getState().addresses.eip155)
})

test('a wallet that declines an older code does not end the newer one', async () => {
  let asleep = 0
  const rig = await createRig({ env: { now: () => Date.now() + asleep } })
  const [late, wallet] = [await rig.createWallet({ policy: { signIns: 'reject' } }), await rig.createWallet()]
  const pairing = rig.startPairing(['eip155'], createSignIn().signIn)
  const old = await pairing.nextCode()
  asleep = 235_000
  rig.page.dispatchEvent(new Event('visibilitychange'))
  const { uri } = await pairing.nextCode(2)
  await late.pair(old.uri)
  await vi.waitFor(() => expect(late.getState().log.join()).toContain('Rejected a sign-in'))
  await wallet.pair(uri)
  expect(await pairing.agreed).toEqual(['eip155'])
})

test('a wallet that signs after the visitor has left, or has reloaded the page, connects nothing and is told', async () => {
  const rig = await createRig()
  const { signIn, signed } = createSignIn()
  for (const isReloaded of [false, true]) {
    const wallet = await rig.createWallet()
    const pairing = rig.startPairing(['eip155'], signIn)
    const { uri } = await pairing.nextCode()
    pairing.abort(new Error('left'))
    const page = isReloaded ? await rig.reload() : rig
    await expect(page.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await wallet.pair(uri)
    await vi.waitFor(() => expect(wallet.getState().log.join()).toContain('Signed in on 2 chains'))
    await vi.waitFor(() => expect(wallet.getState().sessions).toEqual([]), 15_000)
    await expect(page.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  }
  expect(signed).toEqual([])
})

test('a dead relay says so within ten seconds, with a sign-in too', async () => {
  const rig = await createRig()
  rig.relay.pause()
  const { agreed } = rig.startPairing(['eip155'], createSignIn().signIn)
  const before = Date.now()
  await expect(agreed).rejects.toMatchObject({ code: 'RELAY_UNREACHABLE' })
  expect(Date.now() - before).toBeLessThan(11_000)
})

const getProvider = async ({ connector }: Rig): Promise<RelayProvider> =>
  (await connector.getProvider({ namespace: 'eip155' })) as RelayProvider

const signUp = async (rig: Rig, wallet: Awaited<ReturnType<Rig['createWallet']>>): Promise<void> => {
  const pairing = rig.startPairing(['eip155'], createSignIn().signIn)
  await wallet.pair((await pairing.nextCode()).uri)
  await pairing.agreed
  await rig.connect()
}

test('a session that was made by signing is one like others: requests, another account, another chain, its end', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await signUp(rig, wallet)
  const provider = await getProvider(rig)
  const address = wallet.getState().addresses.eip155 ?? ''
  const ask = { method: 'personal_sign', params: ['0x6869', address] }
  expect(await provider.request(ask, { chains: [evmOne] })).toMatch(/^0x[\da-f]{130}$/)

  await wallet.switchChain(evmTwo)
  await vi.waitFor(() => expect(rig.events).toContainEqual({ namespace: 'eip155', caipNetworkId: evmTwo }))
  await wallet.switchAccount(1)
  const other = wallet.getState().addresses.eip155
  await vi.waitFor(async () => expect((await rig.connect()).accounts[0].address).toBe(other))
  await wallet.extendSession(wallet.getState().sessions[0]?.topic ?? '')

  await wallet.deleteSession(wallet.getState().sessions[0]?.topic ?? '')
  await vi.waitFor(() => expect(rig.events).toContainEqual({ disconnect: 'eip155' }))
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('error: NOT_APPROVED for what no ReCap allows: nothing is sent', async () => {
  const rig = await createRig({ options: { proposal: { eip155: { methods: ['personal_sign'] } } } })
  const wallet = await rig.createWallet({ policy: { requests: 'ask' } })
  await signUp(rig, wallet)
  const provider = await getProvider(rig)
  const call = { method: 'eth_signTypedData_v4', params: [] }
  await expect(provider.request(call, { chains: [evmOne] })).rejects.toMatchObject({ code: 'NOT_APPROVED' })
  expect(wallet.getState().requests).toEqual([])
})

test('a reload keeps the session, and asks the wallet nothing', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await signUp(rig, wallet)
  const before = await rig.connect()
  const { log } = wallet.getState()
  const reloaded = await rig.reload()
  expect(await reloaded.connect()).toEqual(before)
  const provider = await getProvider(reloaded)
  expect(wallet.getState().log).toEqual(log)
  const ask = { method: 'personal_sign', params: ['0x6869', wallet.getState().addresses.eip155] }
  expect(await provider.request(ask, { chains: [evmOne] })).toMatch(/^0x/)
})

test('[S8.23] error: SESSION_EXPIRED after a week', async () => {
  let asleep = 0
  const rig = await createRig({ env: { now: () => Date.now() + asleep } })
  const wallet = await rig.createWallet()
  await signUp(rig, wallet)
  const provider = await getProvider(rig)
  asleep = 7 * 86_400_000 + 1_000
  const ask = { method: 'personal_sign', params: ['0x6869', '0x'] }
  await expect(provider.request(ask, { chains: [evmOne] })).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
})

test('to disconnect tells the wallet, and nothing is listened to afterwards', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await signUp(rig, wallet)
  await rig.connector.disconnect({ namespace: 'eip155', signal: new AbortController().signal })
  await vi.waitFor(() => expect(wallet.getState().sessions).toEqual([]))
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
