import { expect, test } from 'vitest'
import { toMoneyText } from './toMoneyText.js'

test.each([
  ['10.00', 'USD', '10 USD'],
  ['99.5', 'USD', '99.50 USD'],
  ['100', 'EUR', '100 EUR'],
  ['0.0412349', 'ETH', '0.041234 ETH'],
  ['7', '', '7'],
])('%s %s: %s', (amount, currency, text) => {
  expect(toMoneyText(amount, currency)).toBe(text)
})
