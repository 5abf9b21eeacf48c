import { internals, type Modal } from '../../modal.js'
import { reduceSocialLogin, type SocialLoginEvent } from './reduceSocialLogin.js'

/** Notes what happened to the login at a provider. Returns whether that changed anything. */
export function setSocialLogin(modal: Modal, event: SocialLoginEvent): boolean {
  const before = modal.getState().socialLogin ?? { step: 'idle' }
  const socialLogin = reduceSocialLogin(before, event)
  if (socialLogin === before) return false
  modal[internals].store.setState((state) => ({ ...state, socialLogin }))
  return true
}
