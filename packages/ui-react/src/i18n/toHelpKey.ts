import type { ErrorCode } from '@latchkey/core'
import { waitingTexts } from './messages/waiting.js'

/** The text for what to do about an error. */
export function toHelpKey(code: ErrorCode): keyof typeof waitingTexts {
  const key = `${code}_help`
  return isHelpKey(key) ? key : 'nothingChanged'
}

function isHelpKey(key: string): key is keyof typeof waitingTexts {
  return Object.hasOwn(waitingTexts, key)
}
