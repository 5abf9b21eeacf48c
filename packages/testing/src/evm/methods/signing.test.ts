import { hashMessage, recoverMessageAddress, stringToHex, verifyMessage, verifyTypedData } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it, vi } from 'vitest'
import { createEvmWallet } from '../createEvmWallet.js'
import type { EvmWallet, EvmWalletOptions } from '../evmWallet.js'

const keys = [generatePrivateKey(), generatePrivateKey()] as const
const [address, other] = [privateKeyToAddress(keys[0]), privateKeyToAddress(keys[1])]

const connected = async (options: Partial<EvmWalletOptions> = {}): Promise<EvmWallet> => {
  const chains = [{ id: 31_337, rpcUrl: 'http://127.0.0.1:1' }]
  const wallet = createEvmWallet({ name: 'W', rdns: 'example.w', accounts: keys, chains, ...options })
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  return wallet
}
const personalSign = async ({ provider }: EvmWallet, params: unknown[]): Promise<`0x${string}`> =>
  (await provider.request({ method: 'personal_sign', params })) as `0x${string}`
const signTyped = async ({ provider }: EvmWallet, params: unknown[]): Promise<`0x${string}`> =>
  (await provider.request({ method: 'eth_signTypedData_v4', params })) as `0x${string}`

describe('personal_sign', () => {
  it('signs texts and bytes so that viem verifies them, with each account', async () => {
    const wallet = await connected()
    const signature = await personalSign(wallet, [stringToHex('Grüße, 世界'), address])
    expect(await verifyMessage({ address, message: 'Grüße, 世界', signature })).toBe(true)
    expect(await verifyMessage({ address, message: 'Other', signature })).toBe(false)
    const bytes = hashMessage('x')
    const ofBytes = await personalSign(wallet, [bytes, other])
    expect(await verifyMessage({ address: other, message: { raw: bytes }, signature: ofBytes })).toBe(true)
    const ofText = await personalSign(wallet, ['plain text', address])
    expect(await verifyMessage({ address, message: 'plain text', signature: ofText })).toBe(true)
  })

  it('accepts lowercase addresses and swapped parameters', async () => {
    const wallet = await connected()
    const signature = await personalSign(wallet, [address.toLowerCase(), stringToHex('swapped')])
    expect(await recoverMessageAddress({ message: 'swapped', signature })).toBe(address)
  })

  it('rejects a foreign address and a disconnected site with 4100', async () => {
    const wallet = await connected()
    const foreign = privateKeyToAddress(generatePrivateKey())
    await expect(personalSign(wallet, ['0x00', foreign])).rejects.toMatchObject({ code: 4_100 })
    wallet.disconnectSite()
    await expect(personalSign(wallet, ['0x00', address])).rejects.toMatchObject({ code: 4_100 })
    expect(wallet.prompts).toBe(1)
  })

  it('rejects invalid parameters with -32602', async () => {
    const wallet = await connected()
    for (const params of [[], ['0x00'], [1, address], ['0x00', null]]) {
      await expect(personalSign(wallet, params)).rejects.toMatchObject({ code: -32_602 })
    }
  })

  it('shows the message shortened, without characters that would hide or reorder it', async () => {
    const ask = vi.fn(() => true)
    const wallet = await connected({ ask })
    await personalSign(wallet, [stringToHex('Pay \u202eevil\u0000\nnow'), address])
    await personalSign(wallet, ['a'.repeat(5_000), address])
    const summaries = (ask.mock.calls as unknown as [{ summary: string }][]).map(([{ summary }]) => summary)
    expect(summaries[1]).toBe('Sign the message “Pay \ufffdevil\ufffd\ufffdnow”')
    expect(summaries[2]?.length).toBeLessThan(250)
  })

  it('rejects eth_sign and older versions of eth_signTypedData with 4200', async () => {
    const { provider } = await connected()
    for (const method of ['eth_sign', 'eth_signTypedData', 'eth_signTypedData_v3']) {
      await expect(provider.request({ method, params: [address, '0x00'] })).rejects.toMatchObject({ code: 4_200 })
    }
  })
})

describe('eth_signTypedData_v4', () => {
  const data = {
    domain: { name: 'Mail', version: '1', chainId: 31_337, verifyingContract: other },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Mail: [
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
        { name: 'tags', type: 'string[]' },
      ],
    },
    primaryType: 'Mail',
    message: { to: other, amount: '1000000000000000000', tags: ['a', 'b'] },
  } as const

  it('signs JSON text and objects so that viem verifies them', async () => {
    const wallet = await connected()
    const { EIP712Domain: _, ...types } = data.types
    const typed = { ...data, types, address }
    const message = { ...data.message, amount: 10n ** 18n }
    for (const given of [JSON.stringify(data), data]) {
      const signature = await signTyped(wallet, [address, given])
      expect(await verifyTypedData({ ...typed, message, signature })).toBe(true)
      expect(await verifyTypedData({ ...typed, message: { ...message, amount: 1n }, signature })).toBe(false)
    }
  })

  it('names the primary type and the domain in the prompt', async () => {
    const ask = vi.fn(() => true)
    const wallet = await connected({ ask })
    await signTyped(wallet, [address, data])
    expect(ask).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'sign', summary: 'Sign Mail for Mail' }))
  })

  it('rejects another chain, malformed data and foreign addresses', async () => {
    const wallet = await connected()
    const wrong = [
      { ...data, domain: { ...data.domain, chainId: 1 } },
      { ...data, primaryType: 'Letter' },
      { ...data, message: { ...data.message, to: '0x12' } },
      { ...data, types: undefined },
      '{"types":',
      'null',
      undefined,
    ]
    for (const given of wrong) {
      await expect(signTyped(wallet, [address, given])).rejects.toMatchObject({ code: -32_602 })
    }
    const foreign = privateKeyToAddress(generatePrivateKey())
    await expect(signTyped(wallet, [foreign, data])).rejects.toMatchObject({ code: 4_100 })
  })
})
