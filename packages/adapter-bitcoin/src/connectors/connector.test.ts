import type { StandardWallet } from '@latchkey/core'
import { TimedOutError } from '@latchkey/core/plugin'
import { createTestClock, createTestContext, createTestPage } from '@latchkey/testing'
import { createBitcoinWallet } from '@latchkey/testing/bitcoin'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feature, keys, settle, setUpConnected, setUpWallet, shapes } from '../../test/setUpWallet.js'
import { createBitcoinInstance } from '../adapter.js'
import { bitcoinMainnet, bitcoinSignet, bitcoinTestnet } from '../networks.js'

const pairs = shapes.filter((shape) => !['okx', 'unisat'].includes(shape))

const tellers = shapes.filter((shape) => shape !== 'leather')

test.each(pairs)('%s connects with a payment and an ordinals account, with public keys', async (shape) => {
  const { wallet, connect, destroy } = setUpWallet({ shape })
  const { accounts, caipNetworkId } = await connect()
  expect(accounts).toMatchObject(
    wallet.addresses.map(({ address, publicKey }, index) => ({
      address,
      publicKey,
      type: index ? 'ordinal' : 'payment',
    })),
  )
  expect(caipNetworkId).toBe('bip122:0f9188f13cb7b2c71f2a335e3a4fc328')
  destroy()
})

test.each(['okx', 'unisat'] as const)('%s connects with one payment account', async (shape) => {
  const { wallet, connect, destroy } = setUpWallet({ shape })
  const { accounts } = await connect()
  const { address, publicKey } = wallet.addresses[0] ?? {}
  expect(accounts).toEqual([{ namespace: 'bip122', address, publicKey, type: 'payment' }])
  destroy()
})

test('the preferred account type comes first', async () => {
  const { connect, destroy } = setUpWallet({ shape: 'xverse' })
  expect((await connect({ accountType: 'ordinal' })).accounts.map(({ type }) => type)).toEqual(['ordinal', 'payment'])
  destroy()
})

test('accounts follow the purposes that the wallet reports, even if they are swapped', async () => {
  const { wallet, connect, destroy } = setUpWallet({ shape: 'xverse', script: { swapAddresses: true } })
  const { accounts } = await connect()
  expect(accounts.map(({ address }) => address)).toEqual(wallet.addresses.map(({ address }) => address).reverse())
  destroy()
})

const createStorage = () => {
  const store = new Map<string, string>()
  return {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  }
}

test.each(tellers)('%s is restored after a reload without a prompt', async (shape) => {
  const storage = createStorage()
  const before = setUpWallet({ shape, storage })
  const { accounts } = await before.connect()
  before.destroy()
  const after = setUpWallet({ shape, storage })
  expect(after.connector.meta.id).toBe(before.connector.meta.id)
  expect((await after.connect({ silent: true })).accounts).toEqual(accounts)
  expect(after.wallet.prompts).toBe(0)
  after.destroy()
})

test('restores a Wallet Standard wallet without a prompt if it exposes accounts only after connecting', async () => {
  const storage = createStorage()
  const before = setUpWallet({ shape: 'wallet-standard', storage })
  const { accounts } = await before.connect()
  before.destroy()
  const after = setUpWallet({ shape: 'wallet-standard', storage })
  const provider = after.wallet.provider as StandardWallet
  const own = provider.accounts
  let exposed: typeof own = []
  Object.defineProperty(provider, 'accounts', { get: () => exposed })
  const connect = async (input: { readonly silent?: boolean } | undefined): Promise<object> => {
    if (input?.silent) exposed = own
    return { accounts: exposed }
  }
  Object.assign(provider.features, { 'standard:connect': { version: '1.0.0', connect } })
  expect((await after.connect({ silent: true })).accounts).toEqual(accounts)
  expect(after.wallet.prompts).toBe(0)
  after.destroy()
})

test('error: UNAUTHORIZED if a Wallet Standard wallet rejects a silent connect', async () => {
  const { wallet, connect, destroy } = setUpWallet({ shape: 'wallet-standard' })
  const reject = () => Promise.reject(Object.assign(new Error('Rejected.'), { code: 4001 }))
  Object.assign((wallet.provider as StandardWallet).features, {
    'standard:connect': { version: '1.0.0', connect: reject },
  })
  await expect(connect({ silent: true })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  destroy()
})

test('error: UNAUTHORIZED, not the mainnet account, if OKX connects silently to a test network, without a prompt', async () => {
  const networks = [bitcoinMainnet, bitcoinSignet]
  const storage = createStorage()
  const before = setUpWallet({ shape: 'okx', network: 'mainnet', networks, storage })
  const { accounts } = await before.connect()
  before.destroy()
  // the object for mainnet exposes its account whatever network was used last
  const { wallet, connect, destroy } = setUpWallet({ shape: 'okx', network: 'mainnet', networks, storage })
  await expect(connect({ silent: true, network: bitcoinSignet })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect((await connect({ silent: true, network: bitcoinMainnet })).accounts).toEqual(accounts)
  expect(wallet.prompts).toBe(0)
  destroy()
})

test('prompts again after an attempt that timed out, as the wallet may never respond to the first prompt', async () => {
  const { wallet, connect, destroy } = setUpWallet({ shape: 'unisat' })
  wallet.script({ methods: { connect: [{ kind: 'hang' }] } })
  const controller = new AbortController()
  const connecting = connect({ signal: controller.signal })
  await settle()
  controller.abort(new TimedOutError())
  await expect(connecting).rejects.toMatchObject({ code: 'TIMED_OUT' })
  await expect(connect()).resolves.toMatchObject({ accounts: [{ namespace: 'bip122' }] })
  destroy()
})

test('error: UNAUTHORIZED without a prompt if Leather connects silently, as it keeps no permission', async () => {
  const { wallet, connect, destroy } = setUpWallet({ shape: 'leather' })
  await expect(connect({ silent: true })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(wallet.prompts).toBe(0)
  destroy()
})

describe.each([
  [[bitcoinTestnet, bitcoinSignet], 'testnet', bitcoinTestnet],
  [[bitcoinMainnet, bitcoinSignet], 'signet', bitcoinSignet],
] as const)('an address that is valid on several networks', (networks, network, { caipNetworkId }) => {
  test.each(shapes)(`is assigned to ${network} with %s`, async (shape) => {
    const { connect, destroy } = setUpWallet({ shape, network, networks })
    expect((await connect()).caipNetworkId).toBe(caipNetworkId)
    destroy()
  })
})

describe('network:switch', () => {
  test.each(['unisat', 'sats-connect', 'xverse', 'okx'] as const)(
    'switches %s to another network and reports its addresses there',
    async (shape) => {
      const networks = [bitcoinMainnet, bitcoinSignet]
      const set = await setUpConnected({ shape, network: 'mainnet', networks })
      const { signal } = new AbortController()
      await feature(set.connector, 'network:switch')({ network: bitcoinSignet, signal })
      const { caipNetworkId } = bitcoinSignet
      expect(set.wallet.network).toBe('signet')
      const last = Object.assign({}, ...set.events)
      expect(last).toMatchObject({
        caipNetworkId,
        accounts: [{ address: set.wallet.addresses[0]?.address }, ...(last.accounts.length > 1 ? [{}] : [])],
      })
      set.destroy()
    },
  )

  test('error: CHAIN_NOT_SWITCHED if the wallet confirms a switch that it did not make', async () => {
    const script = { lieAboutSwitch: true }
    const set = await setUpConnected({ shape: 'unisat', network: 'mainnet', networks: [bitcoinMainnet], script })
    const { signal } = new AbortController()
    const switching = feature(set.connector, 'network:switch')({ network: bitcoinSignet, signal })
    await expect(switching).rejects.toMatchObject({ code: 'CHAIN_NOT_SWITCHED' })
    expect(set.events).toEqual([])
    set.destroy()
  })

  test('error: CHAIN_NOT_SUPPORTED for an unknown network', async () => {
    const set = await setUpConnected({ shape: 'unisat' })
    const network = { ...bitcoinSignet, caipNetworkId: 'bip122:12a765e31ffd4059bada1e25190f6e98' } as const
    const switching = feature(set.connector, 'network:switch')({ network, signal: new AbortController().signal })
    await expect(switching).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    set.destroy()
  })
})

test.each(tellers)('%s emits a change when the user selects another account', async (shape) => {
  const set = await setUpConnected({ shape })
  set.wallet.selectAccount(1)
  await settle(60)
  expect(set.events).toMatchObject([
    {
      namespace: 'bip122',
      accounts: [{ address: set.wallet.addresses[0]?.address }, ...(set.accounts.length > 1 ? [{}] : [])],
    },
  ])
  expect(set.warnings).toEqual([])
  set.destroy()
})

test.each([
  ['throws', async (error: object) => Promise.reject(error)],
  ['throws with the rest of JSON-RPC', async (error: object) => Promise.reject({ jsonrpc: '2.0', error })],
  ['returns', async (error: object) => ({ jsonrpc: '2.0', error })],
])('connects a registry wallet without permission methods that %s the error "Method not found"', async (_, fail) => {
  const [{ address } = { address: '' }] = createBitcoinWallet({
    name: 'A',
    shape: 'xverse',
    privateKeys: keys,
  }).addresses
  const request = async (method: string): Promise<unknown> =>
    method === 'getAddresses'
      ? { result: { addresses: [{ address, purpose: 'payment' }] } }
      : fail({ code: -32_601, message: `Method not found: ${method}` })
  const page = Object.assign(createTestPage(), {
    Old: { request },
    btc_providers: [{ id: 'Old', name: 'Old wallet' }],
  })
  const instance = createBitcoinInstance(createTestContext({ page }), () => undefined)
  const { signal } = new AbortController()
  const connecting = instance.getConnectors()[0]?.connect({ namespace: 'bip122', silent: false, signal })
  expect((await connecting)?.accounts).toMatchObject([{ address, type: 'payment' }])
  instance.destroy()
})

test.each(['unisat', 'okx'] as const)('%s reports a newly selected account with its public key', async (shape) => {
  const set = await setUpConnected({ shape })
  set.wallet.selectAccount(1)
  await settle(60)
  const { address, publicKey } = set.wallet.addresses[0] ?? {}
  expect(set.events).toMatchObject([{ accounts: [{ address, publicKey }] }])
  set.destroy()
})

test('OKX keeps the account selected on a test network until the site is disconnected', async () => {
  const { connect, ...set } = setUpWallet({ shape: 'okx', network: 'signet', networks: [bitcoinSignet] })
  await connect({ network: bitcoinSignet })
  set.wallet.selectAccount(1)
  await settle(60)
  const [{ address } = { address: '' }] = set.wallet.addresses
  const account = { namespace: 'bip122', address, type: 'payment' } as const
  const request = { account, network: bitcoinSignet, signal: new AbortController().signal }
  await expect(feature(set.connector, 'message:sign')({ ...request, message: 'Hello' })).resolves.toBeTruthy()
  expect(set.events).toMatchObject([{ accounts: [{ address }] }])
  set.wallet.disconnectSite()
  await settle(60)
  await expect(feature(set.connector, 'message:sign')({ ...request, message: 'Hello' })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  set.destroy()
})

describe('UniSat on Fractal, which uses the same addresses as Bitcoin', () => {
  const setUpFractal = () => {
    const { connect, ...set } = setUpWallet({ shape: 'unisat', network: 'mainnet', networks: [bitcoinMainnet] })
    const provider = set.wallet.provider as { getChain: () => Promise<object> }
    const switchToFractal = (): void => {
      const chain = { enum: 'FRACTAL_BITCOIN_MAINNET', name: 'Fractal Bitcoin Mainnet', network: 'livenet' }
      provider.getChain = async () => chain
    }
    return { ...set, connect, switchToFractal }
  }

  test('error: CHAIN_NOT_SUPPORTED on connect, and UNAUTHORIZED on silent connect', async () => {
    const { connect, switchToFractal, destroy } = setUpFractal()
    switchToFractal()
    await expect(connect()).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    await expect(connect({ silent: true })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    destroy()
  })

  test('error: rejects a payment with UNAUTHORIZED without a prompt, and disconnects', async () => {
    const { connect, switchToFractal, ...set } = setUpFractal()
    const { accounts } = await connect()
    switchToFractal()
    const before = set.wallet.prompts
    const request = { account: accounts[0], network: bitcoinMainnet, signal: new AbortController().signal }
    const transaction = { to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', sats: 20_000n }
    const sending = feature(set.connector, 'transaction:send')({ ...request, transaction })
    await expect(sending).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect([set.wallet.prompts - before, set.events]).toEqual([0, ['disconnect']])
    set.destroy()
  })
})

test.each(tellers)('%s emits disconnect when the wallet disconnects the site', async (shape) => {
  const set = await setUpConnected({ shape })
  set.wallet.disconnectSite()
  await settle(60)
  expect(set.events).toEqual(['disconnect'])
  set.destroy()
})

test('a wallet that emits changes continuously is read at most once a second', async () => {
  const clock = createTestClock()
  const set = await setUpConnected({ shape: 'xverse', env: clock })
  const before = set.wallet.requests.length
  for (let index = 0; index < 50; index++) {
    set.wallet.selectAccount(index % 2)
    await clock.advance(20)
  }
  await clock.advance(5_000)
  // two requests each: accounts and network
  expect(set.wallet.requests.length - before).toBeLessThanOrEqual(8)
  set.destroy()
})

test('a change that a wallet reports during a read triggers another read', async () => {
  const clock = createTestClock()
  const set = await setUpConnected({ shape: 'xverse', env: clock })
  const provider = set.wallet.provider as { request(method: string, params: unknown): Promise<unknown> }
  const { request } = provider
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  // an extension that takes a while to respond
  provider.request = async (method, params) => {
    const reply = await request.call(provider, method, params)
    await released
    return reply
  }
  const [first] = set.wallet.addresses
  set.wallet.selectAccount(1)
  await clock.advance(0)
  await settle()
  set.wallet.selectAccount(0)
  release()
  await settle()
  await clock.advance(1_000)
  await settle()
  const last = Object.assign({}, ...set.events)
  expect(last).toMatchObject({ accounts: [{ address: first?.address }, {}] })
  expect(set.events).toHaveLength(2)
  set.destroy()
})

test('disconnect revokes the permission, and also resolves if the wallet ignores that', async () => {
  for (const script of [{}, { ignoreRevoke: true }]) {
    const set = await setUpConnected({ shape: 'sats-connect', script })
    await set.connector.disconnect({ namespace: 'bip122', signal: new AbortController().signal })
    expect(set.wallet.isConnected).toBe('ignoreRevoke' in script)
    set.destroy()
  }
})

test('error: connect rejects with an error code for arbitrary wallet replies', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), fc.constantFrom('request', 'unisat'), async (value, shape) => {
      const page = createTestPage()
      const answer = async (): Promise<unknown> => value
      if (shape === 'request') page['XverseProviders'] = { BitcoinProvider: { request: answer } }
      else page['unisat'] = { requestAccounts: answer, getPublicKey: answer, getChain: answer }
      const instance = createBitcoinInstance(createTestContext({ page }), () => undefined)
      const [connector] = instance.getConnectors()
      const request = { namespace: 'bip122', silent: false, signal: new AbortController().signal } as const
      const fault = await connector?.connect(request).catch((cause: unknown) => cause)
      expect(fault).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/) })
      instance.destroy()
    }),
    { numRuns: 60 },
  )
})

test.each(pairs)('[S3.3] the accounts of %s are for payments at index 0 and for ordinals at index 1', async (shape) => {
  const { wallet, connect, destroy } = setUpWallet({ shape, script: { swapAddresses: true } })
  const { accounts } = await connect()
  const keys = new Map(wallet.addresses.map(({ address, publicKey }) => [address, publicKey]))
  expect(accounts.map(({ address, type, publicKey }) => [type, publicKey === keys.get(address)])).toEqual([
    ['payment', true],
    ['ordinal', true],
  ])
  destroy()
})

test('[S3.3] a Bitcoin account has the derivation path that its wallet returns', async () => {
  const { connect, destroy } = setUpWallet({ shape: 'leather' })
  const { accounts } = await connect()
  expect(accounts.map(({ type, path }) => [type, path])).toEqual([
    ['payment', expect.stringMatching(/^m\/84'/)],
    ['ordinal', expect.stringMatching(/^m\/86'/)],
  ])
  destroy()
})
