import { toNumberText } from '../../i18n/toNumberText.js'

/** A decimal text without what nobody reads: five digits that count, cut and not rounded. `1234.567891` is `1234.56789`, written as in the language. */
export function toShortAmount(amount: string, locale?: string | undefined): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  const kept = fraction.slice(0, /[1-9]/.test(whole) ? 5 : zeros + 5).replace(/0+$/, '')
  return toNumberText(kept ? `${whole}.${kept}` : whole, locale)
}
