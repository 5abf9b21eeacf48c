import { parseAmount } from '../../utils/parseAmount.js'
import { toDecimal } from '../../utils/toDecimal.js'

/** Decimals in which money is paid. */
const cents = 2

/** What the visitor typed as a decimal text with two decimals at most, more than nothing; null for all else. [I34] */
export function toPaymentAmount(text: string | undefined): string | null {
  const amount = parseAmount(text?.trim() ?? '', cents)
  return amount ? toDecimal(amount, cents) : null
}
