import { RpcError } from '@latchkey/core/plugin'
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

/** A copy of foreign bytes, from whichever window they are; null for anything else and for more than `most`. */
export function copyBytes(value: unknown, most = 1_048_576): Uint8Array | null {
  try {
    if (!ArrayBuffer.isView(value) || value.byteLength > most) return null
    const { buffer, byteOffset, byteLength } = value
    return new Uint8Array(buffer, byteOffset, byteLength).slice()
  } catch {
    return null // a buffer that was given away
  }
}

export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

/** Lower-case hex without a prefix. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The fault of a caller who asked for something that cannot be. */
export function invalidParams(details: string): RpcError {
  return new RpcError(-32602, 'INVALID_PARAMS', { details })
}
