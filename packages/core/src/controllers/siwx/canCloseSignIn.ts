import type { Modal, ModalState } from '../../modal.js'
import { getRoute } from '../router/getRoute.js'
import { isSignInRequired } from './isSignInRequired.js'

const views: readonly string[] = ['SIWXSignMessage', 'ApproveTransaction']

/** False on the views that sign while a sign-in is required that is not there. [S2.14] */
export function canCloseSignIn(modal: Modal, state: ModalState): boolean {
  const { status } = state.siwx
  const hasSession = status === 'signedIn' || status === 'idle'
  return hasSession || !views.includes(getRoute(state).view) || !isSignInRequired(modal)
}
