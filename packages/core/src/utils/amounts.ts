/** No amount has more digits: 2^256 has 78. */
const maxDigits = 78

/** Formats atomic units as an exact decimal string: `toDecimal(1500000n, 6)` is `'1.5'`. */
export function toDecimal(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/**
 * Parses a typed amount into atomic units: `parseAmount('1.5', 6)` is `1500000n`. Null for anything but a plain decimal
 * number (`1e18`, `1,5`, `-1`, non-ASCII digits) and for more decimals than the token has: nothing is ever rounded.
 * [I34]
 */
export function parseAmount(text: string, decimals: number): bigint | null {
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text)
  const [whole = '', fraction = ''] = match?.slice(1) ?? []
  if (!match || (whole === '' && fraction === '') || fraction.length > decimals) return null
  const digits = whole.replace(/^0+/, '') + fraction.padEnd(decimals, '0')
  return digits.length > maxDigits ? null : BigInt(digits || '0')
}

/**
 * Truncates a decimal string to a number of decimals. Never rounds up, so that users never see more than they have. [S9.8]
 */
export function toFixedDecimals(amount: string, decimals: number): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`
}

/** Whether decimal string `a` is greater than `b`. Neither may be negative. */
export function isGreater(a: string, b: string): boolean {
  const [[wholeA = '', fractionA = ''], [wholeB = '', fractionB = '']] = [a.split('.'), b.split('.')]
  const decimals = Math.max(fractionA.length, fractionB.length)
  return BigInt(wholeA + fractionA.padEnd(decimals, '0')) > BigInt(wholeB + fractionB.padEnd(decimals, '0'))
}
