import type { ModalState } from '../../modal.js'
import { getRoute } from '../router/getRoute.js'

/** Whether the visitor sees the login at a provider. */
export function isSocialLoginShown(state: ModalState): boolean {
  const { modal, socialLogin } = state
  const route = getRoute(state)
  return (
    modal.open &&
    route.view === 'ConnectingSocial' &&
    socialLogin !== undefined &&
    socialLogin.step !== 'idle' &&
    socialLogin.provider === route.params.provider
  )
}
