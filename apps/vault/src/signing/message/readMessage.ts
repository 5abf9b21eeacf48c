import type { MessageSummary, Summary, SummaryWarning } from '../../protocol/summary.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest } from '../signingRequest.js'
import { readSignIn } from './readSignIn.js'

/** Bytes of the longest message. A visitor scrolls through all of it. */
export const maxMessageSize = 2_097_152

/** What a visitor is shown of a message that is signed. Throws InvalidRequestError. */
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

/** Controls but for line breaks and tabs, invisible characters but for joiners, and what turns the direction of writing. */
const hiddenCharacters =
  /[^\P{Cc}\n\r\t]|(?![\u200c\u200d])\p{Cf}|[\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]/u

/** A hash, as bytes or as its 64 hex digits. */
const hashText = /^\s*(?:0x)?[0-9a-f]{64}\s*$/i

/** Bytes as text where they are UTF-8 to the letter, else as hex; with what there is to say about them. */
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
    return null // not UTF-8
  }
}

/** Controls but for line breaks and tabs, and what no font has: private, unassigned. Such bytes are data, whatever they are read as. */
const unprintable = /[^\P{Cc}\n\r\t]|[\p{Co}\p{Cn}\p{Cs}]/u

/**
 * The alphabet of what the account's own key signs as a message: text that can be printed, in any script. A key signs the same bytes for
 * everybody who checks them, so that packed numbers, addresses and hashes could count elsewhere for what nobody was shown. Throws
 * InvalidRequestError.
 */
export function assertPlainText(bytes: Uint8Array): void {
  const text = parseUtf8(bytes)
  if (text === null || unprintable.test(text))
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
