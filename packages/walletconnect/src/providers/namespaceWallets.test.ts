import type { Abilities, AdapterInstance, Connector, ConnectorEvents, Namespace, PluginContext } from '@latchkey/core'
import { createTestContext } from '@latchkey/testing'
import { describe, expect, test, vi } from 'vitest'
import { createRig } from '../../test/createRig.js'
import { createStubSession } from '../../test/createStubSession.js'
import { createTestAdapter } from '../../test/createTestAdapter.js'
import { bitcoinRegtest, toNetwork } from '../../test/networks.js'
import type { LiveSession } from '../session/liveSession.js'
import { createNamespaceWallets, toFeatures } from './namespaceWallets.js'
import type { RelayProvider } from './relayProvider.js'

const evm = {
  accounts: ['eip155:1:0xa', 'eip155:10:0xb', 'eip155:5:0xc'],
  methods: ['personal_sign'],
  events: ['chainChanged', 'accountsChanged'],
}

const polkadot = { accounts: ['polkadot:p:5a', 'polkadot:p:5b'], methods: ['polkadot_signMessage'], events: evm.events }

const createLive = (): LiveSession =>
  createStubSession({ namespaces: { eip155: evm, polkadot }, networkIds: ['eip155:1'] }).session

const signal = new AbortController().signal

function setUp(adapters: ReadonlyMap<Namespace, AdapterInstance> = createTestAdapter()) {
  const networks = [toNetwork('eip155:1'), toNetwork('eip155:10'), toNetwork('polkadot:p')]
  const context: PluginContext = {
    ...createTestContext({ networks }),
    getAdapter: (namespace) => adapters.get(namespace),
  }
  const events: ConnectorEvents['change'][] = []
  let session: LiveSession | undefined = createLive()
  const families = createNamespaceWallets({
    meta: { id: 'walletConnect', type: 'WALLET_CONNECT', name: 'WalletConnect', namespaces: ['eip155', 'polkadot'] },
    context,
    emit: (_, data) => void events.push(data),
    getSession: () => session,
  })
  const connect = (namespace: Namespace, chain?: 'eip155:10') =>
    families.connect(session as LiveSession, {
      namespace,
      network: chain && toNetwork(chain),
      silent: true,
      signal,
    })
  const replace = (next: LiveSession | undefined): void => {
    session = next
  }
  return { families, events, connect, replace, getSession: () => session as LiveSession }
}

test('a namespace with an adapter uses the connector of the adapter', async () => {
  const { families, connect } = setUp()
  expect(families.getFeatures('eip155')).toEqual({})
  expect(await connect('eip155')).toEqual({
    accounts: [{ namespace: 'eip155', address: '0xa', type: 'eoa' }],
    caipNetworkId: 'eip155:1',
    // the wallet approved a third one, which the modal does not have
    approvedCaipNetworkIds: ['eip155:1', 'eip155:10'],
    wallet: { name: 'Peer' },
    sessionId: 'topic',
  })
  expect(await connect('eip155', 'eip155:10')).toMatchObject({ caipNetworkId: 'eip155:10' })
  expect(Object.keys(families.getFeatures('eip155'))).toEqual(['message:sign', 'network:switch'])
})

test('a namespace without an adapter has accounts and a relay provider, but no features', async () => {
  const { families, connect, events, getSession } = setUp()
  expect(await connect('polkadot')).toMatchObject({
    accounts: [
      { namespace: 'polkadot', address: '5a', type: 'eoa' },
      { namespace: 'polkadot', address: '5b', type: 'eoa' },
    ],
    caipNetworkId: 'polkadot:p',
  })
  expect(families.getFeatures('polkadot')).toEqual({})
  const provider = (await families.getProvider('polkadot')) as RelayProvider
  const heard: unknown[] = []
  provider.on('accountsChanged', (payload) => heard.push(payload))
  getSession().handleEvent({ event: { name: 'accountsChanged', data: ['5b'] }, chainId: 'polkadot:p' })
  expect(heard).toEqual([['5b', '5a']])
  expect(events).toEqual([
    { namespace: 'polkadot', accounts: [expect.objectContaining({ address: '5b' }), expect.anything()] },
  ])
})

test('emits each change of the network and of the approved networks once', async () => {
  const { connect, events, getSession } = setUp()
  await connect('eip155')
  getSession().moveTo('eip155:10')
  expect(events).toEqual([{ namespace: 'eip155', caipNetworkId: 'eip155:10' }])
  getSession().update({ eip155: { ...evm, accounts: ['eip155:10:0xb'] }, polkadot })
  expect(events.slice(1)).toEqual([{ namespace: 'eip155', approvedCaipNetworkIds: ['eip155:10'] }])
})

test('another session gets its own provider, and the former session emits nothing', async () => {
  const { families, connect, events, replace, getSession } = setUp()
  await connect('eip155')
  const [old, before] = [getSession(), await families.getProvider('eip155')]
  replace(createLive())
  expect(families.getFeatures('eip155')).toEqual({})
  await connect('eip155')
  expect(await families.getProvider('eip155')).not.toBe(before)
  old.moveTo('eip155:10')
  expect(events).toEqual([])
})

test('concurrent calls share one provider', async () => {
  const { families } = setUp()
  const [first, second] = await Promise.all([families.getProvider('eip155'), families.getProvider('eip155')])
  expect(first).toBe(second)
})

test('a wallet that approved no methods still has accounts', async () => {
  const { families, connect, replace } = setUp()
  replace(createStubSession({ namespaces: { eip155: { ...evm, methods: [] } } }).session)
  expect(await connect('eip155')).toMatchObject({ caipNetworkId: 'eip155:1' })
  expect(families.getFeatures('eip155')).toEqual({})
})

test('error: rejects with UNAUTHORIZED without a session, and for a namespace that was not approved', async () => {
  const { families, connect, replace } = setUp()
  await expect(families.getProvider('solana')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(connect('solana')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  replace(undefined)
  await expect(families.getProvider('eip155')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('the next call retries an adapter that failed to load', async () => {
  const [real] = createTestAdapter().values()
  let isBroken = true
  const adapter = {
    ...real,
    createConnector: async (...args: Parameters<NonNullable<AdapterInstance['createConnector']>>) => {
      if (isBroken) throw new TypeError('Failed to fetch')
      return real?.createConnector?.(...args)
    },
  } as AdapterInstance
  const { connect } = setUp(new Map([['eip155', adapter]]))
  await expect(connect('eip155')).rejects.toThrow('Failed to fetch')
  isBroken = false
  await expect(connect('eip155')).resolves.toMatchObject({ caipNetworkId: 'eip155:1' })
})

test('an aborted request of a feature is aborted in the session, too', async () => {
  const { families, connect, replace } = setUp()
  const { session, calls } = createStubSession({ namespaces: { eip155: evm }, answer: () => '0x' })
  replace(session)
  const { accounts } = await connect('eip155')
  const { 'message:sign': sign } = families.getFeatures('eip155')
  const [left, other] = [new AbortController(), new AbortController()]
  const own = { account: accounts[0], network: toNetwork('eip155:1'), message: 'hello' }
  for (const { signal } of [left, other]) await sign?.({ ...own, signal })
  left.abort()
  expect(calls.map((call) => call.left?.aborted)).toEqual([true, false])
})

test('emits nothing after it was destroyed', async () => {
  const { families, connect, events, getSession } = setUp()
  await connect('eip155')
  families.destroy()
  getSession().moveTo('eip155:10')
  expect(events).toEqual([])
})

test('a Bitcoin account has the public key and purpose that the wallet sent with its approval, even after a reload', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { tellsKeys: true } })
  await rig.connectWallet(wallet, ['bip122'])
  const expected = { address: wallet.getState().addresses.bip122, type: 'payment', namespace: 'bip122' }
  const keyed = { ...expected, publicKey: expect.stringMatching(/^0[23][\da-f]{64}$/) }
  expect((await rig.connect('bip122')).accounts).toEqual([keyed])
  const later = await rig.reload()
  expect((await later.connect('bip122')).accounts).toEqual([keyed])
  wallet.setPolicy({ tellsKeys: false })
  await later.connectWallet(wallet, ['bip122'])
  expect((await later.connect('bip122')).accounts).toEqual([expected])
})

const names = [
  'message:sign',
  'typedData:sign',
  'transaction:send',
  'calls:send',
  'calls:status',
  'capabilities:read',
  'network:switch',
] as const

const features = Object.fromEntries(names.map((name) => [name, vi.fn()])) as unknown as Abilities

const connector = { features } as Connector

const create = async (): Promise<Connector> => connector

const approve = (methods: readonly string[]) =>
  createStubSession({ namespaces: { eip155: { accounts: ['eip155:1:0xa'], methods, events: [] } } }).session

describe('on EVM', () => {
  for (const [methods, expected] of [
    [[], ['network:switch']],
    [['personal_sign'], ['message:sign', 'network:switch']],
    [
      ['eth_signTypedData_v4', 'eth_sendTransaction'],
      ['typedData:sign', 'transaction:send', 'network:switch'],
    ],
    // the sender of a bundle may request its status, and learns that this was not approved [S8.51]
    [['wallet_sendCalls'], ['calls:send', 'calls:status', 'network:switch']],
    [['wallet_getCapabilities'], ['capabilities:read', 'network:switch']],
  ] as const)
    test(`a wallet that approved ${methods.join(', ') || 'nothing'} has the features ${expected.join(', ')}`, () => {
      const session = approve(methods)
      expect(Object.keys(toFeatures({ namespace: 'eip155', session, connector, create }))).toEqual(expected)
    })
})

test('has no features without an adapter', () => {
  const session = approve(['personal_sign'])
  expect(toFeatures({ namespace: 'cosmos', session, connector: undefined, create: undefined })).toEqual({})
})

describe('a network switch in another namespace', () => {
  const mainnet = 'bip122:000000000019d6689c085ae165831e93'
  const accounts = [`${bitcoinRegtest}:bcrt1a`, `${mainnet}:bc1b`]
  const signal = new AbortController().signal

  test('accepts any approved network, and calls the adapter', async () => {
    const { session } = createStubSession({
      namespaces: { bip122: { accounts, methods: ['signMessage'], events: [] } },
    })
    const inner = vi.fn()
    const own = { features: { 'network:switch': inner } } as unknown as Connector
    const { 'network:switch': go } = toFeatures({ namespace: 'bip122', session, connector: own, create })
    await go?.({ network: toNetwork(mainnet), signal })
    expect(session.getNetworkId('bip122')).toBe(mainnet)
    expect(inner).toHaveBeenCalledOnce()
  })

  test('error: rejects with CHAIN_NOT_SUPPORTED for another network, and with the reason of an aborted signal', async () => {
    const { session } = createStubSession({ namespaces: { bip122: { accounts, methods: [], events: [] } } })
    const { 'network:switch': go } = toFeatures({ namespace: 'bip122', session, connector, create })
    const signet = toNetwork('bip122:00000008819873e925422c1ff0f99f7c')
    await expect(go?.({ network: signet, signal })).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    const reason = new Error('left')
    await expect(go?.({ network: toNetwork(mainnet), signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(session.getNetworkId('bip122')).toBe(bitcoinRegtest)
  })
})
