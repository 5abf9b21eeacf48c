import { type Devnet, devPrivateKey, type RpcProxy, startDevnet, startRpcProxy } from '@latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEvmWallet } from '../createEvmWallet.js'
import type { EvmWallet, EvmWalletOptions } from '../evmWallet.js'

let devnet: Devnet
let proxy: RpcProxy
beforeAll(async () => {
  devnet = await startDevnet({ chains: [31_337, 31_338, 5_555] })
  proxy = await startRpcProxy({ rpcUrl: urlOf(5_555) })
})
afterAll(async () => {
  await proxy.stop()
  await devnet.stop()
})
const urlOf = (id: number): string => devnet.chains.find((chain) => chain.id === id)?.rpcUrl ?? ''

const create = (options: Partial<EvmWalletOptions> = {}): EvmWallet => {
  const chains = [31_337, 31_338].map((id) => ({ id, name: `Chain ${id}`, rpcUrl: urlOf(id) }))
  return createEvmWallet({ name: 'W', rdns: 'example.w', accounts: [devPrivateKey(0)], chains, ...options })
}
const ask = (wallet: EvmWallet, method: string, ...params: unknown[]): Promise<unknown> =>
  wallet.provider.request({ method, params })
const added = (fields: object = {}): object => ({
  chainId: '0x15b3',
  chainName: 'Third',
  nativeCurrency: { name: 'Third coin', symbol: 'TRD', decimals: 18 },
  rpcUrls: [proxy.url],
  ...fields,
})

describe('reads', () => {
  it('go to the selected chain, connected or not', async () => {
    const wallet = create()
    expect(await ask(wallet, 'web3_clientVersion')).toContain('anvil')
    const { address } = devnet.chains[0].tokens.USDC
    const decimals = { to: address, data: '0x313ce567' }
    expect(Number(await ask(wallet, 'eth_call', decimals, 'latest'))).toBe(6)
    wallet.selectChain(31_338)
    expect(Number(await ask(wallet, 'eth_getBlockByNumber', '0x0', false).then(Boolean))).toBe(1)
    expect(await ask(wallet, 'eth_chainId')).toBe('0x7a6a')
  })

  it('fail with the error of the node, or with -32603 if it gives no valid response', async () => {
    const wallet = create({ chains: [{ id: 5_555, rpcUrl: proxy.url }] })
    await expect(ask(wallet, 'eth_getBalance', 'nobody', 'latest')).rejects.toMatchObject({ code: -32_602 })
    await expect(ask(wallet, 'eth_noSuchMethod')).rejects.toMatchObject({ code: -32_601 })
    proxy.fail({ kind: 'html', times: 1 })
    proxy.fail({ kind: 'cut', when: 'before', times: 1 })
    const silent = { code: -32_603, message: 'The node is unreachable.' }
    await expect(ask(wallet, 'eth_blockNumber')).rejects.toMatchObject(silent)
    await expect(ask(wallet, 'eth_blockNumber')).rejects.toMatchObject(silent)
  })

  it('reject unsupported methods with 4200', async () => {
    const wallet = create()
    for (const method of ['anvil_setBalance', 'wallet_scanQRCode', 'eth_coinbase', 'debug_traceCall', 'constructor']) {
      await expect(ask(wallet, method)).rejects.toMatchObject({ code: 4_200 })
    }
  })

  it('go through the given fetch', async () => {
    const heard = vi.fn(fetch)
    await ask(create({ fetch: heard }), 'eth_blockNumber')
    expect(heard).toHaveBeenCalledExactlyOnceWith(urlOf(31_337), expect.objectContaining({ method: 'POST' }))
  })
})

describe('wallet_switchEthereumChain (EIP-3326)', () => {
  it('switches after approval, and needs none for the current chain', async () => {
    const asked = vi.fn(() => true)
    const wallet = create({ ask: asked })
    const heard = vi.fn()
    await ask(wallet, 'eth_requestAccounts')
    wallet.provider.on('chainChanged', heard)
    expect(await ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x7a6a' })).toBeNull()
    expect(await ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x7A6A' })).toBeNull()
    expect(wallet.chainId).toBe(31_338)
    expect(heard).toHaveBeenCalledExactlyOnceWith('0x7a6a')
    expect(asked).toHaveBeenCalledTimes(2)
    expect(asked).toHaveBeenLastCalledWith(
      expect.objectContaining({ kind: 'switch', chainId: 31_337, summary: 'Switch to Chain 31338' }),
    )
  })

  it('stays on its chain if the user declines', async () => {
    const wallet = create({ ask: () => false })
    const switching = ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x7a6a' })
    await expect(switching).rejects.toMatchObject({ code: 4_001 })
    expect(wallet.chainId).toBe(31_337)
  })

  it('[F36] rejects an unknown chain with 4902 and an invalid chain id with -32602', async () => {
    const wallet = create()
    const unknown = ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x1' })
    await expect(unknown).rejects.toMatchObject({ code: 4_902, message: expect.stringContaining('"0x1"') })
    for (const chainId of ['1', 1, '0x', '0x01', '0xg', '', null, `0x${'f'.repeat(20)}`]) {
      const wrong = ask(wallet, 'wallet_switchEthereumChain', { chainId })
      await expect(wrong).rejects.toMatchObject({ code: -32_602 })
    }
    expect(wallet.prompts).toBe(0)
  })
})

describe('wallet_addEthereumChain (EIP-3085)', () => {
  it('adds a chain whose node confirms the id, switches to it, and stores it', async () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    const asked = vi.fn(() => true)
    const wallet = create({ ask: asked, storage })
    expect(await ask(wallet, 'wallet_addEthereumChain', added())).toBeNull()
    expect(asked).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'add', summary: 'Add the network Third (5555) and switch to it' }),
    )
    expect(await ask(wallet, 'eth_chainId')).toBe('0x15b3')
    expect(await ask(wallet, 'web3_clientVersion')).toContain('anvil')
    const reloaded = create({ storage })
    expect([reloaded.chainId, reloaded.chains.length]).toEqual([5_555, 3])
  })

  it('only switches if it knows the chain already', async () => {
    const asked = vi.fn(() => true)
    const wallet = create({ ask: asked })
    const known = added({ chainId: '0x7a6a', rpcUrls: ['https://elsewhere.example'] })
    expect(await ask(wallet, 'wallet_addEthereumChain', known)).toBeNull()
    expect(await ask(wallet, 'wallet_addEthereumChain', known)).toBeNull()
    expect(asked).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'switch' }))
    expect(wallet.chains).toMatchObject([{ id: 31_337 }, { id: 31_338, rpcUrl: urlOf(31_338) }])
  })

  it('[F36] keeps its chain and its list of chains if the user declines', async () => {
    const wallet = create({ ask: () => false })
    await expect(ask(wallet, 'wallet_addEthereumChain', added())).rejects.toMatchObject({ code: 4_001 })
    expect([wallet.chainId, wallet.chains.length]).toEqual([31_337, 2])
  })

  it('adds the chain without switching if it is scripted to lie about switches', async () => {
    const wallet = create({ script: { lieAboutSwitch: true } })
    expect(await ask(wallet, 'wallet_addEthereumChain', added())).toBeNull()
    expect([wallet.chainId, wallet.chains.length]).toEqual([31_337, 3])
  })

  it('rejects a node that serves another chain or does not respond', async () => {
    const wallet = create()
    const message = expect.stringContaining('serves chain 5555, not 2')
    const other = ask(wallet, 'wallet_addEthereumChain', added({ chainId: '0x2' }))
    await expect(other).rejects.toMatchObject({ code: -32_602, message })
    const nobody = ask(wallet, 'wallet_addEthereumChain', added({ rpcUrls: ['http://127.0.0.1:1'] }))
    await expect(nobody).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining('is unreachable') })
    expect([wallet.prompts, wallet.chains.length]).toEqual([0, 2])
  })

  it.each([
    ['chain id', { chainId: 5_555 }],
    ['chainName', { chainName: ' ' }],
    ['nativeCurrency', { nativeCurrency: undefined }],
    ['nativeCurrency', { nativeCurrency: { name: 'X', symbol: 'TOOLONG', decimals: 18 } }],
    ['nativeCurrency', { nativeCurrency: { name: 'X', symbol: 'X', decimals: '18' } }],
    ['rpcUrls', { rpcUrls: [] }],
    ['rpcUrls', { rpcUrls: ['http://rpc.example'] }],
    ['rpcUrls', { rpcUrls: ['file:///etc/hosts'] }],
    ['rpcUrls', { rpcUrls: 'https://rpc.example' }],
    ['blockExplorerUrls', { blockExplorerUrls: ['javascript:alert(1)'] }],
    ['iconUrls', { iconUrls: [7] }],
  ])('names the invalid field: %s', async (field, fields) => {
    const wallet = create()
    const adding = ask(wallet, 'wallet_addEthereumChain', added(fields))
    await expect(adding).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining(field) })
    await expect(ask(wallet, 'wallet_addEthereumChain')).rejects.toMatchObject({ code: -32_602 })
  })
})
