import { isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { SignInFailedError } from '../../errors/siwx.js'

/** What the app's side says without a code of ours is `SIGN_IN_FAILED` with its cause. */
export function toSignInError(cause: unknown): LatchkeyError {
  if (isLatchkeyError(cause)) return cause
  return new SignInFailedError({ cause, details: cause instanceof Error ? cause.message : String(cause) })
}
