import { abortAttempt } from '../../attempts.js'
import { internals, type Modal } from '../../modal.js'
import { setSocialLogin } from './setSocialLogin.js'
import { socialLoginKey } from './state.js'

/** The login at a provider is over, whichever way: what still waits for an answer ends with `ABORTED`, and its popup closes. */
export function endSocialLogin(modal: Modal): void {
  const { listening } = modal[internals]
  listening.get(socialLoginKey)?.()
  listening.delete(socialLoginKey)
  abortAttempt(modal, socialLoginKey)
  setSocialLogin(modal, { type: 'ended' })
}
