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

/** More than any signature or PSBT that a wallet shows to a person. */
const maxLength = 4_000_000

/**
 * Every reading of what a wallet may have meant with a text: hex or base64, as they like. Short texts may be both; who
 * asks can tell by what is in them.
 */
export function toReadings(value: unknown): readonly Uint8Array[] {
  if (value instanceof Uint8Array) return [Uint8Array.from(value)]
  if (typeof value !== 'string' || value === '' || value.length > maxLength) return []
  const text = value.startsWith('0x') ? value.slice(2) : value
  return [() => hex.decode(text.toLowerCase()), () => base64.decode(value)].flatMap((decode) => {
    try {
      return [decode()]
    } catch {
      return [] // the other one, then
    }
  })
}

/** A foreign list, as long as anybody would read; empty for anything else. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, 100) : []
}

/** The message for wallets that sign texts only. Throws `INVALID_PARAMS` for bytes that are no UTF-8. */
export function toText(message: Uint8Array): string {
  try {
    // a byte order mark is part of what is signed
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch (cause) {
    throw invalidParams('This wallet signs texts only: message is no UTF-8.', cause)
  }
}

/** `INVALID_PARAMS` with what exactly is wrong. */
export function invalidParams(details: string, cause?: unknown): RpcError {
  return new RpcError(-32602, 'INVALID_PARAMS', { details, cause })
}
