import type { SignatureClaim } from '@latchkey/core'
import { solanaDevKeypair } from '@latchkey/devnet'
import { createTestContext } from '@latchkey/testing'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  createKeyPairFromPrivateKeyBytes,
  getAddressFromPublicKey,
  getPublicKeyFromAddress,
  signatureBytes,
  signBytes,
  verifySignature as verifyInKit,
} from '@solana/kit'
import { createSignInMessage, verifySignIn } from '@solana/wallet-standard-core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { solana } from '../adapter.js'
import { createSolanaVerifier } from '../exports/verify.js'
import { solanaMainnet, toNetwork } from '../networks.js'

const { verify, namespace } = createSolanaVerifier()
const { address, secretKey } = solanaDevKeypair(0)
const secret = secretKey.slice(0, 32)
const network = toNetwork(solanaMainnet)
const { signal } = new AbortController()

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const sign = (message: string): string => base58.encode(ed25519.sign(encode(message), secret))

const claim = (parts: Partial<SignatureClaim>): SignatureClaim => ({
  network,
  address,
  message: 'Hello',
  signature: sign(parts.message ?? 'Hello'),
  signal,
  ...parts,
})

describe('verify', () => {
  it('accepts the same signatures as @solana/kit', async () => {
    const { privateKey, publicKey } = await createKeyPairFromPrivateKeyBytes(secret)
    const signature = await signBytes(privateKey, encode('Grüße'))
    const kitAddress = await getAddressFromPublicKey(publicKey)
    const signed = claim({
      address: kitAddress,
      message: 'Grüße',
      signature: base58.encode(Uint8Array.from(signature)),
    })
    expect(await verify(signed)).toEqual({ isValid: true, by: 'key' })
    expect(await verify({ ...signed, message: 'Gruße' })).toEqual({ isValid: false })

    const key = await getPublicKeyFromAddress(kitAddress)
    const own = signatureBytes(base58.decode(sign('Grüße')))
    expect(await verifyInKit(key, own, encode('Grüße'))).toBe(true)
  })

  it('agrees with the sign-in verifier of the Wallet Standard', async () => {
    const input = { domain: 'app.example', address, uri: 'https://app.example', version: '1', nonce: 'k3jd9sl2' }
    const signedMessage = createSignInMessage(input)
    const message = new TextDecoder().decode(signedMessage)
    const publicKey = base58.decode(address)
    for (const signature of [sign(message), sign('Hello')]) {
      const output = { account: { publicKey }, signedMessage, signature: base58.decode(signature) }
      const isValid = verifySignIn(input, output as never)
      expect((await verify(claim({ message, signature }))).isValid).toBe(isValid)
      expect(isValid).toBe(signature === sign(message))
    }
  })

  it('rejects a signature of another account and one with a flipped bit', async () => {
    const stranger = solanaDevKeypair(1).address
    expect(await verify(claim({ address: stranger }))).toEqual({ isValid: false })
    const bytes = base58.decode(sign('Hello'))
    for (let index = 0; index < 64; index += 1) {
      const turned = Uint8Array.from(bytes)
      turned[index] = (turned[index] ?? 0) ^ 1
      expect(await verify(claim({ signature: base58.encode(turned) }))).toEqual({ isValid: false })
    }
  })

  it('[I20] rejects an s above the group order and a key of small order', async () => {
    const bytes = base58.decode(sign('Hello'))
    const order = 2n ** 252n + 27742317777372353535851937790883648493n
    const s = bytes.slice(32).reduceRight((sum, byte) => (sum << 8n) + BigInt(byte), 0n) + order
    const high = Uint8Array.from(bytes, (byte, index) =>
      index < 32 ? byte : Number((s >> BigInt(8 * (index - 32))) & 0xffn),
    )
    expect(await verify(claim({ signature: base58.encode(high) }))).toEqual({ isValid: false })

    // the identity point: with it as the key, R = 1 and s = 0 would sign any message
    const neutral = Uint8Array.from({ length: 32 }, (_, index) => (index === 0 ? 1 : 0))
    const forged = Uint8Array.of(...neutral, ...new Uint8Array(32))
    expect(ed25519.verify(forged, encode('Hello'), neutral, { zip215: true })).toBe(true)
    const signed = claim({ address: base58.encode(neutral), signature: base58.encode(forged) })
    expect(await verify(signed)).toEqual({ isValid: false })
  })

  it.each([
    ['an empty signature', { signature: '' }],
    ['63 bytes', { signature: base58.encode(new Uint8Array(63)) }],
    ['65 bytes', { signature: base58.encode(new Uint8Array(65)) }],
    ['hex', { signature: `0x${'ab'.repeat(64)}` }],
    ['characters outside base58', { signature: '0OIl' }],
    ['a megabyte', { signature: '1'.repeat(1_000_000) }],
    ['undefined', { signature: undefined as never }],
    ['an invalid address', { address: '11' }],
    ['an address of another namespace', { address: '0x000000000000000000000000000000000000dEaD' }],
    ['bytes as the message', { message: encode('Hello') as never, signature: sign('Hello') }],
    ['a message with a lone surrogate', { message: '\ud800', signature: sign('\ufffd') }],
    ['another namespace', { network: { ...network, chainNamespace: 'eip155' as const } }],
  ])('[I20] %s is invalid and does not throw', async (_, parts) => {
    expect(await verify(claim(parts))).toEqual({ isValid: false })
  })

  it('[I20] arbitrary bytes and text are an invalid signature and do not throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), fc.string({ unit: 'binary' }), async (bytes, message) => {
        expect(await verify(claim({ signature: base58.encode(bytes), message }))).toEqual({ isValid: false })
        expect(await verify(claim({ signature: message }))).toEqual({ isValid: false })
      }),
      { numRuns: 50 },
    )
  })

  it('rejects with the reason of an aborted signal', async () => {
    await expect(verify(claim({ signal: AbortSignal.abort(new Error('left')) }))).rejects.toThrow('left')
  })
})

it('the adapter verifies signatures with message:verify', async () => {
  const instance = solana().setup(createTestContext({ networks: [network] }))
  const check = instance.features['message:verify']
  expect(await check?.(claim({}))).toEqual({ isValid: true, by: 'key' })
  expect(await check?.(claim({ message: 'Other', signature: sign('Hello') }))).toEqual({ isValid: false })
  expect(namespace).toBe('solana')
  instance.destroy()
})
