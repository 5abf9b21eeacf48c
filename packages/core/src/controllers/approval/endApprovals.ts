import { internals, type Modal } from '../../modal.js'
import { placeApproval } from './placeApproval.js'
import { setApprovals } from './setApprovals.js'
import { approvalKey } from './state.js'

/** Nothing waits any more: the wallet's own screen goes, and the view is not followed. */
export function endApprovals(modal: Modal): void {
  const { listening } = modal[internals]
  placeApproval(modal, null)
  listening.get(approvalKey)?.()
  listening.delete(approvalKey)
  setApprovals(modal, [])
}
