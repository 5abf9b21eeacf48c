import type { LoginError } from '@latchkey/core'
import { emailTexts } from './messages/email.js'
import type { ShellKey } from './messages/en.js'
import type { Translate } from './translate.js'

/** What to say about a step of a login that failed. The wallet's own frame has words of its own. */
export function toFaultText(t: Translate<keyof typeof emailTexts | ShellKey>, error: LoginError | undefined): string {
  if (!error) return ''
  const { code, message, retryAfter } = error
  if (code === 'FRAME_FAILED') return message
  if (code === 'WALLET_FROZEN') return t(code)
  return t(isMailKey(code) ? code : 'mailFailed', { n: String(retryAfter ?? '') })
}

function isMailKey(key: string): key is keyof typeof emailTexts {
  return Object.hasOwn(emailTexts, key)
}
