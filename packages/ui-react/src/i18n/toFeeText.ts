import { toDecimal } from '@latchkey/core/plugin'
import { toNumberText } from './toNumberText.js'

/** Digits that say something. */
const digits = 3

/** What a fee is at most, in whole units: atomic units as decimal digits, rounded up to three digits that say something. */
export function toFeeText(value: string, decimals: number, locale?: string | undefined): string {
  // 1 wei less digits than there are, but never beyond the decimal point
  const cut = Math.min(Math.max(value.length - digits, 0), decimals)
  const unit = 10n ** BigInt(cut)
  return toNumberText(toDecimal(((BigInt(value) + unit - 1n) / unit) * unit, decimals), locale)
}
