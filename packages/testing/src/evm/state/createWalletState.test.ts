import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { WalletStorage } from '../../scripted/wallet.js'
import { createEvmWallet } from '../createEvmWallet.js'
import type { EvmWallet, EvmWalletOptions } from '../evmWallet.js'

const keys = [generatePrivateKey(), generatePrivateKey()] as const
const [first, second] = [privateKeyToAddress(keys[0]), privateKeyToAddress(keys[1])]
const chains = [
  { id: 1, rpcUrl: 'http://127.0.0.1:1' },
  { id: 2, rpcUrl: 'http://127.0.0.1:1' },
]

const createStorage = (content: Record<string, string> = {}): WalletStorage => {
  const map = new Map(Object.entries(content))
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}
const load = (storage: WalletStorage, options: Partial<EvmWalletOptions> = {}): EvmWallet =>
  createEvmWallet({ name: 'W', rdns: 'example.w', accounts: keys, chains, storage, ...options })
const connect = ({ provider }: EvmWallet): Promise<unknown> => provider.request({ method: 'eth_requestAccounts' })
const accountsSeen = ({ provider }: EvmWallet): Promise<unknown> => provider.request({ method: 'eth_accounts' })

describe('createWalletState', () => {
  it('keeps permission, account and chain across a reload', async () => {
    const storage = createStorage()
    const before = load(storage)
    await connect(before)
    before.selectAccount(1)
    before.selectChain(2)
    const after = load(storage)
    expect(await accountsSeen(after)).toEqual([second, first])
    expect(await connect(after)).toEqual([second, first])
    expect([after.chainId, after.selectedAccount, after.prompts]).toEqual([2, second, 0])
  })

  it('keeps a disconnect across a reload', async () => {
    const storage = createStorage()
    await connect(load(storage))
    load(storage).disconnectSite()
    expect(await accountsSeen(load(storage))).toEqual([])
  })

  it('stores permissions per origin and per wallet', async () => {
    const storage = createStorage()
    await connect(load(storage, { origin: 'https://a.example' }))
    await connect(load(storage, { origin: 'https://b.example' }))
    expect(await accountsSeen(load(storage, { origin: 'https://a.example' }))).toEqual([first, second])
    expect(await accountsSeen(load(storage, { origin: 'https://c.example' }))).toEqual([])
    expect(await accountsSeen(load(storage, { origin: 'https://a.example', rdns: 'example.v' }))).toEqual([])
  })

  it('does not return a stored account whose key is gone', async () => {
    const storage = createStorage()
    const before = load(storage)
    await connect(before)
    before.selectAccount(1)
    const after = load(storage, { accounts: [keys[0]] })
    expect(await accountsSeen(after)).toEqual([first])
    expect(after.selectedAccount).toBe(first)
  })

  it('falls back to a known chain if the stored one is gone', () => {
    const storage = createStorage()
    load(storage).selectChain(2)
    expect(load(storage, { chains: chains.slice(0, 1) }).chainId).toBe(1)
  })

  it('[I31] ignores each invalid part of the stored state', async () => {
    const garbage = [
      'not json',
      'null',
      '[]',
      '{"account":7,"chainId":"2","added":{},"permissions":[]}',
      '{"account":"0x","added":[null,{"id":1.5}],"permissions":{"null":[7,"0x12"],"x":"y"}}',
    ]
    for (const content of garbage) {
      const wallet = load(createStorage({ 'evm-wallet:example.w': content }))
      expect([wallet.chainId, wallet.selectedAccount, wallet.chains]).toEqual([1, first, chains])
      expect(await accountsSeen(wallet)).toEqual([])
    }
  })

  it('[F37] works with a storage that throws on every access', async () => {
    const refuse = (): never => {
      throw new DOMException('denied', 'SecurityError')
    }
    const wallet = load({ getItem: refuse, setItem: refuse, removeItem: refuse })
    expect(await connect(wallet)).toEqual([first, second])
  })
})
