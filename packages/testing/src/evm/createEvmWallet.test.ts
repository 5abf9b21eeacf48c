import { type Address, getAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it, vi } from 'vitest'
import { createEvmWallet } from './createEvmWallet.js'
import type { EvmWallet, EvmWalletOptions } from './evmWallet.js'

const keys = [generatePrivateKey(), generatePrivateKey()] as const
const [first, second] = [privateKeyToAddress(keys[0]), privateKeyToAddress(keys[1])]

const create = (options: Partial<EvmWalletOptions> = {}): EvmWallet =>
  createEvmWallet({
    name: 'Scripted',
    rdns: 'example.scripted',
    accounts: keys,
    chains: [
      { id: 1, name: 'One', rpcUrl: 'http://127.0.0.1:1' },
      { id: 2, name: 'Two', rpcUrl: 'http://127.0.0.1:1' },
    ],
    ...options,
  })

const eventsOf = ({ provider }: EvmWallet): [string, unknown][] => {
  const events: [string, unknown][] = []
  for (const event of ['connect', 'disconnect', 'accountsChanged', 'chainChanged']) {
    provider.on(event, (payload: unknown) => events.push([event, payload]))
  }
  return events
}
const connect = ({ provider }: EvmWallet): Promise<unknown> => provider.request({ method: 'eth_requestAccounts' })
const accountsSeen = ({ provider }: EvmWallet): Promise<unknown> => provider.request({ method: 'eth_accounts' })

describe('createEvmWallet', () => {
  it('shows no account before the user approves, and all of them after', async () => {
    const wallet = create()
    const events = eventsOf(wallet)
    expect(await accountsSeen(wallet)).toEqual([])
    expect(await connect(wallet)).toEqual([first, second])
    expect(await accountsSeen(wallet)).toEqual([first, second])
    expect(events).toEqual([
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', [first, second]],
    ])
    expect(wallet.isConnected).toBe(true)
  })

  it('asks once, even for two concurrent requests, and not again once connected', async () => {
    const wallet = create()
    expect(await Promise.all([connect(wallet), connect(wallet)])).toEqual([
      [first, second],
      [first, second],
    ])
    await connect(wallet)
    expect(wallet.prompts).toBe(1)
  })

  it('stays disconnected if the user declines', async () => {
    const ask = vi.fn(() => false)
    const wallet = create({ ask, origin: 'https://site.example' })
    const events = eventsOf(wallet)
    await expect(connect(wallet)).rejects.toMatchObject({ code: 4_001, message: expect.any(String) })
    expect(await accountsSeen(wallet)).toEqual([])
    expect(events).toEqual([])
    expect(ask).toHaveBeenCalledWith({
      kind: 'connect',
      method: 'eth_requestAccounts',
      params: undefined,
      account: first,
      chainId: 1,
      summary: 'Connect to https://site.example',
    })
  })

  it('shows one prompt at a time', async () => {
    const open: ((answer: boolean) => void)[] = []
    const wallet = create({ ask: () => new Promise((resolve) => open.push(resolve)) })
    const connecting = connect(wallet)
    const switching = wallet.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2' }] })
    await vi.waitFor(() => expect(open).toHaveLength(1))
    open[0]?.(true)
    await connecting
    await vi.waitFor(() => expect(open).toHaveLength(2))
    open[1]?.(true)
    await switching
    expect(wallet.prompts).toBe(2)
  })

  it('notifies a connected site of account and chain changes, with the selected account first', async () => {
    const wallet = create()
    await connect(wallet)
    const events = eventsOf(wallet)
    wallet.selectAccount(1)
    wallet.selectChain(2)
    wallet.selectChain(2)
    expect(events).toEqual([
      ['accountsChanged', [second, first]],
      ['chainChanged', '0x2'],
    ])
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x2')
    expect(await wallet.provider.request({ method: 'net_version' })).toBe('2')
    expect([wallet.selectedAccount, wallet.chainId]).toEqual([second, 2])
  })

  it('emits no events to a site that is not connected', () => {
    const wallet = create()
    const events = eventsOf(wallet)
    wallet.selectAccount(1)
    wallet.selectChain(2)
    wallet.lock()
    wallet.unlock()
    wallet.disconnectSite()
    expect(events).toEqual([])
  })

  it('hides its accounts while locked, and connects when it is unlocked', async () => {
    const wallet = create()
    await connect(wallet)
    const events = eventsOf(wallet)
    wallet.lock()
    expect(wallet.isLocked).toBe(true)
    expect(await accountsSeen(wallet)).toEqual([])
    const waiting = connect(wallet)
    wallet.unlock()
    expect(await waiting).toEqual([first, second])
    expect(events).toEqual([
      ['accountsChanged', []],
      ['accountsChanged', [first, second]],
    ])
  })

  it('forgets a site that its user disconnects', async () => {
    const wallet = create()
    await connect(wallet)
    const events = eventsOf(wallet)
    wallet.disconnectSite()
    expect(events).toEqual([
      ['accountsChanged', []],
      ['disconnect', expect.objectContaining({ code: 4_900 })],
    ])
    expect(await accountsSeen(wallet)).toEqual([])
    await connect(wallet)
    expect(wallet.prompts).toBe(2)
  })

  it('connects an added account when the user selects it', async () => {
    const wallet = create()
    await connect(wallet)
    const key = generatePrivateKey()
    wallet.addAccount(key)
    wallet.addAccount(key)
    const third: Address = privateKeyToAddress(key)
    expect(wallet.accounts).toEqual([first, second, third])
    expect(await accountsSeen(wallet)).toEqual([first, second])
    wallet.selectAccount(2)
    expect(await accountsSeen(wallet)).toEqual([third, first, second])
  })

  it('throws for an account or a chain that it does not have', () => {
    const wallet = create()
    expect(() => wallet.selectAccount(2)).toThrow('none at index 2')
    expect(() => wallet.selectChain(3)).toThrow('does not know the chain 3')
    expect(() => create({ chains: [] })).toThrow(RangeError)
    expect(() => create({ accounts: [] })).toThrow(RangeError)
  })

  it('starts on the given chain, or on the first one if it is unknown', () => {
    expect(create({ chainId: 2 }).chainId).toBe(2)
    expect(create({ chainId: 99 }).chainId).toBe(1)
  })

  it('logs every request with its outcome', async () => {
    const wallet = create()
    const before = Date.now()
    await connect(wallet)
    await wallet.provider.request({ method: 'no_such' }).catch(() => undefined)
    wallet.script({ methods: { eth_accounts: { kind: 'hang' } } })
    void accountsSeen(wallet)
    expect(wallet.requests).toMatchObject([
      { method: 'eth_requestAccounts', outcome: 'answered', value: [first, second] },
      { method: 'no_such', outcome: 'refused', value: { code: 4_200 } },
      { method: 'eth_accounts', outcome: 'pending' },
    ])
    expect(wallet.requests[0]?.at).toBeGreaterThanOrEqual(before)
  })

  it('calls the other listeners if one throws, and none that was removed', async () => {
    vi.useFakeTimers()
    const wallet = create()
    const heard = vi.fn()
    const removed = vi.fn()
    const { provider } = wallet
    provider.on('accountsChanged', () => {
      throw new Error('from the page')
    })
    provider.on('accountsChanged', heard).on('accountsChanged', removed).removeListener('accountsChanged', removed)
    provider.removeListener('accountsChanged', () => undefined)
    await connect(wallet)
    expect(heard).toHaveBeenCalledOnce()
    expect(removed).not.toHaveBeenCalled()
    expect(() => vi.runAllTimers()).toThrow('from the page')
    vi.useRealTimers()
  })

  it('emits any event with any payload', () => {
    const wallet = create()
    const events = eventsOf(wallet)
    wallet.emit('chainChanged', 1)
    wallet.emit('accountsChanged', null)
    expect(events).toEqual(
      [
        ['accountsChanged', null],
        ['chainChanged', 1],
      ].reverse(),
    )
  })

  it('works with a detached request method, and rejects malformed requests', async () => {
    const { request } = create().provider
    expect(await request({ method: 'eth_chainId' })).toBe('0x1')
    await expect(request(undefined as never)).rejects.toMatchObject({ code: -32_600 })
    await expect(request({ method: 1 } as never)).rejects.toMatchObject({ code: -32_600 })
  })

  it('returns checksummed addresses', async () => {
    const wallet = create()
    for (const address of (await connect(wallet)) as Address[]) expect(address).toBe(getAddress(address))
  })
})
