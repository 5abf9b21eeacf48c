import type { Network, SignatureClaim } from '@latchkey/core'
import { createTestContext } from '@latchkey/testing'
import { base64, hex } from '@scure/base'
import { Address, Signer, Verifier } from 'bip322-js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ECPair } from '../../test/createPair.js'
import { bitcoin } from '../adapter.js'
import { createBitcoinVerifier } from '../exports/verify.js'
import { bitcoinMainnet, bitcoinRegtest, bitcoinSignet, bitcoinTestnet } from '../networks.js'

const { verify, namespace } = createBitcoinVerifier()
const types = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'] as const
const { signal } = new AbortController()

const toAddresses = (type: (typeof types)[number]): ReturnType<typeof Address.convertPubKeyIntoAddress> =>
  Address.convertPubKeyIntoAddress(Buffer.from(hex.decode(ECPair.publicKey)), type)
const sign = (address: string, message: string): string =>
  base64.encode(toBytes(Signer.sign(ECPair.wif, address, message) as string | Uint8Array))
const toBytes = (signature: string | Uint8Array): Uint8Array =>
  typeof signature === 'string' ? base64.decode(signature) : Uint8Array.from(signature)

const claim = (address: string, parts: Partial<SignatureClaim> = {}): SignatureClaim => {
  const message = parts.message ?? 'Hello'
  return { network: bitcoinMainnet, address, message, signature: '', signal, ...parts }
}

describe.each(types)('%s', (type) => {
  const { mainnet, testnet, regtest } = toAddresses(type)

  it('accepts a signature of bip322-js for its own message only', async () => {
    for (const message of ['Hello', '', 'Grüße\nfrom here', 'x'.repeat(5_000)]) {
      const signature = sign(mainnet, message)
      expect(await verify(claim(mainnet, { message, signature }))).toEqual({ isValid: true, by: 'key' })
      expect(Verifier.verifySignature(mainnet, message, signature)).toBe(true)
      expect(await verify(claim(mainnet, { message: `${message} `, signature }))).toEqual({ isValid: false })
    }
  })

  it('accepts a witness with the BIP-322 1.0 prefix, but no recoverable signature with it', async () => {
    const signature = sign(mainnet, 'Hello')
    const { isValid } = await verify(claim(mainnet, { signature: `smp${signature}` }))
    expect(isValid).toBe(base64.decode(signature).length !== 65 || type === 'p2tr')
    expect(await verify(claim(mainnet, { signature: `ful${signature}` }))).toEqual({ isValid: false })
  })

  it('accepts an address on its own networks only', async () => {
    const isOf = async (address: string, network: Network): Promise<boolean> =>
      (await verify(claim(address, { network, signature: sign(address, 'Hello') }))).isValid
    const networks = [bitcoinMainnet, bitcoinTestnet, bitcoinSignet, bitcoinRegtest]
    const seen = async (address: string): Promise<readonly boolean[]> =>
      Promise.all(networks.map((network) => isOf(address, network)))
    // legacy addresses of testnet and regtest have the same format
    const isShared = testnet === regtest
    expect(await seen(mainnet)).toEqual([true, false, false, false])
    expect(await seen(testnet)).toEqual([false, true, true, isShared])
    expect(await seen(regtest)).toEqual([false, isShared, isShared, true])
  })

  it('rejects a signature of another address', async () => {
    const signature = sign(mainnet, 'Hello')
    const strangers = [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    ]
    for (const address of strangers) expect(await verify(claim(address, { signature }))).toEqual({ isValid: false })
  })

  it.each([
    ['an empty signature', ''],
    ['invalid base64', 'not base64!'],
    ['hex', 'ab'.repeat(65)],
    ['truncated base64', 'AkcwRAIgM2gBAQqv'],
    ['65 zeros', base64.encode(new Uint8Array(65))],
    ['a megabyte', 'A'.repeat(1_048_576)],
    ['undefined', undefined],
  ])('[I20] %s is an invalid signature and does not throw', async (_, signature) => {
    expect(await verify(claim(mainnet, { signature: signature as string }))).toEqual({ isValid: false })
  })

  it('[I20] arbitrary bytes and text are an invalid signature and do not throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary' }), async (bytes, message) => {
        expect(await verify(claim(mainnet, { signature: base64.encode(bytes), message }))).toEqual({ isValid: false })
        expect(await verify(claim(message, { signature: message }))).toEqual({ isValid: false })
      }),
      { numRuns: 50 },
    )
  })
})

it.each([
  ['bytes as the message', 'Hello', { message: new TextEncoder().encode('Hello') as never }],
  ['a message with a lone surrogate', '\ufffd', { message: '\ud800' }],
  ['another namespace', 'Hello', { network: { ...bitcoinMainnet, chainNamespace: 'eip155' } }],
] as const)('[I20] %s is invalid', async (_, message, parts) => {
  const { mainnet } = toAddresses('p2wpkh')
  const signed = claim(mainnet, { message, signature: sign(mainnet, message) })
  expect((await verify(signed)).isValid).toBe(true)
  expect(await verify({ ...signed, ...parts })).toEqual({ isValid: false })
})

it('rejects with the reason of an aborted signal', async () => {
  const signed = claim(toAddresses('p2wpkh').mainnet, { signal: AbortSignal.abort(new Error('left')) })
  await expect(verify(signed)).rejects.toThrow('left')
})

it('the adapter verifies signatures with message:verify', async () => {
  const { mainnet } = toAddresses('p2tr')
  const instance = bitcoin().setup(createTestContext({ networks: [bitcoinMainnet] }))
  const check = instance.features['message:verify']
  const signed = claim(mainnet, { signature: sign(mainnet, 'Hello') })
  expect(await check?.(signed)).toEqual({ isValid: true, by: 'key' })
  expect(await check?.({ ...signed, message: 'Other' })).toEqual({ isValid: false })
  expect(namespace).toBe('bip122')
  instance.destroy()
})
