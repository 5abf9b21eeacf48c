import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBytes, parseHash, toBytes, toHex, toQuantity } from './hex.js'

describe('toQuantity', () => {
  test('writes numbers as JSON-RPC does', () => {
    expect(toQuantity('value', 0n)).toBe('0x0')
    expect(toQuantity('value', 10n ** 18n)).toBe('0xde0b6b3a7640000')
    expect(toQuantity('nonce', 31)).toBe('0x1f')
  })

  for (const value of [-1n, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    test(`error: INVALID_PARAMS for ${value}`, () => {
      expect(() => toQuantity('value', value)).toThrow(
        expect.objectContaining({ code: 'INVALID_PARAMS', details: `value is ${value}.` }),
      )
    })
})

test('bytes come back from hex as they were', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const hex = toHex(bytes)
      expect(isBytes(hex)).toBe(true)
      expect(toBytes(hex)).toEqual(bytes)
    }),
  )
})

test('a text is written as its UTF-8 bytes', () => {
  expect(toHex('é€')).toBe('0xc3a9e282ac')
  expect(toHex('')).toBe('0x')
})

test('bytes are 0x and whole bytes', () => {
  expect(['0x', '0x00', '0xAb'].every(isBytes)).toBe(true)
  expect(['', '00', '0x0', '0xg0', null, 7].some(isBytes)).toBe(false)
})

test('a hash is 32 bytes, in lower case', () => {
  const hash = `0x${'Ab'.repeat(32)}`
  expect(parseHash(hash)).toBe(hash.toLowerCase())
  expect([`${hash}00`, hash.slice(0, -2), 'x', null, [hash]].map(parseHash)).toEqual([null, null, null, null, null])
})
