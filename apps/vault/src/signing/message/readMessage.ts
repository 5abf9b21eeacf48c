import type { MessageSummary, Summary, SummaryWarning } from '../../protocol/summary.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest } from '../signingRequest.js'
import { readSignIn } from './readSignIn.js'

/** Max bytes of a message. Users scroll through all of it. */
export const maxMessageSize = 2_097_152

/** Summarizes a message for the user. Throws InvalidRequestError. */
export function readMessage(bytes: Uint8Array, request: MethodRequest): Summary {
  if (bytes.length > maxMessageSize) throw new InvalidRequestError(`A message has at most ${maxMessageSize} bytes`)
  const { content, warnings } = toMessageContent(bytes)
  const signIn = content.type === 'text' ? readSignIn(content.text, request) : null
  if (signIn !== null && signIn !== 'malformed') return { ...signIn, warnings: [...signIn.warnings, ...warnings] }
  const { method, chain, account } = request
  return {
    kind: 'message',
    method,
    chain,
    account,
    content,
    bytes: bytes.length,
    warnings: signIn === 'malformed' ? ['malformedSignIn', ...warnings] : warnings,
  }
}

type MessageContent = {
  readonly content: MessageSummary['content']
  readonly warnings: readonly SummaryWarning[]
}

/** Controls except line breaks and tabs, invisible characters except joiners, and bidi controls. */
const hiddenCharacters =
  /[^\P{Cc}\n\r\t]|(?![\u200c\u200d])\p{Cf}|[\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]/u

/** A hash as 64 hex digits. */
const hashText = /^\s*(?:0x)?[0-9a-f]{64}\s*$/i

/** Decodes strict UTF-8 to text, anything else to hex; with warnings. */
function toMessageContent(bytes: Uint8Array): MessageContent {
  const text = parseUtf8(bytes)
  const isHash =
    text === null ? bytes.length === 32 : hashText.test(text) || (bytes.length === 32 && hiddenCharacters.test(text))
  const warnings: SummaryWarning[] = isHash ? ['hashLike'] : []
  if (text === null)
    return {
      content: { type: 'bytes', hex: `0x${Buffer.from(bytes).toString('hex')}` },
      warnings: [...warnings, 'notText'],
    }
  if (hiddenCharacters.test(text)) warnings.push('hiddenCharacters')
  return { content: { type: 'text', text }, warnings }
}

function parseUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null // invalid UTF-8
  }
}

/** Controls except line breaks and tabs, and private or unassigned characters. Such bytes are data rather than text. */
const unprintable = /[^\P{Cc}\n\r\t]|[\p{Co}\p{Cn}\p{Cs}]/u

/**
 * Requires printable text, in any script, for messages that an EOA signs. A key signs the same bytes for every verifier, so packed numbers,
 * addresses and hashes could be valid elsewhere for something the user wasn't shown. Throws InvalidRequestError.
 */
export function assertPlainText(bytes: Uint8Array): void {
  const text = parseUtf8(bytes)
  if (text === null || unprintable.test(text))
    throw new InvalidRequestError('This account signs text only: this message contains other bytes', { code: 4200 })
  if (bytes.length === 32 && !isFarFromHash(text))
    throw new InvalidRequestError(
      'This account does not sign hashes, and this message of 32 bytes could be one. Make it longer or shorter',
      { code: 4200 },
    )
}

/**
 * Smart accounts and other contracts can accept a signature of a 32-byte message as one of a transaction hash. By brute force an attacker
 * can find a hash whose bytes happen to be letters: for letters and digits it takes about 2^61 attempts, which is affordable. Hex digits
 * alone (2^128), and lower-case words with up to eight other characters (2^75), are out of reach.
 */
function isFarFromHash(text: string): boolean {
  if (/^(?:[0-9a-f]{32}|[0-9A-F]{32})$/.test(text)) return true
  return /^[\w .:/-]{32}$/.test(text) && text.replace(/[a-z ]/g, '').length <= 8
}
