import { ServerError } from '../../errors/http.js'
import { isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { SignInFailedError } from '../../errors/siwx.js'
import { isUnanswered } from './isUnanswered.js'

/** What the app's side says without a code of ours: `SERVER_ERROR` where nobody answered, else `SIGN_IN_FAILED`. */
export function toSignInError(cause: unknown): LatchkeyError {
  if (isLatchkeyError(cause)) return cause
  const details = cause instanceof Error ? cause.message : String(cause)
  return isUnanswered(cause) ? new ServerError({ cause, details }) : new SignInFailedError({ cause, details })
}
