import { createTestContext } from '@latchkey/testing'
import fc from 'fast-check'
import {
  type Hex,
  hashMessage as hashInViem,
  parseSignature,
  recoverMessageAddress,
  serializeCompactSignature,
  serializeSignature,
  signatureToCompactSignature,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setUpVerifier, type TestVerifier } from '../../test/setUpVerifier.js'
import { evm } from '../adapter.js'
import { hashMessage } from './verifySignature.js'

const signer = privateKeyToAccount(generatePrivateKey())

const stranger = privateKeyToAccount(generatePrivateKey())

const { address } = signer

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

let rig: TestVerifier

let signature: Hex

beforeAll(async () => {
  rig = await setUpVerifier()
  signature = await signer.signMessage({ message: 'Hello' })
})

afterEach(() => rig.proxy.reset())

afterAll(() => rig.stop())

const check = (parts: Parameters<TestVerifier['claim']>[0]): ReturnType<TestVerifier['verify']> =>
  rig.verify(rig.claim(parts))

const byKey = { isValid: true, by: 'key' }

const refused = { isValid: false }

it('hashMessage hashes like viem', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(toHex(hashMessage(text))).toBe(hashInViem(text))
    }),
  )
})

describe('a signature of a key', () => {
  it('is valid for any text, without an RPC request', async () => {
    rig.proxy.fail({ kind: 'cut', when: 'before' })
    for (const message of ['Hello', '', 'Grüße\nfrom 🏠', 'x'.repeat(10_000)]) {
      const signed = { address, message, signature: await signer.signMessage({ message }) }
      expect(await check(signed)).toEqual(byKey)
    }
    expect(rig.proxy.calls).toEqual([])
  })

  it('[I20] is valid with a recovery id of 0 or 1, in the compact form of 64 bytes and in upper case', async () => {
    const { r, s, yParity } = parseSignature(signature)
    expect(signature.slice(-2)).toBe(yParity ? '1c' : '1b')
    const forms = [
      `${signature.slice(0, -2)}0${yParity}`,
      serializeCompactSignature(signatureToCompactSignature({ r, s, yParity })),
      signature.toUpperCase().replace('0X', '0x'),
    ]
    expect(forms.map(({ length }) => (length - 2) / 2)).toEqual([65, 64, 65])
    for (const form of forms) expect(await check({ address, signature: form })).toEqual(byKey)
  })

  it('is valid for an address without a checksum only in wallet texts, and never for a wrong checksum [EIP-55]', async () => {
    const [lower, wrong] = [address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`]
    expect(await check({ address: lower, signature })).toEqual(refused)
    expect(await check({ address: lower, signature, isWalletText: true })).toEqual(byKey)
    for (const isWalletText of [false, true])
      expect(await check({ address: wrong, signature, isWalletText })).toEqual(refused)
  })

  it('[I20] is invalid with a high s', async () => {
    const { r, s, yParity } = parseSignature(signature)
    const high = { r, s: toHex(order - BigInt(s), { size: 32 }), yParity: yParity ? 0 : 1 }
    expect(await check({ address, signature: serializeSignature(high) })).toEqual(refused)
    // it recovers to the same key: only the high s is wrong
    expect(await recoverMessageAddress({ message: 'Hello', signature: serializeSignature(high) })).toBe(address)
  })

  it('is invalid for another address, for another text, and with a flipped bit', async () => {
    expect(await check({ address: stranger.address, signature })).toEqual(refused)
    expect(await check({ address, signature, message: 'Hello ' })).toEqual(refused)
    for (let index = 2; index < signature.length; index += 8) {
      const digit = (Number.parseInt(signature.charAt(index), 16) ^ 1).toString(16)
      const turned = `${signature.slice(0, index)}${digit}${signature.slice(index + 1)}`
      expect(await check({ address, signature: turned })).toEqual(refused)
    }
  })

  it('is never valid for the zero address', async () => {
    const zero = '0x0000000000000000000000000000000000000000'
    for (const forged of [`0x${'00'.repeat(65)}`, `0x${'00'.repeat(64)}1b`, `0x${'ff'.repeat(64)}1b`, signature])
      expect(await check({ address: zero, signature: forged })).toEqual(refused)
  })
})

describe('invalid claims', () => {
  it.each([
    ['an empty string', ''],
    ['0x', '0x'],
    ['an odd number of hex digits', '0x123'],
    ['invalid hex', `0x${'zz'.repeat(65)}`],
    ['hex without 0x', 'ab'.repeat(65)],
    ['100 kB', `0x${'ab'.repeat(100_000)}`],
    ['undefined', undefined as never],
    ['bytes', new Uint8Array(65) as never],
  ])('[I20] %s as a signature is invalid, without an RPC request', async (_, wrong) => {
    rig.proxy.fail({ kind: 'cut', when: 'before' })
    expect(await check({ address, signature: wrong })).toEqual(refused)
  })

  it.each([0, 1, 26, 29, 31, 255])('[I20] a recovery byte of %i is invalid', async (v) => {
    const { yParity } = parseSignature(signature)
    const end = v === yParity ? 2 : v
    expect(await check({ address, signature: `${signature.slice(0, -2)}${toHex(end, { size: 1 }).slice(2)}` })).toEqual(
      refused,
    )
  })

  it.each([1, 63, 66, 96, 1_000, 24_576])('[I20] a signature of %i bytes is invalid', async (length) => {
    expect(await check({ address, signature: `0x${'ab'.repeat(length)}` })).toEqual(refused)
  })

  it('[I20] arbitrary bytes are an invalid signature and do not throw', async () => {
    const magic = '6492'.repeat(16)
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.boolean(), async (bytes, isWrapped) => {
        expect(await check({ address, signature: `${toHex(bytes)}${isWrapped ? magic : ''}` })).toEqual(refused)
      }),
      { numRuns: 100 },
    )
  })

  it.each([
    ['an invalid address', { address: '0x12' }],
    ['an address of another namespace', { address: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' }],
    ['bytes as the message', { message: new TextEncoder().encode('Hello') as never }],
    ['a message with a lone surrogate', { message: '\ud800' }],
  ])('[I20] %s is invalid', async (_, parts) => {
    const { message } = parts as { message?: unknown }
    const own = await signer.signMessage({ message: message === '\ud800' ? '\ufffd' : 'Hello' })
    expect(await check({ address, signature: own, ...parts })).toEqual(refused)
  })

  it('a network of another namespace is invalid', async () => {
    const claim = rig.claim({ address, signature })
    expect(await rig.verify(claim)).toEqual(byKey)
    expect(await rig.verify({ ...claim, network: { ...claim.network, chainNamespace: 'solana' } })).toEqual(refused)
  })
})

it('the adapter verifies signatures with message:verify', async () => {
  const claim = rig.claim({ address, signature })
  const context = createTestContext({ networks: [claim.network] })
  const instance = evm().setup(context)
  const verify = instance.features['message:verify']
  expect(await verify?.(claim)).toEqual(byKey)
  expect(await verify?.({ ...claim, message: 'Other' })).toEqual(refused)
  instance.destroy()
  context.end()
})
