import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHexValues } from './toHexValues.js'

test('BigInt values become hex, wherever they stand', () => {
  expect(toHexValues(255n)).toBe('0xff')
  expect(toHexValues([{ value: 10n ** 18n, list: [0n, 'x', null, undefined, 1.5, true] }])).toEqual([
    { value: '0xde0b6b3a7640000', list: ['0x0', 'x', null, undefined, 1.5, true] },
  ])
  expect(toHexValues(-16n)).toBe('-0x10')
})

test('all else stays as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(toHexValues(value)).toEqual(value)
    }),
  )
  const bytes = new Uint8Array([1, 2])
  expect(toHexValues({ bytes })).toEqual({ bytes })
})

test('every value that is no negative number reads back as it was', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n }), (value) => {
      expect(BigInt(toHexValues(value) as string)).toBe(value)
    }),
  )
})
