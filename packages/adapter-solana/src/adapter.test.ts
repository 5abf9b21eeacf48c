import { apiVersion, createModalCore, getConnection, type Modal } from '@latchkey/core'
import {
  connect,
  disconnect,
  fetchBalance,
  sendTransaction,
  signMessage,
  switchNetwork,
} from '@latchkey/core/controllers'
import { type RpcProxy, type RunningSolana, solanaDevKeypair, startRpcProxy, startSolana } from '@latchkey/devnet'
import { createTestContext, createTestPage, type TestPage } from '@latchkey/testing'
import { createSolanaWallet, type SolanaWallet, type SolanaWalletOptions } from '@latchkey/testing/solana'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLocalNetwork } from '../test/createLocalNetwork.js'
import { createSolanaInstance, solana } from './adapter.js'
import { solanaDevnet, solanaMainnet, solanaTestnet, toStandardChain } from './networks.js'

describe('solana()', () => {
  test('is a plugin with networks as plain data', () => {
    const adapter = solana({ networks: [solanaMainnet, solanaDevnet, solanaTestnet] })
    expect(adapter).toMatchObject({ kind: 'chain', apiVersion, namespace: 'solana' })
    expect(adapter.networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual([
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      'solana:4uhcVJyU9pJkvQyS88uRDiswHScCkY3z',
    ])
    expect(adapter.networks.map(({ caipNetworkId }) => toStandardChain(caipNetworkId))).toEqual([
      'solana:mainnet',
      'solana:devnet',
      'solana:testnet',
    ])
    expect(adapter.networks.map(({ testnet }) => testnet)).toEqual([undefined, true, true])
    expect(toStandardChain('solana:constructor')).toBe('solana:localnet')
    expect(solana().networks).toEqual([])
  })

  test('uses the URL of an RPC service that lists the cluster', () => {
    const [network] = createModalCore({
      adapters: [solana({ networks: [solanaMainnet] })],
      services: { rpc: { url: 'https://rpc.example', networkIds: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] } },
    }).getState().networks
    expect(network?.rpcUrls.default.http).toEqual([expect.stringMatching('^https://rpc.example/')])
  })

  test('error: INVALID_OPTIONS for invalid networks', () => {
    const networks = [null, { id: 1 }] as never
    expect(() => createModalCore({ adapters: [solana({ networks })] })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTIONS' }),
    )
  })
})

describe('in a modal', () => {
  const payer = solanaDevKeypair(5)
  let chain: RunningSolana
  let proxy: RpcProxy
  beforeAll(async () => {
    chain = await startSolana({ slotMs: 40 })
    proxy = await startRpcProxy({ rpcUrl: chain.rpcUrl })
  })
  afterAll(async () => {
    await proxy.stop()
    await chain.stop()
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
  })

  const storage = () => ({
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  })

  function start(): Modal {
    const { id, name, nativeCurrency, rpcUrls } = createLocalNetwork(proxy.url)
    const modal = createModalCore({
      debug: true,
      adapters: [solana({ networks: [{ id, name, nativeCurrency, rpcUrls }, solanaDevnet] })],
      env: { window: () => page as unknown as Window, storage },
    })
    modals.push(modal)
    modal.start()
    return modal
  }

  function add(options: Partial<SolanaWalletOptions> = {}): SolanaWallet {
    const accounts = [payer.secretKey, solanaDevKeypair(6).secretKey]
    const own = {
      name: 'Dev Wallet',
      accounts,
      rpcUrl: chain.rpcUrl,
      storage: storage(),
      origin: 'https://app.example',
    }
    const wallet = createSolanaWallet({ ...own, ...options })
    wallet.register(page)
    return wallet
  }

  test('connects, reads the balance, signs, sends and disconnects', async () => {
    add()
    const modal = start()
    const { accounts } = await connect(modal, { connectorId: 'solana:dev-wallet' })
    expect(accounts[0].address).toBe(payer.address)
    expect((await fetchBalance(modal))?.balance).toBe('1000')
    const signature = await signMessage(modal, { message: 'Hello' })
    const message = new TextEncoder().encode('Hello')
    expect(ed25519.verify(base58.decode(signature), message, base58.decode(payer.address))).toBe(true)
    const transaction = { to: solanaDevKeypair(7).address, lamports: 1_000_000_000n }
    const id = await sendTransaction(modal, { transaction })
    expect(base58.decode(id)).toHaveLength(64)
    await vi.waitFor(async () => expect((await fetchBalance(modal, { force: true }))?.balance).toBe('998.999995'))
    await disconnect(modal)
    expect(getConnection(modal.getState(), 'solana')).toBeUndefined()
  })

  test('reconnects after a reload without a prompt', async () => {
    add()
    const before = start()
    await connect(before, { connectorId: 'solana:dev-wallet' })
    before.destroy()
    page = createTestPage()
    const after = start()
    const wallet = add()
    await vi.waitFor(() => expect(getConnection(after.getState(), 'solana')).toBeDefined())
    expect(wallet.prompts).toBe(0)
  })

  test('keeps the network that the user switched to, and follows the account and a disconnect of the wallet', async () => {
    const wallet = add()
    const modal = start()
    await connect(modal, { connectorId: 'solana:dev-wallet' })
    await switchNetwork(modal, { network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' })
    wallet.selectAccount(1)
    await vi.waitFor(() =>
      expect(getConnection(modal.getState(), 'solana')).toMatchObject({
        caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
        accounts: [{ address: wallet.accounts[1] }, {}],
      }),
    )
    wallet.disconnectSite()
    await vi.waitFor(() => expect(getConnection(modal.getState(), 'solana')).toBeUndefined())
  })

  test('reports a failed balance while the node is down, and reads it once the node is back', async () => {
    add()
    const modal = start()
    await connect(modal, { connectorId: 'solana:dev-wallet' })
    // the modal warns the developer
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    proxy.fail({ kind: 'cut', when: 'before' })
    await fetchBalance(modal)
    expect(modal.getState().namespaces.solana?.balance.status).toBe('failed')
    expect(warn).toHaveBeenCalledOnce()
    proxy.reset()
    const again = start()
    await connect(again, { connectorId: 'solana:dev-wallet' })
    expect(Number((await fetchBalance(again))?.balance)).toBeGreaterThan(900)
  })
})

const meta = { id: 'paired', type: 'WALLET_CONNECT', name: 'Paired', namespaces: ['solana'] } as const

const accounts = [new Uint8Array(32).fill(1)]

const { signal } = new AbortController()

test('createConnector returns an unlisted connector with the features of the given wallet', async () => {
  const instance = createSolanaInstance(createTestContext(), false)
  const { standard } = createSolanaWallet({
    name: 'Scripted',
    accounts,
    without: ['solana:signMessage'],
    origin: 'test',
  })
  const connector = await instance.createConnector?.(meta, standard)
  expect(connector?.meta).toBe(meta)
  expect(instance.getConnectors()).toEqual([])
  expect(connector?.features['message:sign']).toBeUndefined()
  expect(connector?.features['transaction:send']).toBeTypeOf('function')
  const connected = await connector?.connect({ namespace: 'solana', silent: false, signal })
  expect(connected?.accounts).toHaveLength(1)
  expect(await connector?.getProvider({ namespace: 'solana' })).toBe(standard)
})

test('a connector emits disconnect when its wallet disconnects, and stops listening when it is destroyed', async () => {
  const instance = createSolanaInstance(createTestContext(), false)
  const wallet = createSolanaWallet({ name: 'Scripted', accounts, origin: 'test' })
  const connector = await instance.createConnector?.(meta, wallet.standard)
  const heard: string[] = []
  connector?.on('disconnect', ({ namespace }) => heard.push(namespace))
  await connector?.connect({ namespace: 'solana', silent: false, signal })
  wallet.disconnectSite()
  await expect.poll(() => heard).toEqual(['solana'])
  connector?.destroy()
  expect(wallet.listenerCount).toBe(0)
})

test.each([[null], [{}], ['wallet'], [{ name: 'Other', chains: ['bitcoin:mainnet'], features: {} }]])(
  'error: createConnector rejects the wallet %j with a TypeError',
  async (wallet) => {
    const instance = createSolanaInstance(createTestContext(), false)
    await expect(instance.createConnector?.(meta, wallet)).rejects.toThrow(TypeError)
  },
)
