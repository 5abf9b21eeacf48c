import { InvalidRequestError } from '../InvalidRequestError.js'

/** Controls but for line breaks and tabs, and what no font has: private, unassigned. Such bytes are data, whatever they are read as. */
const binary = /[^\P{Cc}\n\r\t]|[\p{Co}\p{Cn}\p{Cs}]/u

/**
 * The alphabet of what the account's own key signs as a message: text that can be printed, in any script. A key signs the same bytes for
 * everybody who checks them, so that packed numbers, addresses and hashes could count elsewhere for what nobody was shown. Throws
 * InvalidRequestError.
 */
export function assertPlainText(bytes: Uint8Array): void {
  const text = parseUtf8(bytes)
  if (text === null || binary.test(text))
    throw new InvalidRequestError('This account signs text only: this message has bytes that are none', { code: 4200 })
  if (bytes.length === 32 && !isFarFromHash(text))
    throw new InvalidRequestError(
      'This account signs no hashes, and this message of 32 bytes could be one. Make it longer or shorter',
      { code: 4200 },
    )
}

/**
 * A smart account takes its owner's message of 32 bytes for the hash of a transaction, and so do other contracts. Whoever tries hash
 * after hash finds one whose bytes happen to be letters: of all letters and digits after some 2^61 of them, which somebody can pay
 * for. Hex digits alone (2^128), and words in small letters with up to eight other characters (2^75), are beyond that.
 */
function isFarFromHash(text: string): boolean {
  if (/^(?:[0-9a-f]{32}|[0-9A-F]{32})$/.test(text)) return true
  return /^[\w .:/-]{32}$/.test(text) && text.replace(/[a-z ]/g, '').length <= 8
}

function parseUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null // not UTF-8
  }
}
