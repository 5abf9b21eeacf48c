import { base58 } from '@scure/base'

/** Reads bytes sequentially. Throws RangeError at the end. */
export type Reader = {
  readonly offset: () => number
  readonly byte: () => number
  readonly bytes: (length: number) => Uint8Array
  /** Little-endian. */
  readonly uint: (length: 1 | 2 | 4 | 8) => bigint
  /** A compact-u16 in its shortest form: one to three bytes, seven bits each. */
  readonly compact: () => number
  /** A list with its length before it. */
  readonly list: <item>(read: () => item) => readonly item[]
}

export function createReader(source: Uint8Array): Reader {
  let offset = 0
  const bytes: Reader['bytes'] = (length) => {
    const end = offset + length
    if (end > source.length) throw new RangeError('The bytes end too early')
    const part = source.slice(offset, end)
    offset = end
    return part
  }
  const byte: Reader['byte'] = () => bytes(1)[0] ?? 0
  const compact: Reader['compact'] = () => {
    let value = 0
    for (let index = 0; index < 3; index++) {
      const next = byte()
      value += (next & 0x7f) * 128 ** index
      if (next < 128) {
        if (value > 0xffff || (next === 0 && index > 0)) break
        return value
      }
    }
    throw new RangeError('A number is not in its shortest form')
  }
  return {
    offset: () => offset,
    byte,
    bytes,
    uint: (length) => bytes(length).reduceRight((sum, next) => sum * 256n + BigInt(next), 0n),
    compact,
    list(read) {
      const count = compact()
      // each item takes at least a byte, so an impossible length fails before reading
      if (count > source.length - offset) throw new RangeError('The bytes end too early')
      return Array.from({ length: count }, read)
    },
  }
}

/** Decodes base58 of at most `max` bytes; null for anything else. */
export function parseBase58(text: unknown, max: number): Uint8Array | null {
  // decoding is quadratic: skip texts that are too long
  if (typeof text !== 'string' || text.length > Math.ceil(1.4 * max)) return null
  try {
    const bytes = base58.decode(text)
    return bytes.length <= max ? bytes : null
  } catch {
    return null // invalid characters
  }
}
