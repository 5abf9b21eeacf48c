import { base64, hex } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCandidates, isSameBytes } from './encoding.js'

test('bytes are read from hex, base64 and bytes, whichever a wallet writes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
      for (const written of [
        hex.encode(bytes),
        `0x${hex.encode(bytes)}`,
        hex.encode(bytes).toUpperCase(),
        base64.encode(bytes),
        bytes,
      ])
        expect(decodeCandidates(written).some((reading) => isSameBytes(reading, bytes))).toBe(true)
    }),
  )
})

test('what is none of them has no reading, and nothing throws', () => {
  fc.assert(fc.property(fc.anything(), (value) => void decodeCandidates(value)))
  for (const value of ['', 'not base64!', 7, null, undefined, {}, 'a'.repeat(5_000_000)])
    expect(decodeCandidates(value)).toEqual([])
})
