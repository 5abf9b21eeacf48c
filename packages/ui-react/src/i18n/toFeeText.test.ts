import { expect, it } from 'vitest'
import { toFeeText } from './toFeeText.js'

it.each([
  ['0', 18, '0'],
  ['5000', 9, '0.000005'],
  ['67290000000000', 18, '0.0000673'],
  ['2100000000000001', 18, '0.00211'],
  ['9999', 4, '1'],
  ['123456', 2, '1235'],
])('a fee of %s with %i decimals shows as %s', (value, decimals, text) => expect(toFeeText(value, decimals)).toBe(text))
