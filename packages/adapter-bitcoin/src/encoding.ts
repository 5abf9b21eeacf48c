import { RpcError } from '@latchkey/core/plugin'
import { base64, hex } from '@scure/base'

export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

export function toHex(bytes: Uint8Array): string {
  return hex.encode(bytes)
}

export function toBase64(bytes: Uint8Array): string {
  return base64.encode(bytes)
}

/** Characters, more than any signature or PSBT takes. */
const maxLength = 4_000_000

/**
 * Decodes what a wallet returned as bytes, hex or base64. A short string may be valid in both encodings, so the caller has to
 * check each candidate.
 */
export function decodeCandidates(value: unknown): readonly Uint8Array[] {
  if (value instanceof Uint8Array) return [Uint8Array.from(value)]
  if (typeof value !== 'string' || value === '' || value.length > maxLength) return []
  const text = value.startsWith('0x') ? value.slice(2) : value
  return [() => hex.decode(text.toLowerCase()), () => base64.decode(value)].flatMap((decode) => {
    try {
      return [decode()]
    } catch {
      return [] // not in this encoding
    }
  })
}

/** The first 100 items of an untrusted list; empty for anything else. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, 100) : []
}

/** Decodes a message for wallets that sign text only. Throws `INVALID_PARAMS` for bytes that aren't UTF-8. */
export function toText(message: Uint8Array): string {
  try {
    // a byte order mark is part of the message
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch (cause) {
    throw invalidParams('This wallet signs text only, and message is not UTF-8.', cause)
  }
}

/** An `INVALID_PARAMS` error; `details` names the field and the problem. */
export function invalidParams(details: string, cause?: unknown): RpcError {
  return new RpcError(-32602, 'INVALID_PARAMS', { details, cause })
}
