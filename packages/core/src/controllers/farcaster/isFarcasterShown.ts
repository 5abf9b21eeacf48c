import type { ModalState } from '../../modal.js'
import { getRoute } from '../router/getRoute.js'

/** Whether the visitor sees the login with Farcaster. */
export function isFarcasterShown(state: ModalState): boolean {
  return state.modal.open && getRoute(state).view === 'ConnectingFarcaster'
}
