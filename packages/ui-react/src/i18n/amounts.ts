import { toFixedDecimals } from '@latchkey/core'
import { toDecimal } from '@latchkey/core/plugin'
import type { FormEvent, InputHTMLAttributes } from 'react'

/** The language of the texts, unless the app has chosen another one. */
const defaultLocale = 'en'

/** Formatters by locale and options: creating one takes a hundred times as long as using it, and lists need many. */
// eslint-disable-next-line no-restricted-syntax -- the same for all modals: a formatter depends on its key alone
const formats = new Map<string, Intl.NumberFormat>()

function getFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format
}

/** Formats a decimal text for a locale: `toNumberText('1234.50', 'de')` is `1.234,50`. Other texts stay unchanged. */
export function toNumberText(amount: string, locale: string = defaultLocale): string {
  if (!/^-?\d+(\.\d{0,20})?$/.test(amount)) return amount
  // as a string: a number would lose digits
  return getFormat(locale, toFractionDigits(amount)).format(amount as `${number}`)
}

/** Formats a large decimal text in short form for a locale: `toCompactText('123456789')` is `123.456M`. */
export function toCompactText(amount: string, locale: string = defaultLocale): string {
  const format = getFormat(locale, { notation: 'compact', maximumFractionDigits: 3, roundingMode: 'trunc' })
  return format.format(amount as `${number}`)
}

/** Formats percent for a locale: `toPercentText('0.50')` is `0.50%`. */
export function toPercentText(percent: string, locale: string = defaultLocale): string {
  const format = getFormat(locale, { style: 'percent', ...toFractionDigits(percent) })
  return format.format(Number(percent) / 100)
}

/** Formats a decimal text as USD for a locale, e.g. `$2,418.01`. */
export function toUsd(amount: string, locale: string = defaultLocale): string {
  const format = getFormat(locale, { style: 'currency', currency: 'USD', ...toFractionDigits(amount) })
  const text = format.format(amount as `${number}`)
  // in right-to-left text the letters and the sign would be separated
  return text.startsWith('\u200f') ? text.replace('US$', '\u2066US$\u2069') : text
}

/**
 * Formats the value of a holding as USD. Cut to cents, so that it is never more than there is; undefined if it is unknown or
 * beyond exact numbers.
 */
export function toHoldingUsd(value: number | undefined, locale?: string | undefined): string | undefined {
  return value !== undefined && value < 1e15 ? toUsd(toFixedDecimals(value.toFixed(6), 2), locale) : undefined
}

/** Formats with as many decimals as the text has. */
function toFractionDigits(amount: string): Intl.NumberFormatOptions {
  const digits = amount.split('.')[1]?.length ?? 0
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

/** Decimals to show. */
const maxDecimals = 6

/** Cuts a decimal text to six decimals, without zeros at the end, e.g. for a field: `toShortDecimal('1.50')` is `1.5`. */
export function toShortDecimal(amount: string): string {
  return amount.includes('.') ? toFixedDecimals(amount, maxDecimals).replace(/\.?0+$/, '') : amount
}

/** Formats an amount of a token in whole units. Cut to six decimals, so that it is never more than the balance. */
export function toTokenText(amount: string, locale?: string | undefined): string {
  return toNumberText(toShortDecimal(amount), locale)
}

/** An amount and its currency: `toMoneyText('10.00', 'USD')` is `'10 USD'`. Cut, never rounded up. */
export function toMoneyText(amount: string, currency: string, locale?: string | undefined): string {
  const [whole = '', fraction = ''] = toFixedDecimals(amount, maxDecimals).split('.')
  const rest = fraction.replace(/0+$/, '')
  const shown = `${whole}${rest && `.${rest.length === 1 ? `${rest}0` : rest}`}`
  return `${toNumberText(shown, locale)} ${currency}`.trim()
}

/** Significant digits. */
const digits = 3

type FeeFormat = {
  readonly decimals: number
  readonly symbol: string
  /** In USD, if it is known. */
  readonly price?: number | undefined
  readonly locale?: string | undefined
}

/**
 * Formats the maximum of a fee, given in atomic units: rounded up to three significant digits, its value to a cent, as in
 * `0.0000673 ETH ($0.21)`.
 */
export function toFeeText(value: string, { decimals, symbol, price, locale }: FeeFormat): string {
  // never beyond the decimal point
  const cut = Math.min(Math.max(value.length - digits, 0), decimals)
  const unit = 10n ** BigInt(cut)
  const amount = toDecimal(((BigInt(value) + unit - 1n) / unit) * unit, decimals)
  const text = `${toNumberText(amount, locale)} ${symbol}`
  if (price === undefined) return text
  return `${text} (${toUsd((Math.ceil(Number(amount) * price * 100) / 100).toFixed(2), locale)})`
}

/** The value of an amount at a price in USD, e.g. `≈ $12.50`; undefined for an invalid amount. */
export function toWorth(amount: string, price: number, locale?: string | undefined): string | undefined {
  if (!/^\d*\.?\d*$/.test(amount) || !/\d/.test(amount)) return undefined
  const value = Number(amount) * price
  return Number.isFinite(value) && value < 1e15 ? `≈ ${toUsd(value.toFixed(2), locale)}` : undefined
}

/** Handlers of an amount field, which pass on the amount that is read from its text. */
export function onTypedAmount(
  onAmount: (amount: string) => void,
): Pick<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'onCompositionEnd'> {
  const read = (event: FormEvent<HTMLInputElement>): void => onAmount(readTypedAmount(event))
  return { onChange: read, onCompositionEnd: read }
}

/**
 * Reads the text of an amount field. A typed comma becomes a decimal point, because the number pads of phones have only the decimal
 * separator of the user's region. Pasted text keeps its comma: it may separate thousands. Arabic and full-width digits become ASCII.
 * The field shows what is read, and the caret stays in its place.
 */
export function readTypedAmount({ currentTarget: field, nativeEvent }: FormEvent<HTMLInputElement>): string {
  // a changed text would end the composition, and the input method would insert its digits again
  if ('isComposing' in nativeEvent && nativeEvent.isComposing === true) return field.value
  // the decimal separators of Arabic and of full-width numbers
  const text = toAsciiDigits(field.value).replace(/[\u066b\uff0e]/g, '.')
  const isComma = 'data' in nativeEvent && nativeEvent.data === ',' && /^\d*,\d*$/.test(text)
  const amount = isComma ? text.replace(',', '.') : text
  if (amount !== field.value) {
    const caret = field.selectionStart
    // before React does, which would move the caret to the end
    field.value = amount
    field.setSelectionRange(caret, caret)
  }
  return amount
}

/** Replaces the digits of Arabic and Persian, and full-width ones. */
export function toAsciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String((digit.charCodeAt(0) - 0x0660) % 16),
  )
}
