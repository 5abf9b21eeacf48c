import { recoverMessageAddress, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { createWalletKeys } from '../signers.js'
import { createEvmSigner } from './signer.js'

const chain = 'eip155:31337'

describe('createEvmSigner', () => {
  const signer = createEvmSigner({ keys: createWalletKeys().eip155, getRpcUrl: () => undefined })
  const [address] = signer.addresses
  const ask = (method: string, params: unknown, from = address): Promise<unknown> =>
    signer.answer({ chain, method, params, address: from })

  it('signs text and bytes, also for a lowercase address', async () => {
    for (const [message, raw] of [
      ['hello', 'hello'],
      [toHex('hello'), 'hello'],
    ] as const) {
      const signature = (await ask('personal_sign', [message, address.toLowerCase()])) as `0x${string}`
      expect(await recoverMessageAddress({ message: raw, signature })).toBe(address)
    }
  })

  it('accepts typed data as JSON text and as an object', async () => {
    const typed = {
      domain: { name: 'Test' },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note',
      message: { text: 'hello' },
    }
    const signature = await ask('eth_signTypedData_v4', [address, typed])
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
    expect(await ask('eth_signTypedData_v4', [address, JSON.stringify(typed)])).toBe(signature)
  })

  it('signs only with the account that the request was made for', async () => {
    const [, second = ''] = signer.addresses
    await expect(ask('personal_sign', ['0x00', second])).rejects.toMatchObject({ code: 4_100 })
    expect(await ask('personal_sign', ['0x00', second], second)).toMatch(/^0x/)
    await expect(ask('personal_sign', ['0x00'])).rejects.toMatchObject({ code: 4_100 })
    await expect(ask('eth_sendTransaction', [{ to: address }])).rejects.toMatchObject({ code: 4_100 })
  })

  it('rejects unknown chains and unknown methods', async () => {
    await expect(ask('eth_sendTransaction', [{ from: address }])).rejects.toMatchObject({ code: 4_902 })
    for (const method of ['eth_sign', 'constructor', '__proto__', ''])
      await expect(ask(method, [])).rejects.toMatchObject({ code: 5_101 })
  })
})
