import { toDecimal } from '@latchkey/core/plugin'

/** No amount that comes from a service has more decimals. */
const most = 78

/** The sum of two decimal texts that are not negative, exactly: `sumDecimals('0.1', '0.25')` is `'0.35'`. */
export function sumDecimals(a: string, b: string): string {
  return toDecimal(toUnits(a) + toUnits(b), most)
}

function toUnits(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(most, '0'))
}
