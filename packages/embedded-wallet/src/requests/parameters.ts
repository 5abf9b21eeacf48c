import { RpcError } from '@latchkey/core/plugin'

/** An error for parameters that are not sent to the frame. */
export function invalidParams(details: string, cause?: unknown): RpcError {
  return new RpcError(-32602, 'INVALID_PARAMS', { details, cause })
}

/** Amounts, gas and prices of a transaction fit into 256 bits. */
const maxQuantity = 2n ** 256n - 1n

/**
 * Parses an amount to minimal 0x hex: from hex (`0x01` is 1), a bigint, or a safe integer. Throws `INVALID_PARAMS` with the
 * field's name for negative, too large or other values.
 */
export function parseQuantity(field: string, value: unknown): `0x${string}` {
  const number = toBigInt(value)
  if (number === null) throw invalidParams(`${field}: expected an amount in 0x hex.`)
  if (number < 0n || number > maxQuantity) throw invalidParams(`${field}: must be between 0 and 2^256 - 1.`)
  return `0x${number.toString(16)}`
}

function toBigInt(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null
  // 66 characters hold 256 bits; this allows a few leading zeros, but not a megabyte of them
  return typeof value === 'string' && /^0x[\da-f]{1,80}$/i.test(value) ? BigInt(value) : null
}

/** Parses bytes in 0x hex, two digits each; `0x` is empty. Throws `INVALID_PARAMS` with the field's name. */
export function parseHexBytes(field: string, value: unknown): `0x${string}` {
  if (typeof value === 'string' && value.length % 2 === 0 && /^0x[\da-f]*$/i.test(value)) return value as `0x${string}`
  throw invalidParams(`${field}: expected bytes in 0x hex, two digits each.`)
}

/** Converts data that we pass on unread to JSON, with BigInts as 0x hex. Throws `INVALID_PARAMS` for circular data. */
export function toJson<value>(field: string, value: value): value {
  try {
    return JSON.parse(
      JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `0x${item.toString(16)}` : item)),
    )
  } catch (cause) {
    throw invalidParams(`${field}: must be serializable as JSON.`, cause)
  }
}
