import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertSignature } from './insertSignature.js'

const signature = new Uint8Array(64).fill(9)
const keyOf = (index: number): Uint8Array => new Uint8Array(32).fill(index + 1)

/** With so many signers and other accounts, legacy or version 0. */
function build(signers: number, others: number, isVersioned: boolean): Uint8Array {
  const keys = Array.from({ length: signers + others }, (_, index) => [...keyOf(index)])
  return Uint8Array.from([
    signers,
    ...new Uint8Array(64 * signers),
    ...(isVersioned ? [0x80] : []),
    ...[signers, 0, 0],
    keys.length,
    ...keys.flat(),
    ...new Uint8Array(33),
  ])
}

test('puts the signature where the account stands among the signers, and changes nothing else', () => {
  const shape = fc.record({ signers: fc.integer({ min: 1, max: 8 }), others: fc.nat(20), isVersioned: fc.boolean() })
  fc.assert(
    fc.property(shape, fc.nat(7), ({ signers, others, isVersioned }, nth) => {
      const index = nth % signers
      const before = build(signers, others, isVersioned)
      const after = insertSignature(before, base58.encode(keyOf(index)), signature)
      const start = 1 + 64 * index
      expect(after.slice(start, start + 64)).toEqual(signature)
      expect(after.slice(0, start)).toEqual(before.slice(0, start))
      expect(after.slice(start + 64)).toEqual(before.slice(start + 64))
    }),
  )
})

test('error: INVALID_WALLET_REPLY for an account that is no signer, and a signature of another length', () => {
  const fault = expect.objectContaining({ code: 'INVALID_WALLET_REPLY' })
  expect(() => insertSignature(build(1, 2, true), base58.encode(keyOf(1)), signature)).toThrow(fault)
  expect(() => insertSignature(build(1, 2, false), base58.encode(keyOf(0)), signature.slice(1))).toThrow(fault)
})

test('error: INVALID_WALLET_REPLY for whatever is no transaction', () => {
  const fault = expect.objectContaining({ code: 'INVALID_WALLET_REPLY' })
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(() => insertSignature(bytes, base58.encode(keyOf(200)), signature)).toThrow(fault)
    }),
  )
})
