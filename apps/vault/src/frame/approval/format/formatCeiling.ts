import { formatAmount } from './formatAmount.js'

/** Digits of a fee that say something. */
const digits = 6

/** The most that something costs, short: rounded up, so that it never costs more. */
export function formatCeiling(amount: string, decimals: number): string {
  if (!/^\d+$/.test(amount) || amount.length <= digits) return formatAmount(amount, decimals)
  const step = 10n ** BigInt(amount.length - digits)
  return formatAmount((((BigInt(amount) + step - 1n) / step) * step).toString(), decimals)
}
