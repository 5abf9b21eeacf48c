import { toFixedDecimals } from '@latchkey/core'

/** Decimals that are shown of what an account has. */
const most = 6

/** An amount of a token in whole units with six decimals at most: cut, so that nobody is shown what they don't have. */
export function toTokenText(amount: string): string {
  return amount.includes('.') ? toFixedDecimals(amount, most).replace(/\.?0+$/, '') : amount
}
