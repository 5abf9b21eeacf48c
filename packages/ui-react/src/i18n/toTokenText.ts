import { toFixedDecimals } from '@latchkey/core'
import { toNumberText } from './toNumberText.js'

/** Decimals that are shown of what an account has. */
const most = 6

/** An amount of a token in whole units with six decimals at most: cut, so that nobody is shown what they don't have. */
export function toTokenText(amount: string, locale?: string | undefined): string {
  return toNumberText(amount.includes('.') ? toFixedDecimals(amount, most).replace(/\.?0+$/, '') : amount, locale)
}
