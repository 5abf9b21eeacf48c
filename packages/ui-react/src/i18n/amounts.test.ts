// @vitest-environment happy-dom
import { expect, it, test } from 'vitest'
import {
  readTypedAmount,
  toCompactText,
  toFeeText,
  toMoneyText,
  toNumberText,
  toPercentText,
  toTokenText,
  toUsd,
} from './amounts.js'

it.each([
  ['1234.50', undefined, '1,234.50'],
  ['10000.000', undefined, '10,000.000'],
  ['1234.50', 'en', '1,234.50'],
  ['1234.50', 'de', '1.234,50'],
  ['1234.50', 'ar-u-nu-latn', '1,234.50'],
  ['123456789012345678901234.123456789012345678', 'de', '123.456.789.012.345.678.901.234,123456789012345678'],
  ['0', 'pt-BR', '0'],
  ['', 'de', ''],
  ['1e5', 'de', '1e5'],
])('formats %s in locale %s as %s', (amount, locale, text) => expect(toNumberText(amount, locale)).toBe(text))

it.each([
  ['123456789.123', undefined, '123.456M'],
  ['1999999', undefined, '1.999M'],
  ['1000000', 'de', '1 Mio.'],
])('formats %s in compact form in locale %s as %s', (amount, locale, text) =>
  expect(toCompactText(amount, locale).replace(/\s/u, ' ')).toBe(text),
)

it('formats token amounts, money and percentages for the locale', () => {
  expect(toTokenText('1.2345678', 'de')).toBe('1,234567')
  expect(toMoneyText('9000.5', 'USD', 'de')).toBe('9.000,50 USD')
  expect(toUsd('2418.10', 'de').replace(/\s/u, ' ')).toBe('2.418,10 $')
  expect(toUsd('2418.10')).toBe('$2,418.10')
  expect(toPercentText('0.50')).toBe('0.50%')
  expect(toPercentText('12.3', 'fr').replace(/\s/u, ' ')).toBe('12,3 %')
  expect(toUsd('2418.10', 'ar-u-nu-latn')).toBe('\u200f2,418.10\u00a0\u2066US$\u2069')
})

test.each([
  ['10.00', 'USD', '10 USD'],
  ['99.5', 'USD', '99.50 USD'],
  ['100', 'EUR', '100 EUR'],
  ['0.0412349', 'ETH', '0.041234 ETH'],
  ['7', '', '7'],
])('formats %s %s as %s', (amount, currency, text) => {
  expect(toMoneyText(amount, currency)).toBe(text)
})

it.each([
  ['0', 18, '0 ETH'],
  ['5000', 9, '0.000005 ETH'],
  ['67290000000000', 18, '0.0000673 ETH'],
  ['2100000000000001', 18, '0.00211 ETH'],
  ['9999', 4, '1 ETH'],
  ['123456', 2, '1,235 ETH'],
])('a fee of %s with %i decimals shows as %s', (value, decimals, text) =>
  expect(toFeeText(value, { decimals, symbol: 'ETH' })).toBe(text),
)

it.each([
  ['67290000000000', 3_000, '0.0000673 ETH ($0.21)'],
  ['1', 3_000, '0.000000000000000001 ETH ($0.01)'],
  ['0', 3_000, '0 ETH ($0.00)'],
])('a fee of %s at a price of %i shows as %s', (value, price, text) =>
  expect(toFeeText(value, { decimals: 18, symbol: 'ETH', price })).toBe(text),
)

test.each([
  ['a comma', '0,5', ',', '0.5'],
  ['a comma at the end', '12,', ',', '12.'],
  ['a second separator', '1.5,', ',', '1.5,'],
  ['a digit', '1,05', '5', '1,05'],
  ['pasted text', '1,000', null, '1,000'],
  ['an Arabic digit', '1٢', '٢', '12'],
  ['a Persian digit', '۱', '۱', '1'],
  ['an Arabic decimal separator', '1٫', '٫', '1.'],
  ['a pasted Arabic number with separated thousands', '١٬٠٠٠٫٥', null, '1٬000.5'],
  ['a pasted full-width number', '１２．５', null, '12.5'],
  ['a pasted power', '10²', null, '10²'],
])('reads an amount with %s: "%s"', (_, value, data, text) => {
  const target = Object.assign(document.createElement('input'), { value })
  const event = { currentTarget: target, nativeEvent: { data } } as unknown as Parameters<typeof readTypedAmount>[0]
  expect(readTypedAmount(event)).toBe(text)
})
