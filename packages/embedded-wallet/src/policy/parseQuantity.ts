import { invalidParams } from './invalidParams.js'

/** Amounts, gas and prices of a transaction fit into 256 bits. */
const largest = 2n ** 256n - 1n

/**
 * An amount as minimal 0x hex: from hex (`0x01` is 1), a bigint, or an integer that a number holds exactly. Throws
 * `INVALID_PARAMS` with the name of the field for what is negative, too large or none of these.
 */
export function parseQuantity(field: string, value: unknown): `0x${string}` {
  const number = readQuantity(value)
  if (number === null) throw invalidParams(`${field}: no amount in 0x hex.`)
  if (number < 0n || number > largest) throw invalidParams(`${field}: not between 0 and 2^256 - 1.`)
  return `0x${number.toString(16)}`
}

function readQuantity(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null
  // 66 characters hold 256 bits; a few zeros before them do no harm, a megabyte of them does
  return typeof value === 'string' && /^0x[\da-f]{1,80}$/i.test(value) ? BigInt(value) : null
}
