import { toDecimal } from '@latchkey/core/plugin'

/** Atomic units as a whole decimal number, thousands apart: `1,234.5`. Nothing is rounded. */
export function formatAmount(amount: string, decimals: number): string {
  if (!/^\d+$/.test(amount)) return amount
  const [whole = '', fraction] = toDecimal(BigInt(amount), decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
