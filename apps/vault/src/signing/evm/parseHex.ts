/** Bytes as lower-case hex with 0x; null for anything else, an odd number of digits included. */
export function parseHex(value: unknown): `0x${string}` | null {
  return typeof value === 'string' && value.length % 2 === 0 && /^0x[0-9a-f]*$/i.test(value)
    ? `0x${value.slice(2).toLowerCase()}`
    : null
}
