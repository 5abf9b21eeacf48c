import { assert, bigInt, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { parseAmount, toDecimal } from './amounts.js'

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
  '[I34] %j is no amount of a token with 6 decimals',
  (text) => expect(parseAmount(text, 6)).toBeNull(),
)

test('[I34] 80 digits are no amount', () => {
  expect(parseAmount('9'.repeat(80), 0)).toBeNull()
})

test('reads what toDecimal writes', () => {
  assert(
    property(bigInt({ min: 0n, max: 10n ** 60n }), integer({ min: 0, max: 18 }), (value, decimals) => {
      expect(parseAmount(toDecimal(value, decimals), decimals)).toBe(value)
    }),
  )
})
