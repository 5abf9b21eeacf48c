/**
 * A number of JSON-RPC: hex with 0x, leading zeros allowed, or a whole number that JavaScript can count to. Null for all
 * else: negative ones, fractions, decimal texts, and those above `most`.
 */
export function parseQuantity(value: unknown, most: bigint): bigint | null {
  const isCounted = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  const isHex = typeof value === 'string' && value.length <= 130 && /^0x[0-9a-f]+$/i.test(value)
  if (!isCounted && !isHex) return null
  const number = BigInt(value)
  return number <= most ? number : null
}
