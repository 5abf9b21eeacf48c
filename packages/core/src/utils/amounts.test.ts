import { assert, bigInt, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { isGreater, parseAmount, toDecimal, toFixedDecimals } from './amounts.js'

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

/** Parses a decimal string into atomic units digit by digit, as floats would lose precision. */
function toAtomic(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const value = BigInt(whole + fraction.padEnd(decimals, '0'))
  return text.startsWith('-') ? -value : value
}

const amounts = bigInt({ min: -(2n ** 256n), max: 2n ** 256n })

const scales = integer({ min: 0, max: 36 })

test('toDecimal neither loses nor adds digits', () => {
  assert(
    property(amounts, scales, (value, decimals) => {
      const text = toDecimal(value, decimals)
      expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)
      expect(toAtomic(text, decimals)).toBe(value)
    }),
  )
})

test('toFixedDecimals never rounds up', () => {
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

test.each([
  ['1.5', 6, 1_500_000n],
  ['0', 18, 0n],
  ['.5', 2, 50n],
  ['5.', 2, 500n],
  ['007', 0, 7n],
  ['0.000001', 6, 1n],
])('%s with %i decimals is %s atomic units', (text, decimals, value) => {
  expect(parseAmount(text, decimals)).toBe(value)
})

test.each(['', '.', '1e18', '1,5', '-1', '+1', ' 1', '1.2.3', '0x10', '١٢', '１', 'NaN', '1_000', '0.0000001'])(
  '[I34] rejects %j as an amount of a token with 6 decimals',
  (text) => expect(parseAmount(text, 6)).toBeNull(),
)

test('[I34] rejects an amount of 80 digits', () => {
  expect(parseAmount('9'.repeat(80), 0)).toBeNull()
})

test('parseAmount parses what toDecimal writes', () => {
  assert(
    property(bigInt({ min: 0n, max: 10n ** 60n }), integer({ min: 0, max: 18 }), (value, decimals) => {
      expect(parseAmount(toDecimal(value, decimals), decimals)).toBe(value)
    }),
  )
})

test.each([
  ['1.5', '1.50', false],
  ['1.51', '1.5', true],
  ['10', '9.999999999999999999', true],
  ['0', '0.0', false],
  ['2', '10', false],
])('%s is more than %s: %s', (a, b, expected) => {
  expect(isGreater(a, b)).toBe(expected)
})

test('isGreater compares decimal strings like their atomic units', () => {
  const amount = bigInt({ min: 0n, max: 10n ** 24n })
  assert(
    property(amount, amount, integer({ min: 0, max: 18 }), (a, b, decimals) => {
      expect(isGreater(toDecimal(a, decimals), toDecimal(b, decimals))).toBe(a > b)
    }),
  )
})
