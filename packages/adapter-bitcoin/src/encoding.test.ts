import { base64, hex } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCandidates, isSameBytes } from './encoding.js'

test('decodeCandidates decodes hex, base64 and raw bytes', () => {
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

test('decodeCandidates returns no candidates for invalid input and never throws', () => {
  fc.assert(fc.property(fc.anything(), (value) => void decodeCandidates(value)))
  for (const value of ['', 'not base64!', 7, null, undefined, {}, 'a'.repeat(5_000_000)])
    expect(decodeCandidates(value)).toEqual([])
})
