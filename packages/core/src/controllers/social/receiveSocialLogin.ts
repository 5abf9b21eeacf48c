import type { Modal } from '../../modal.js'
import { track } from '../events/track.js'
import { setSocialLogin } from './setSocialLogin.js'

/** The provider's result is here. */
export function receiveSocialLogin(modal: Modal): void {
  const { socialLogin } = modal.getState()
  if (!socialLogin || socialLogin.step === 'idle' || !setSocialLogin(modal, { type: 'received' })) return
  track(modal, 'SOCIAL_LOGIN_REQUEST_USER_DATA', { provider: socialLogin.provider })
}
