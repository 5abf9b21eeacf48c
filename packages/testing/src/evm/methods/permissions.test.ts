import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { createEvmWallet } from '../createEvmWallet.js'
import type { EvmWallet } from '../evmWallet.js'

const key = generatePrivateKey()
const address = privateKeyToAddress(key)
const create = (): EvmWallet =>
  createEvmWallet({
    name: 'W',
    rdns: 'example.w',
    accounts: [key],
    chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }],
    origin: 'https://site.example',
  })
const params = [{ eth_accounts: {} }]
const permission = {
  parentCapability: 'eth_accounts',
  invoker: 'https://site.example',
  caveats: [{ type: 'restrictReturnedAccounts', value: [address] }],
}

describe('permissions (EIP-2255)', () => {
  it('are granted, listed and revoked', async () => {
    const wallet = create()
    const { request } = wallet.provider
    const events: unknown[] = []
    expect(await request({ method: 'wallet_getPermissions' })).toEqual([])
    expect(await request({ method: 'wallet_requestPermissions', params })).toEqual([permission])
    wallet.provider.on('accountsChanged', (accounts: unknown) => events.push(accounts))
    expect(await request({ method: 'wallet_getPermissions' })).toEqual([permission])
    expect(await request({ method: 'wallet_revokePermissions', params })).toBeNull()
    expect(await request({ method: 'wallet_revokePermissions', params })).toBeNull()
    expect(events).toEqual([[]])
    expect(await request({ method: 'wallet_getPermissions' })).toEqual([])
    expect(await request({ method: 'eth_accounts' })).toEqual([])
  })

  it('prompt the user on every request, unlike accounts', async () => {
    const wallet = create()
    await wallet.provider.request({ method: 'wallet_requestPermissions', params })
    await wallet.provider.request({ method: 'wallet_requestPermissions', params })
    expect(wallet.prompts).toBe(2)
  })

  it('wait until a locked wallet is unlocked', async () => {
    const wallet = create()
    wallet.lock()
    const waiting = wallet.provider.request({ method: 'wallet_requestPermissions', params })
    wallet.unlock()
    expect(await waiting).toEqual([permission])
  })

  it('cover eth_accounts only, and reject anything else with -32602', async () => {
    const { request } = create().provider
    for (const wrong of [undefined, [], [{}], [{ snaps: {} }], ['eth_accounts']]) {
      const refused = { code: -32_602 }
      await expect(request({ method: 'wallet_requestPermissions', params: wrong })).rejects.toMatchObject(refused)
      await expect(request({ method: 'wallet_revokePermissions', params: wrong })).rejects.toMatchObject(refused)
    }
  })
})

describe('wallet_watchAsset (EIP-747)', () => {
  it('prompts for ERC-20 tokens, and rejects anything else', async () => {
    const wallet = create()
    const { request } = wallet.provider
    const options = { address, symbol: 'USDC', decimals: 6 }
    expect(await request({ method: 'wallet_watchAsset', params: { type: 'ERC20', options } })).toBe(true)
    expect(wallet.prompts).toBe(1)
    for (const wrong of [undefined, { type: 'ERC721', options }, { type: 'ERC20', options: { address: '0x1' } }]) {
      await expect(request({ method: 'wallet_watchAsset', params: wrong })).rejects.toMatchObject({ code: -32_602 })
    }
    wallet.script({ methods: { wallet_watchAsset: { kind: 'reject' } } })
    const again = request({ method: 'wallet_watchAsset', params: { type: 'ERC20', options } })
    await expect(again).rejects.toMatchObject({ code: 4_001 })
  })
})
