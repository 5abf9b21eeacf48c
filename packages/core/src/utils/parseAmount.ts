/** No token has amounts with more digits: 2^256 has 78. */
const longest = 78

/**
 * A typed amount in atomic units: `parseAmount('1.5', 6)` is `1500000n`. Null for all that is no plain decimal number (`1e18`,
 * `1,5`, `-1`, other digits than 0 to 9) and for what has more decimals than the token: nothing is ever rounded. [I34]
 */
export function parseAmount(text: string, decimals: number): bigint | null {
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text)
  const [whole = '', fraction = ''] = match?.slice(1) ?? []
  if (!match || (whole === '' && fraction === '') || fraction.length > decimals) return null
  const digits = whole.replace(/^0+/, '') + fraction.padEnd(decimals, '0')
  return digits.length > longest ? null : BigInt(digits || '0')
}
