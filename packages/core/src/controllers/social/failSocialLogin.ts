import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import type { Modal } from '../../modal.js'
import { track } from '../events/track.js'
import { setSocialLogin } from './setSocialLogin.js'
import { toSocialError } from './toSocialError.js'

/** Notes how the login at a provider failed, and tells the app. Who closes the popup has changed their mind. */
export function failSocialLogin(modal: Modal, cause: LatchkeyError): void {
  const { socialLogin } = modal.getState()
  if (!socialLogin || socialLogin.step === 'idle') return
  const { provider } = socialLogin
  const { code, shortMessage: message } = cause
  setSocialLogin(modal, { type: 'failed', error: toSocialError(cause) })
  if (code === 'POPUP_CLOSED') track(modal, 'SOCIAL_LOGIN_CANCELED', { provider })
  else track(modal, 'SOCIAL_LOGIN_ERROR', { provider, code, message })
}
