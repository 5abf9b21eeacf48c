import type { MessageSummary, SummaryWarning } from '../../protocol/summary.js'

type MessageContent = {
  readonly content: MessageSummary['content']
  readonly warnings: readonly SummaryWarning[]
}

/** Controls but for line breaks and tabs, invisible characters but for joiners, and what turns the direction of writing. */
const hidden =
  /[^\P{Cc}\n\r\t]|(?![\u200c\u200d])\p{Cf}|[\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]/u

/** A hash, as bytes or as its 64 hex digits. */
const hashText = /^\s*(?:0x)?[0-9a-f]{64}\s*$/i

/** Bytes as text where they are UTF-8 to the letter, else as hex; with what there is to say about them. */
export function toMessageContent(bytes: Uint8Array): MessageContent {
  const text = parseText(bytes)
  const isHash = text === null ? bytes.length === 32 : hashText.test(text) || (bytes.length === 32 && hidden.test(text))
  const warnings: SummaryWarning[] = isHash ? ['hashLike'] : []
  if (text === null)
    return {
      content: { type: 'bytes', hex: `0x${Buffer.from(bytes).toString('hex')}` },
      warnings: [...warnings, 'notText'],
    }
  if (hidden.test(text)) warnings.push('hiddenCharacters')
  return { content: { type: 'text', text }, warnings }
}

function parseText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null // not UTF-8
  }
}
