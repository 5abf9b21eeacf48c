import { assert, bigInt, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { toDecimal, toFixedDecimals } from './amounts.js'

test.each([
  [0n, 18, '0'],
  [1n, 18, '0.000000000000000001'],
  [1_500_000n, 6, '1.5'],
  [1_000_000n, 6, '1'],
  [123n, 0, '123'],
  [-1_500_000n, 6, '-1.5'],
  [2n ** 256n - 1n, 18, '115792089237316195423570985008687907853269984665640564039457.584007913129639935'],
])('writes %s atomic units of %s decimals as %s', (value, decimals, text) => {
  expect(toDecimal(value, decimals)).toBe(text)
})

test.each([
  ['1.2049999', 3, '1.204'],
  ['0.0009', 3, '0.000'],
  ['0.9999', 3, '0.999'],
  ['12', 3, '12.000'],
  ['0', 2, '0.00'],
  ['3.7', 0, '3'],
])('cuts %s to %s decimals: %s', (amount, decimals, text) => {
  expect(toFixedDecimals(amount, decimals)).toBe(text)
})

/** Atomic units of a decimal text, read digit by digit: floats would lose some. */
function toAtomic(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const value = BigInt(whole + fraction.padEnd(decimals, '0'))
  return text.startsWith('-') ? -value : value
}

const amounts = bigInt({ min: -(2n ** 256n), max: 2n ** 256n })
const scales = integer({ min: 0, max: 36 })

test('no digit is lost or added on the way to text', () => {
  assert(
    property(amounts, scales, (value, decimals) => {
      const text = toDecimal(value, decimals)
      expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)
      expect(toAtomic(text, decimals)).toBe(value)
    }),
  )
})

test('nobody is shown more than they have', () => {
  assert(
    property(bigInt({ min: 0n, max: 2n ** 256n }), scales, integer({ min: 0, max: 8 }), (value, decimals, shown) => {
      const text = toFixedDecimals(toDecimal(value, decimals), shown)
      expect(text).toMatch(shown === 0 ? /^\d+$/ : new RegExp(`^\\d+\\.\\d{${shown}}$`))
      const scale = Math.max(decimals, shown)
      const short = value * 10n ** BigInt(scale - decimals) - toAtomic(text, scale)
      expect(short >= 0n && short < 10n ** BigInt(scale - shown)).toBe(true)
    }),
  )
})
