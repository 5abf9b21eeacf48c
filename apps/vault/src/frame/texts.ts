import { explainRefusal, type Refusal, readWords } from '../words/say.js'
import { VaultError } from './errors.js'
import { PasskeyError } from './passkey/runCeremony.js'
import type { FrameWords } from './words/frameWords.js'

/** The texts of the frame's screens and of the approval window, in the page's language. */
export const words = readWords<FrameWords>()

/** Returns the text for custody's refusal in the page's language. In English, that is custody's own message. */
export function toRefusal(refusal: Refusal): string {
  return explainRefusal({ refusals: words.refusals, errors: words.shared.errors }, refusal)
}

/** Returns a form's text for an error, in the page's language. */
export function toSentence(cause: unknown): string {
  const { errors } = words.shared
  if (cause instanceof PasskeyError) return errors.passkey[cause.reason]
  return cause instanceof VaultError ? toRefusal(cause) : errors.unknown
}
