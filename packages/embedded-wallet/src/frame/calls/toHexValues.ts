/** The same value with 0x hex in place of every BigInt, which no JSON-RPC knows. */
export function toHexValues(value: unknown): unknown {
  if (typeof value === 'bigint') return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`
  if (Array.isArray(value)) return value.map(toHexValues)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toHexValues(item)]))
}

function isPlainObject(value: unknown): value is { readonly [name: string]: unknown } {
  return Object.prototype.toString.call(value) === '[object Object]'
}
