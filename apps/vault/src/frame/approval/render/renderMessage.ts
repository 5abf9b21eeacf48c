import type { MessageSummary } from '../../../protocol/summary.js'
import { createAccount, createBytes, createFacts, createText } from './parts.js'

/** A message, whole: it may be long, and is looked through to its end. */
export function renderMessage({ content, account }: MessageSummary): readonly (Node | null)[] {
  return [
    content.type === 'text' ? createText(content.text) : createBytes(content.hex),
    createFacts(createAccount('Your account', account)),
  ]
}
