import { expect, test } from 'vitest'
import { toUsd } from '../../i18n/amounts.js'
import { toAmountParts } from './BalanceText.js'

test.each([
  ['en', ['', '$1,234', '.50', '']],
  ['de', ['', '1.234', ',50', '\u00a0$']],
  ['pt-BR', ['US$\u00a0', '1.234', ',50', '']],
  ['zh-Hans', ['US$', '1,234', '.50', '']],
  ['ar', ['', '\u200f1,234', '.50', '\u00a0\u2066US$\u2069']],
])('separates currency letters from the amount in %s, but not a currency sign', (locale, parts) => {
  expect(toAmountParts(toUsd('1234.50', locale))).toEqual(parts)
})
