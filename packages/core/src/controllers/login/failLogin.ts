import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import type { Modal } from '../../modal.js'
import { setLogin } from './setLogin.js'
import { toLoginError } from './toLoginError.js'

/** Notes how the step failed; where mails have to wait, until when. */
export function failLogin(modal: Modal, cause: LatchkeyError): void {
  const error = toLoginError(cause)
  const resendAt = error.retryAfter && modal.env.now() + error.retryAfter * 1_000
  setLogin(modal, { type: 'failed', error, resendAt })
}
