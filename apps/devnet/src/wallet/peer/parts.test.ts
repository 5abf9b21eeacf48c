import { describe, expect, it, vi } from 'vitest'
import { createSigners, createWalletKeys } from '../signers.js'
import { createChainBook } from './chainBook.js'
import { createMemoryStorage, keepOnline, type Transport } from './kit.js'
import { toSessionNamespaces, toWalletApp } from './sessions.js'
import { createWalletStore, type WalletState } from './state.js'

const networks = {
  evm: [{ id: 1, rpcUrl: 'http://one' }],
  solana: { caipNetworkId: 'solana:x', rpcUrl: 'http://two' },
}

describe('createChainBook', () => {
  it('lists its chains and RPC URLs, and adds an EVM chain from an app', () => {
    const book = createChainBook(networks)
    expect(book.list()).toEqual(['eip155:1', 'solana:x'])
    expect(book.add([{ chainId: '0xa', rpcUrls: ['https://ten.example'] }])).toBe('eip155:10')
    expect([book.has('eip155:10'), book.getRpcUrl('eip155:10')]).toEqual([true, 'https://ten.example'])
    expect([book.has('eip155:11'), book.getRpcUrl('solana:x')]).toEqual([false, undefined])
  })

  it.each([
    undefined,
    {},
    [],
    [null],
    [{ chainId: 10, rpcUrls: ['https://x'] }],
    [{ chainId: '0x0', rpcUrls: ['https://x'] }],
    [{ chainId: '0x01', rpcUrls: ['https://x'] }],
    [{ chainId: '0xa', rpcUrls: [] }],
    [{ chainId: '0xa', rpcUrls: ['javascript:x'] }],
    [{ chainId: '0xa', rpcUrls: 'https://x' }],
  ])('rejects an invalid chain: %j', (params) => {
    const book = createChainBook(networks)
    expect(() => book.add(params)).toThrow('Invalid chain.')
    expect(book.list()).toHaveLength(2)
  })
})

describe('toSessionNamespaces', () => {
  const signers = createSigners({ keys: createWalletKeys(), networks, getRpcUrl: () => undefined })
  const options = { signers, account: 1, walletMethods: ['wallet_switchEthereumChain'] }

  it('returns an account on each chain, and only the requested methods and events that it supports', () => {
    const asked = {
      eip155: { methods: ['personal_sign', 'eth_sign', 'wallet_switchEthereumChain'], events: ['chainChanged'] },
    }
    const given = toSessionNamespaces({ ...options, chains: ['eip155:1', 'eip155:5'], asked })
    const address = signers[0]?.addresses[1]
    expect(given).toEqual({
      eip155: {
        chains: ['eip155:1', 'eip155:5'],
        accounts: [`eip155:1:${address}`, `eip155:5:${address}`],
        methods: ['personal_sign', 'wallet_switchEthereumChain'],
        events: ['chainChanged'],
      },
    })
  })

  it('returns all methods if none are requested, and omits unsupported namespaces', () => {
    const given = toSessionNamespaces({ ...options, chains: ['solana:x', 'cosmos:y'], asked: {} })
    expect(Object.keys(given)).toEqual(['solana'])
    expect(given['solana']?.methods).toContain('solana_signMessage')
    expect(given['solana']?.methods).not.toContain('wallet_switchEthereumChain')
  })
})

describe('createWalletStore', () => {
  const first: WalletState = {
    chains: [],
    activeChains: {},
    account: 0,
    addresses: {},
    proposals: [],
    requests: [],
    signIns: [],
    sessions: [],
    log: [],
  }

  it('notifies a listener until it unsubscribes', () => {
    const store = createWalletStore(first)
    const listener = vi.fn()
    const stop = store.subscribe(listener)
    store.set({ account: 1 })
    expect(store.get()).toEqual({ ...first, account: 1 })
    stop()
    store.set({ account: 2 })
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('keeps the last 100 log entries', () => {
    const store = createWalletStore(first)
    for (let n = 0; n < 130; n++) store.note(`${n}`)
    expect([store.get().log.length, store.get().log[0], store.get().log.at(-1)]).toEqual([100, '30', '129'])
  })
})

describe('createMemoryStorage', () => {
  it('stores copies of values', async () => {
    const storage = createMemoryStorage()
    const value = { list: [1] }
    await storage.setItem('a', value)
    value.list.push(2)
    expect(await storage.getItem('a')).toEqual({ list: [1] })
    expect([await storage.getKeys(), await storage.getEntries()]).toEqual([['a'], [['a', { list: [1] }]]])
    await storage.removeItem('a')
    expect(await storage.getItem('a')).toBeUndefined()
  })
})

describe('keepOnline', () => {
  const createTransport = (): Transport & { connected: boolean; opened: number; checked: number } => {
    const transport = {
      connected: false,
      connecting: false,
      opened: 0,
      checked: 0,
      publisher: { initialPublishTimeout: 15_000, checkQueue: () => void transport.checked++ },
      connect: async () => undefined,
      transportOpen: async () => {
        transport.opened += 1
        if (transport.opened === 1) throw new Error('refused')
        transport.connected = true
      },
      transportClose: async () => {
        transport.connected = false
      },
    }
    return transport
  }

  it('reconnects after a failed attempt, and checks the queue of unsent messages', async () => {
    vi.useFakeTimers()
    const transport = createTransport()
    const online = keepOnline(transport)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([transport.opened, transport.connected]).toEqual([2, true])
    await vi.advanceTimersByTimeAsync(1_000)
    expect([transport.opened, transport.checked]).toEqual([2, 2])
    online.stop()
    vi.useRealTimers()
  })

  it('stays disconnected while offline, and does not reconnect after stop', async () => {
    vi.useFakeTimers()
    const transport = createTransport()
    const online = keepOnline(transport)
    await online.goOffline()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(transport.opened).toBe(0)
    await online.goOnline()
    expect(transport.opened).toBe(1)
    online.stop()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(transport.opened).toBe(1)
    vi.useRealTimers()
  })
})

describe('toWalletApp', () => {
  it('truncates the name and the URL of an app', () => {
    const { name, url } = toWalletApp({ name: 'n'.repeat(10_000), url: `http://${'u'.repeat(10_000)}` })
    expect([name.length, url.length]).toEqual([100, 200])
  })
})
