import {
  type AdapterInstance,
  apiVersion,
  createModalCore,
  getConnection,
  getNetworkState,
  type Modal,
} from '@latchkey/core'
import {
  connect,
  disconnect,
  estimateGas,
  fetchBalance,
  sendTransaction,
  signMessage,
  signTypedData,
  switchNetwork,
} from '@latchkey/core/controllers'
import {
  devAccount,
  devPrivateKey,
  type RpcProxy,
  type RunningAnvil,
  startAnvil,
  startRpcProxy,
} from '@latchkey/devnet'
import {
  createEvmWallet,
  createTestContext,
  createTestPage,
  type EvmWallet,
  type EvmWalletOptions,
  type TestPage,
} from '@latchkey/testing'
import { http, verifyMessage, verifyTypedData } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createConfig } from 'wagmi'
import { createNetwork } from '../test/createNetwork.js'
import { settle } from '../test/setUpConnector.js'
import { createEvmInstance, evm } from './adapter.js'
import { createWagmiInstance } from './wagmi/config/adapter.js'

describe('evm()', () => {
  test('accepts viem chains and keeps only their plain data', () => {
    const adapter = evm({ networks: [mainnet] })
    expect(adapter).toMatchObject({ kind: 'chain', apiVersion, namespace: 'eip155' })
    expect(adapter.networks).toMatchObject([
      { id: 1, caipNetworkId: 'eip155:1', chainNamespace: 'eip155', name: 'Ethereum' },
    ])
    const [network] = createModalCore({ adapters: [adapter] }).getState().networks
    expect(network).not.toHaveProperty('contracts')
    expect(JSON.parse(JSON.stringify(network))).toEqual(network)
    expect(evm().networks).toEqual([])
  })

  test('error: INVALID_OPTIONS with its problems for invalid networks', () => {
    const networks = [null, { id: 1 }, createNetwork(2)] as never
    expect(() => createModalCore({ adapters: [evm({ networks })] })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTIONS', problems: expect.arrayContaining([expect.any(String)]) }),
    )
  })

  test('does not access the window before the modal starts', () => {
    const modal = createModalCore({
      adapters: [evm({ networks: [mainnet] })],
      env: {
        window: () => {
          throw new Error('too early')
        },
      },
    })
    expect(modal.getState().networks).toHaveLength(1)
  })
})

describe('in a modal', () => {
  let chains: readonly [RunningAnvil, RunningAnvil]
  let proxy: RpcProxy
  beforeAll(async () => {
    chains = await Promise.all([startAnvil({ chainId: 31_337 }), startAnvil({ chainId: 31_338 })])
    proxy = await startRpcProxy({ rpcUrl: chains[0].url })
  })
  afterAll(async () => {
    await proxy.stop()
    for (const chain of chains) await chain.stop()
  })

  let page: TestPage
  let store: Map<string, string>
  let modals: Modal[]
  beforeEach(() => {
    page = createTestPage()
    store = new Map()
    modals = []
  })
  afterEach(() => {
    for (const modal of modals) modal.destroy()
    proxy.reset()
    expect(page.listenerCount()).toBe(0)
  })

  const storage = () => ({
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  })

  function start(): Modal {
    const modal = createModalCore({
      adapters: [evm({ networks: [toInput(31_337, proxy.url), toInput(31_338, chains[1].url)] })],
      env: { window: () => page as unknown as Window, storage },
    })
    modals.push(modal)
    modal.start()
    return modal
  }

  function createWallet(options: Partial<EvmWalletOptions> = {}): EvmWallet {
    return createEvmWallet({
      name: 'Dev wallet',
      rdns: 'org.latchkey.dev',
      accounts: [devPrivateKey(0), devPrivateKey(1)],
      chains: chains.map(({ chainId, url }) => ({ id: chainId, rpcUrl: url })),
      storage: storage(),
      origin: 'test',
      ...options,
    })
  }

  async function setUp(options?: Partial<EvmWalletOptions>) {
    const wallet = createWallet(options)
    const stop = wallet.announce(page)
    const modal = start()
    const connection = await connect(modal, { connectorId: 'org.latchkey.dev' })
    stop()
    return { wallet, modal, connection }
  }

  test('connects a wallet that announces itself', async () => {
    const { connection, modal } = await setUp()
    expect(connection).toMatchObject({ namespace: 'eip155', caipNetworkId: 'eip155:31337' })
    expect(connection.accounts.map(({ address }) => address)).toEqual([devAccount(0).address, devAccount(1).address])
    expect(getNetworkState(modal.getState(), 'eip155').supportsAllNetworks).toBe(true)
  })

  test('reads the balance', async () => {
    const { modal } = await setUp()
    const amount = await fetchBalance(modal)
    expect(Number(amount?.balance)).toBeGreaterThan(9_000)
    expect(amount?.symbol).toBe('ETH')
  })

  test('signs messages and typed data that verify', async () => {
    const { modal } = await setUp()
    const { address } = devAccount(0)
    const signature = (await signMessage(modal, { message: 'Hello' })) as `0x${string}`
    expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)

    const typedData = {
      domain: { name: 'Test', chainId: 31_337 },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note',
      message: { text: 'Hello' },
    } as const
    const typed = (await signTypedData(modal, { typedData })) as `0x${string}`
    expect(await verifyTypedData({ ...typedData, address, signature: typed })).toBe(true)
  })

  test('estimates and sends a transaction', async () => {
    const { modal } = await setUp()
    const transaction = { to: devAccount(1).address, value: 1n }
    expect(await estimateGas(modal, { transaction })).toBe(21_000n)
    const before = await fetchBalance(modal, { force: true })
    expect(await sendTransaction(modal, { transaction })).toMatch(/^0x[0-9a-f]{64}$/)
    const isLess = async () => {
      const after = await fetchBalance(modal, { force: true })
      return Number(after?.balance) < Number(before?.balance)
    }
    // the node has accepted it and mines it next
    await expect.poll(isLess).toBe(true)
  })

  test('switches to another network and back', async () => {
    const { modal, wallet } = await setUp()
    await switchNetwork(modal, { network: 'eip155:31338' })
    expect(wallet.chainId).toBe(31_338)
    expect(getConnection(modal.getState(), 'eip155')?.caipNetworkId).toBe('eip155:31338')
    await switchNetwork(modal, { network: 'eip155:31337' })
    expect(getConnection(modal.getState(), 'eip155')?.caipNetworkId).toBe('eip155:31337')
  })

  test('[S8.46] [F36] error: CHAIN_NOT_SUPPORTED if the wallet cannot add a network; keeps the previous one', async () => {
    const { modal, wallet } = await setUp({ chains: [{ id: 31_337, rpcUrl: chains[0].url }] })
    wallet.script({ methods: { wallet_addEthereumChain: { kind: 'throw', value: { code: 4_200 } } } })
    await expect(switchNetwork(modal, { network: 'eip155:31338' })).rejects.toMatchObject({
      code: 'CHAIN_NOT_SUPPORTED',
      shortMessage: 'Chain is not supported',
    })
    expect(getConnection(modal.getState(), 'eip155')?.caipNetworkId).toBe('eip155:31337')
  })

  test('follows account changes, network changes and a disconnect of the wallet', async () => {
    const { modal, wallet } = await setUp()
    wallet.selectAccount(1)
    wallet.selectChain(31_338)
    await settle()
    expect(getConnection(modal.getState(), 'eip155')).toMatchObject({
      caipNetworkId: 'eip155:31338',
      accounts: [{ address: devAccount(1).address }, { address: devAccount(0).address }],
    })
    wallet.disconnectSite()
    await settle()
    expect(getConnection(modal.getState(), 'eip155')).toBeUndefined()
  })

  test('error: ACCOUNT_CHANGED after an account change without an event, and updates the modal', async () => {
    const { modal, wallet } = await setUp()
    wallet.script({ methods: { eth_accounts: { kind: 'reply', value: [devAccount(1).address] } } })
    await expect(signMessage(modal, { message: 'x' })).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
    expect(getConnection(modal.getState(), 'eip155')?.accounts).toMatchObject([{ address: devAccount(1).address }])
  })

  test('restores the connection after a reload without a prompt, even if the wallet announces itself late', async () => {
    await setUp()
    modals.pop()?.destroy()
    const wallet = createWallet()
    const stop = wallet.announce(page, { after: 50 })
    const modal = start()
    expect(modal.getState().namespaces.eip155?.connection.status).toBe('connecting')
    while (modal.getState().namespaces.eip155?.connection.status !== 'connected') await settle()
    expect(wallet.prompts).toBe(0)
    expect(wallet.requests.map(({ method }) => method)).toEqual(['eth_accounts', 'eth_chainId'])
    stop()
  })

  test('stays disconnected after a reload even if the wallet ignores the revocation', async () => {
    const { modal, wallet } = await setUp({ script: { ignoreRevoke: true } })
    await disconnect(modal)
    await settle()
    expect(getConnection(modal.getState(), 'eip155')).toBeUndefined()
    expect(wallet.isConnected).toBe(true)
    modals.pop()?.destroy()
    const stop = createWallet().announce(page)
    const again = start()
    await settle()
    expect(getConnection(again.getState(), 'eip155')).toBeUndefined()
    stop()
  })

  test('[F35] error: ABORTED if the user cancels while the wallet hangs; a late reply does not connect', async () => {
    const wallet = createWallet({ script: { methods: { eth_requestAccounts: { kind: 'hang' } } } })
    const stop = wallet.announce(page)
    const modal = start()
    const controller = new AbortController()
    const connecting = connect(modal, { connectorId: 'org.latchkey.dev', signal: controller.signal })
    await settle()
    controller.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'ABORTED' })
    expect(modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
    wallet.release()
    await settle()
    expect(modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
    stop()
  })

  test('error: ABORTED if the modal is destroyed while connecting, leaving no listener', async () => {
    const wallet = createWallet({ script: { methods: { eth_requestAccounts: { kind: 'hang' } } } })
    const stop = wallet.announce(page)
    const modal = start()
    const connecting = connect(modal, { connectorId: 'org.latchkey.dev' })
    modal.destroy()
    await expect(connecting).rejects.toMatchObject({ code: 'ABORTED' })
    wallet.release()
    await settle()
    stop()
  })

  test('uses window.ethereum if no wallet announces itself, and keeps it while it is connected', async () => {
    const wallet = createWallet()
    wallet.injectLegacy(page)
    const modal = start()
    while (modal.getState().connectors.length === 0) await settle()
    expect(modal.getState().connectors).toMatchObject([{ id: 'injected', name: 'Browser Wallet', type: 'INJECTED' }])
    await connect(modal, { connectorId: 'injected' })
    const stop = createWallet({ name: 'New', rdns: 'io.new' }).announce(page)
    await settle()
    expect(modal.getState().connectors.map(({ id }) => id)).toEqual(['injected', 'io.new'])
    const signature = (await signMessage(modal, { message: 'x' })) as `0x${string}`
    expect(await verifyMessage({ address: devAccount(0).address, message: 'x', signature })).toBe(true)
    await disconnect(modal)
    await settle()
    expect(modal.getState().connectors.map(({ id }) => id)).toEqual(['io.new'])
    stop()
  })

  test('sends no RPC request for a connection while nothing is displayed', async () => {
    await setUp()
    await settle()
    expect(proxy.calls).toEqual([])
  })

  function toInput(id: number, url: string) {
    return { ...createNetwork(id, url), chainNamespace: 'eip155', caipNetworkId: `eip155:${id}` } as const
  }
})

const meta = { id: 'paired', type: 'WALLET_CONNECT', name: 'Paired', namespaces: ['eip155'] } as const

const chain = { id: 1, name: 'One', rpcUrl: 'http://127.0.0.1:1' }

const { signal } = new AbortController()

const overPage = (): AdapterInstance =>
  createEvmInstance(createTestContext({ networks: [createNetwork(1, chain.rpcUrl)] }))

const overWagmi = (): AdapterInstance => {
  vi.stubGlobal('window', new EventTarget())
  const config = createConfig({ chains: [mainnet], transports: { 1: http(chain.rpcUrl) }, connectors: [] })
  return createWagmiInstance({ config, context: createTestContext() })
}

describe.each([
  ['the wallets of the page', overPage],
  ['a wagmi config', overWagmi],
])('createConnector over %s', (_, create) => {
  const setUp = async () => {
    const instance = create()
    const wallet = createEvmWallet({
      name: 'Scripted',
      rdns: 'example.scripted',
      accounts: [`0x${'1'.repeat(64)}`],
      chains: [chain],
    })
    const connector = await instance.createConnector?.(meta, wallet.provider)
    if (!connector) throw new Error('No connector was made.')
    return { instance, wallet, connector }
  }

  test('returns an unlisted connector that connects, signs and exposes its provider', async () => {
    const { instance, wallet, connector } = await setUp()
    expect([connector.meta, instance.getConnectors()]).toEqual([meta, []])
    const { accounts, caipNetworkId } = await connector.connect({ namespace: 'eip155', silent: false, signal })
    expect([accounts.length, caipNetworkId]).toEqual([1, 'eip155:1'])
    const network = createNetwork(1, chain.rpcUrl)
    const request = {
      account: accounts[0],
      network,
      signal,
      message: 'Hello',
    } as const
    expect(await connector.features['message:sign']?.(request)).toMatch(/^0x[\da-f]{130}$/)
    expect(await connector.getProvider({ namespace: 'eip155' })).toBe(wallet.provider)
    instance.destroy()
  })

  test('emits disconnect when the wallet disconnects the site', async () => {
    const { instance, wallet, connector } = await setUp()
    const heard: string[] = []
    connector.on('disconnect', ({ namespace }) => heard.push(namespace))
    await connector.connect({ namespace: 'eip155', silent: false, signal })
    wallet.disconnectSite()
    await expect.poll(() => heard).toEqual(['eip155'])
    expect(instance.getConnectors()).toEqual([])
    instance.destroy()
  })
})

test('[S5.24] without a provider on the page there is no "Browser Wallet"', async () => {
  const timers: (() => void)[] = []
  const setTimeout = (run: () => void): (() => void) => {
    timers.push(run)
    return () => undefined
  }
  const start = (page: ReturnType<typeof createTestPage>): AdapterInstance =>
    createEvmInstance(createTestContext({ page, env: { setTimeout } }))
  const empty = start(createTestPage())
  for (const run of timers.splice(0)) run()
  expect(empty.getConnectors()).toEqual([])
  const page = createTestPage()
  page.ethereum = { request: async () => [] }
  const full = start(page)
  for (const run of timers.splice(0)) run()
  expect(full.getConnectors().map(({ meta: { name } }) => name)).toEqual(['Browser Wallet'])
})
