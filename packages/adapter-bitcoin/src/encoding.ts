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
 * Decodes bytes, hex or base64 from a wallet. A short string may be valid in both encodings, so the caller has to
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

/**
 * A message's signature, with the prefix that names its variant of BIP-322: `smp` for a witness, `ful` for a transaction. Empty
 * for BIP-137, and for witnesses from before BIP-322 1.0.
 */
export type MessageSignature = { readonly prefix: '' | 'smp' | 'ful'; readonly bytes: Uint8Array }

/** As `decodeCandidates`, for the signature of a message. */
export function decodeSignatures(value: unknown): readonly MessageSignature[] {
  const { prefix, rest } = typeof value === 'string' ? splitSignature(value) : { prefix: '' as const, rest: value }
  return decodeCandidates(rest).map((bytes) => ({ prefix, bytes }))
}

/** Splits the text of a signature into its prefix and its bytes, still encoded. */
export function splitSignature(text: string): { readonly prefix: MessageSignature['prefix']; readonly rest: string } {
  const prefix = (['smp', 'ful'] as const).find((known) => text.startsWith(known)) ?? ''
  return { prefix, rest: text.slice(prefix.length) }
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
