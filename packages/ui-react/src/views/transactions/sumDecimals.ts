/** The sum of two decimal texts that are not negative, exactly: `sumDecimals('0.1', '0.25')` is `'0.35'`. */
export function sumDecimals(a: string, b: string): string {
  const [left, right] = [a.split('.'), b.split('.')]
  const decimals = Math.max(left[1]?.length ?? 0, right[1]?.length ?? 0)
  const toUnits = ([whole = '0', fraction = '']: readonly string[]): bigint =>
    BigInt(`${whole || '0'}${fraction.padEnd(decimals, '0')}`)
  const digits = (toUnits(left) + toUnits(right)).toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
