import { base58 } from '@scure/base'

/** The bytes of a base58 text of at most so many bytes; null for anything else. */
export function parseBase58(text: unknown, most: number): Uint8Array | null {
  // decoding takes the square of the length: what cannot fit is not even looked at
  if (typeof text !== 'string' || text.length > Math.ceil(1.4 * most)) return null
  try {
    const bytes = base58.decode(text)
    return bytes.length <= most ? bytes : null
  } catch {
    return null // other characters
  }
}
