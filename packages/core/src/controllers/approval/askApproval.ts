import { internals, type Modal } from '../../modal.js'
import { isLive } from '../connection/isLive.js'
import { close } from '../router/close.js'
import { getRoute } from '../router/getRoute.js'
import { push } from '../router/navigate.js'
import { open } from '../router/open.js'
import { rejectApprovals } from './rejectApprovals.js'
import { getApprovals, setApprovals } from './setApprovals.js'
import { type Approval, approvalKey } from './state.js'
import { syncTheme } from './syncTheme.js'

/** A request waits in the wallet's own screen: it is shown, over whatever is open. Never unseen. [S6.6] */
export function askApproval(modal: Modal, approval: Approval): void {
  const approvals = getApprovals(modal)
  if (approvals.some(({ id, connectorId }) => id === approval.id && connectorId === approval.connectorId)) return
  syncTheme(modal, approval.connectorId)
  setApprovals(modal, [...approvals, approval])
  if (!modal.getState().modal.open) open(modal, { view: 'ApproveTransaction' })
  else push(modal, { view: 'ApproveTransaction', params: undefined })
  watch(modal)
}

/** The visitor who goes elsewhere, or closes the modal, does not approve. */
function watch(modal: Modal): void {
  const { listening } = modal[internals]
  if (listening.has(approvalKey)) return
  const stop = modal.subscribe((state, previous) => {
    const isMoved = state.router !== previous.router || state.modal.open !== previous.modal.open
    const isShown = state.modal.open && getRoute(state).view === 'ApproveTransaction'
    const isOver = getApprovals(modal).some(({ connectorId }) => !isLive(state, connectorId))
    if (isOver || (isMoved && !isShown)) rejectApprovals(modal)
    // who is disconnected has nothing to show any more
    if (isOver && isShown) close(modal, { force: true })
  })
  listening.set(approvalKey, stop)
}
