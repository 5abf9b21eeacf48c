import type { ModalState } from '../../modal.js'
import { getRoute } from '../router/state.js'

/** Whether the visitor sees the question. */
export function isSignInShown(state: ModalState): boolean {
  return state.modal.open && getRoute(state).view === 'SIWXSignMessage'
}
