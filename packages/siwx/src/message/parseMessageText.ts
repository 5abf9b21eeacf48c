import type { SiwxMessageFields } from '@latchkey/core'
import { readMessageText } from './readMessageText.js'
import type { SignInNamespace } from './signInNamespace.js'

/** The fields of a text, or null where it is not one to the letter; {@link readMessageText} says why. */
export function parseMessageText(text: string, namespace: SignInNamespace): SiwxMessageFields | null {
  const reading = readMessageText(text, namespace)
  return reading.isValid ? reading.fields : null
}
