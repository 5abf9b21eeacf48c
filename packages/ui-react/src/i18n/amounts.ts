import { toFixedDecimals } from '@latchkey/core'
import { toDecimal } from '@latchkey/core/plugin'

/** A decimal text as it is written in a language: `toNumberText('1234.50', 'de')` is `1.234,50`. As it is without one. */
export function toNumberText(amount: string, locale: string | undefined): string {
  if (!locale || !/^-?\d+(\.\d{0,20})?$/.test(amount)) return amount
  const digits = amount.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  // as a text: a number would lose digits
  return format.format(amount as `${number}`)
}

/** USD as they are written in a language: a decimal text with its digits in groups, e.g. `$2,418.01`; that without one. */
export function toUsd(amount: string, locale?: string | undefined): string {
  const [whole = '0', ...fraction] = amount.split('.')
  if (locale) {
    const digits = fraction[0]?.length ?? 0
    const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', ...shown })
    const text = format.format(amount as `${number}`)
    // among words from right to left its letters and its sign would part
    return text.startsWith('\u200f') ? text.replace('US$', '\u2066US$\u2069') : text
  }
  return `$${[whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')}`
}

/** Decimals that are shown of what an account has. */
const most = 6

/** An amount of a token in whole units with six decimals at most: cut, so that nobody is shown what they don't have. */
export function toTokenText(amount: string, locale?: string | undefined): string {
  return toNumberText(amount.includes('.') ? toFixedDecimals(amount, most).replace(/\.?0+$/, '') : amount, locale)
}

/** An amount and its currency: `toMoneyText('10.00', 'USD')` is `'10 USD'`. Cut, never rounded up. */
export function toMoneyText(amount: string, currency: string, locale?: string | undefined): string {
  const [whole = '', fraction = ''] = toFixedDecimals(amount, most).split('.')
  const rest = fraction.replace(/0+$/, '')
  const shown = `${whole}${rest && `.${rest.length === 1 ? `${rest}0` : rest}`}`
  return `${toNumberText(shown, locale)} ${currency}`.trim()
}

/** Digits that say something. */
const digits = 3

/** What a fee is at most, in whole units: atomic units as decimal digits, rounded up to three digits that say something. */
export function toFeeText(value: string, decimals: number, locale?: string | undefined): string {
  // 1 wei less digits than there are, but never beyond the decimal point
  const cut = Math.min(Math.max(value.length - digits, 0), decimals)
  const unit = 10n ** BigInt(cut)
  return toNumberText(toDecimal(((BigInt(value) + unit - 1n) / unit) * unit, decimals), locale)
}

/** What a typed amount is worth at a price in USD, e.g. `≈ $12.50`; undefined for what is no amount. */
export function toWorth(amount: string, price: number, locale?: string | undefined): string | undefined {
  if (!/^\d*\.?\d*$/.test(amount) || !/\d/.test(amount)) return undefined
  const value = Number(amount) * price
  return Number.isFinite(value) && value < 1e15 ? `≈ ${toUsd(value.toFixed(2), locale)}` : undefined
}
