import { internals, type Modal } from '../../modal.js'
import { close } from '../router/close.js'
import { goBack } from '../router/goBack.js'
import { popTransaction } from '../router/transactions.js'
import { isSignInShown } from '../siwx/isSignInShown.js'
import { endApprovals } from './endApprovals.js'
import { getApprovals, setApprovals } from './setApprovals.js'
import type { Approval } from './state.js'

/**
 * A request has come to its end. While others wait, these go on. After the last one the newest entry of the transaction stack
 * says where to go; without one the modal closes, or shows again the question to sign in that led to the request [S4.19].
 */
export function endApproval(modal: Modal, { connectorId, id }: Approval, outcome: 'success' | 'error'): void {
  const approvals = getApprovals(modal)
  const left = approvals.filter((other) => other.id !== id || other.connectorId !== connectorId)
  // rejected already, as the visitor has left
  if (left.length === approvals.length) return
  if (left.length > 0) {
    setApprovals(modal, left)
    return
  }
  endApprovals(modal)
  const state = modal.getState()
  if (modal[internals].transactions.length > 0) popTransaction(modal, outcome)
  else if (isSignInShown(state) && state.siwx.status !== 'signedIn') goBack(modal)
  // a required sign-in keeps the visitor from leaving, not the request from coming to its end
  else close(modal, { force: true })
}
