import type { Modal } from '../../modal.js'
import { getRoute } from '../router/getRoute.js'
import { startSocialLogin } from './startSocialLogin.js'

/**
 * Goes on with the login that the view shows: one that runs has its popup brought to the front, one that failed, or never ran,
 * begins. The popup opens before this returns. Does nothing where no such view shows. Throws as `startSocialLogin`.
 */
export async function retrySocialLogin(modal: Modal): Promise<void> {
  const state = modal.getState()
  const route = getRoute(state)
  if (!state.modal.open || route.view !== 'ConnectingSocial') return
  const { provider } = route.params
  const { socialLogin } = state
  const isSame = socialLogin !== undefined && socialLogin.step !== 'idle' && socialLogin.provider === provider
  await startSocialLogin(modal, { provider, ...(isSame && { namespace: socialLogin.namespace }) })
}
