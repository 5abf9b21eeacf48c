import { invalidParams } from './invalidParams.js'

/** Bytes as 0x hex, two digits each; `0x` is none. Throws `INVALID_PARAMS` with the name of the field. */
export function parseHexBytes(field: string, value: unknown): `0x${string}` {
  if (typeof value === 'string' && value.length % 2 === 0 && /^0x[\da-f]*$/i.test(value)) return value as `0x${string}`
  throw invalidParams(`${field}: no bytes in 0x hex, two digits each.`)
}
