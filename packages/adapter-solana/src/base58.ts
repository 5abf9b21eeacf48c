import { base58 } from '@scure/base'

/** As Solana writes addresses, signatures and blockhashes. */
export function toBase58(bytes: Uint8Array): string {
  return base58.encode(bytes)
}

/** The bytes of a base58 text where there are exactly that many; null for anything else. */
export function parseBase58(text: unknown, length: number): Uint8Array | null {
  // decoding takes the square of the length: what cannot fit is not even looked at
  if (typeof text !== 'string' || text.length > 2 * length) return null
  try {
    const bytes = base58.decode(text)
    return bytes.length === length ? bytes : null
  } catch {
    return null // other characters
  }
}
