import type { ModalState } from '../../modal.js'
import { getRoute } from '../router/getRoute.js'

/** Whether the visitor sees the question, or the embedded wallet's own screen that signs the answer to it. */
export function isSignInShown(state: ModalState): boolean {
  if (!state.modal.open) return false
  const { stack } = state.router
  const route = getRoute(state).view === 'ApproveTransaction' ? stack[stack.length - 2] : getRoute(state)
  return route?.view === 'SIWXSignMessage'
}
