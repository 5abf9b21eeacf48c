/**
 * Encodes a value as JSON. Keeps bytes, bigints, undefined and errors; drops functions. Must be self-contained, because its
 * source text is injected into pages.
 */
export function encodeValue(value: unknown, depth = 0): unknown {
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return { $: 'undefined' }
  if (typeof value === 'bigint') return { $: 'bigint', value: String(value) }
  if (typeof value !== 'object' || value === null) return value
  if (depth > 20) throw new Error('Circular values cannot be passed between the page and the test.')
  if (ArrayBuffer.isView(value)) {
    return { $: 'bytes', value: [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)] }
  }
  if (Array.isArray(value)) return value.map((item) => encodeValue(item, depth + 1))
  const fields = Object.entries(value).map(([key, item]) => [key, encodeValue(item, depth + 1)])
  if (!(value instanceof Error)) return { $: 'object', value: Object.fromEntries(fields) }
  return { $: 'error', value: { ...Object.fromEntries(fields), message: value.message, name: value.name } }
}

/** Decodes a value of `encodeValue`. Must be self-contained, because its source text is injected into pages. */
export function decodeValue(encoded: unknown): unknown {
  if (typeof encoded !== 'object' || encoded === null) return encoded
  if (Array.isArray(encoded)) return encoded.map((item) => decodeValue(item))
  const { $: kind, value } = encoded as { readonly $: string; readonly value: never }
  if (kind === 'undefined') return undefined
  if (kind === 'bigint') return BigInt(value)
  if (kind === 'bytes') return Uint8Array.from(value as readonly number[])
  const fields = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decodeValue(item)]))
  if (kind !== 'error') return fields
  const { message, name, ...rest } = fields
  return Object.assign(new Error(String(message)), { name: String(name) }, rest)
}
