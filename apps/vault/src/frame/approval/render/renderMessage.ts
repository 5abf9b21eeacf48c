import type { MessageSummary } from '../../../protocol/summary.js'
import { createBytes, createText } from './parts.js'

/** A message, whole: it may be long, and is looked through to its end. */
export function renderMessage({ content }: MessageSummary): readonly Node[] {
  return [content.type === 'text' ? createText(content.text) : createBytes(content.hex)]
}
