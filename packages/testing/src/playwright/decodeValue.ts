/** The value that `encodeValue` was given. Stands alone, as it is written into pages by its own text. */
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
