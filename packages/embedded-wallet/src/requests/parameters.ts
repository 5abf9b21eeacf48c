import { RpcError } from '@latchkey/core/plugin'

/** Parameters that the wallet is not asked with. */
export function invalidParams(details: string, cause?: unknown): RpcError {
  return new RpcError(-32602, 'INVALID_PARAMS', { details, cause })
}

/** Amounts, gas and prices of a transaction fit into 256 bits. */
const maxQuantity = 2n ** 256n - 1n

/**
 * An amount as minimal 0x hex: from hex (`0x01` is 1), a bigint, or an integer that a number holds exactly. Throws
 * `INVALID_PARAMS` with the name of the field for what is negative, too large or none of these.
 */
export function parseQuantity(field: string, value: unknown): `0x${string}` {
  const number = readQuantity(value)
  if (number === null) throw invalidParams(`${field}: no amount in 0x hex.`)
  if (number < 0n || number > maxQuantity) throw invalidParams(`${field}: not between 0 and 2^256 - 1.`)
  return `0x${number.toString(16)}`
}

function readQuantity(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null
  // 66 characters hold 256 bits; a few zeros before them do no harm, a megabyte of them does
  return typeof value === 'string' && /^0x[\da-f]{1,80}$/i.test(value) ? BigInt(value) : null
}

/** Bytes as 0x hex, two digits each; `0x` is none. Throws `INVALID_PARAMS` with the name of the field. */
export function parseHexBytes(field: string, value: unknown): `0x${string}` {
  if (typeof value === 'string' && value.length % 2 === 0 && /^0x[\da-f]*$/i.test(value)) return value as `0x${string}`
  throw invalidParams(`${field}: no bytes in 0x hex, two digits each.`)
}

/** What an app passes on to the vault without our reading it, as JSON: amounts in 0x hex. Throws `INVALID_PARAMS` for what has no end. */
export function toJson<value>(field: string, value: value): value {
  try {
    return JSON.parse(
      JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `0x${item.toString(16)}` : item)),
    )
  } catch (cause) {
    throw invalidParams(`${field}: no JSON.`, cause)
  }
}
