/** A decimal text cut to a number of decimals, never rounded up: nobody is shown what they don't have. [S9.8] */
export function toFixedDecimals(amount: string, decimals: number): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`
}
