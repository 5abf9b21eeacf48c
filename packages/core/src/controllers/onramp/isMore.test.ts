import { assert, bigInt, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { toDecimal } from '../../utils/amounts.js'
import { isMore } from './state.js'

test.each([
  ['1.5', '1.50', false],
  ['1.51', '1.5', true],
  ['10', '9.999999999999999999', true],
  ['0', '0.0', false],
  ['2', '10', false],
])('%s is more than %s: %s', (a, b, expected) => {
  expect(isMore(a, b)).toBe(expected)
})

test('agrees with the amounts in atomic units', () => {
  const amount = bigInt({ min: 0n, max: 10n ** 24n })
  assert(
    property(amount, amount, integer({ min: 0, max: 18 }), (a, b, decimals) => {
      expect(isMore(toDecimal(a, decimals), toDecimal(b, decimals))).toBe(a > b)
    }),
  )
})
