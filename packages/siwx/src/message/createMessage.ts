import type { SiwxMessage, SiwxMessageFields } from '@latchkey/core'
import { toMessageText } from './toMessageText.js'

/** The fields, and as a string the text to sign. Throws `SIGN_IN_REFUSED` where no text can be made of them. */
export function createMessage(fields: SiwxMessageFields): SiwxMessage {
  const text = toMessageText(fields)
  return { ...fields, toString: () => text }
}
