import type { ErrorCode } from '@latchkey/core'
import type { ShellKey } from '../../i18n/messages/en.js'
import { signInTexts } from '../../i18n/messages/signIn.js'
import type { SignInFlow } from './useSignIn.js'

type Key = keyof typeof signInTexts | ShellKey

/** Heading and text of each step. */
const words: { readonly [step in SignInFlow['step']]: readonly [title: Key, text: Key] } = {
  idle: ['signInNobody', 'signInNobodyText'],
  checking: ['signInChecking', 'signInCheckingText'],
  signedOut: ['signInApp', 'signInText'],
  signing: ['signInWallet', 'signInWalletText'],
  signedIn: ['signInDone', 'signInText'],
  leaving: ['signInLeaving', 'signInLeavingText'],
  failed: ['SIGN_IN_FAILED', 'signInUnchanged'],
}

/** What the view says. What failed is an error of signing [S8.15]; below it stands which, and what to do about it. */
export function toWords(
  { step, error }: Pick<SignInFlow, 'step' | 'error'>,
  { isSlow, isOffline }: { readonly isSlow: boolean; readonly isOffline: boolean },
): readonly [title: Key, text: Key] {
  const [title, text] = words[step]
  if (step === 'signing') return [title, isSlow ? 'signInSlow' : text]
  if (step !== 'failed' || !error) return [title, text]
  return [title, isOffline ? 'signInOffline' : toHelp(error.code)]
}

function toHelp(code: ErrorCode): Key {
  const key = `${code}_signIn`
  return isOwn(key) ? key : 'signInUnchanged'
}

function isOwn(key: string): key is keyof typeof signInTexts {
  return Object.hasOwn(signInTexts, key)
}
