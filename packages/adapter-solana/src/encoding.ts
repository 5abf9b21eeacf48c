import { RpcError } from '@latchkey/core/plugin'
import { base58 } from '@scure/base'

/** Encodes bytes as base58, as Solana writes addresses, signatures and blockhashes. */
export function toBase58(bytes: Uint8Array): string {
  return base58.encode(bytes)
}

/** Decodes a base58 string of exactly `length` bytes; null for anything else. */
export function parseBase58(text: unknown, length: number): Uint8Array | null {
  // decoding takes quadratic time, so longer strings are rejected first
  if (typeof text !== 'string' || text.length > 2 * length) return null
  try {
    const bytes = base58.decode(text)
    return bytes.length === length ? bytes : null
  } catch {
    return null // not base58
  }
}

/** Copies untrusted bytes, also those of another window; null for anything else and for more than `maxLength` bytes. */
export function copyBytes(value: unknown, maxLength = 1_048_576): Uint8Array | null {
  try {
    if (!ArrayBuffer.isView(value) || value.byteLength > maxLength) return null
    const { buffer, byteOffset, byteLength } = value
    return new Uint8Array(buffer, byteOffset, byteLength).slice()
  } catch {
    return null // a detached buffer
  }
}

export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

/** Lower-case hex without a prefix. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** An `INVALID_PARAMS` error; `details` names the field and the problem. */
export function invalidParams(details: string): RpcError {
  return new RpcError(-32602, 'INVALID_PARAMS', { details })
}
