import type { AuthEvent } from '../../contracts/connector.js'
import type { Rect } from '../../contracts/features.js'
import { setTimer } from '../../modal/attempts.js'
import { isLive } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { getAuthConnector } from '../requests/embeddedWallet.js'
import {
  close,
  getRoute,
  goBack,
  isSignInShown,
  open,
  popTransaction,
  push,
  pushTransaction,
  reset,
  showToast,
  toStartRoute,
} from '../shell/actions.js'
import type { TransactionEntry } from '../shell/state.js'
import { type Approval, approvalKey, notAllowedDelay } from './state.js'

/** Handles an event of an embedded wallet about its requests. */
export function handleAuthEvent(modal: Modal, connectorId: string, event: AuthEvent): void {
  if (modal[internals].signal.aborted) return
  if ('method' in event) {
    refuseAction(modal)
    return
  }
  const { id, status } = event
  if (status === 'asked') addApproval(modal, { connectorId, id })
  else if (status === 'shown') setHeight(modal, { connectorId, id, height: event.height })
  else endApproval(modal, { connectorId, id }, status === 'done' ? 'success' : 'error')
}

/** Sets the slot for the wallet's own screen, in CSS pixels of the viewport; null hides it. */
export function setApprovalSlot(modal: Modal, rect: Rect | null): void {
  const { connectors } = modal[internals]
  const { approval } = modal.getState()
  const connector = approval ? connectors.get(approval.connectorId) : getAuthConnector(modal)
  // hidden unless a request waits
  connector?.features['approval:slot']?.(approval ? rect : null)
}

/**
 * Runs a wallet request as part of a flow: after the wallet's own screen the modal returns to the current view instead
 * of closing [S4.19]. Settles as `request` does.
 */
export async function requestInFlow<value>(modal: Modal, request: () => Promise<value>): Promise<value> {
  const entry: TransactionEntry = { onSuccess: () => goBack(modal) }
  pushTransaction(modal, entry)
  try {
    return await request()
  } finally {
    const { transactions } = modal[internals]
    const index = transactions.indexOf(entry)
    // a screen that is still open removes the entry when it closes
    if (index >= 0 && !modal.getState().approval) transactions.splice(index, 1)
  }
}

/** Shows the wallet's own screen for a request, over whatever is open. [S6.6] */
function addApproval(modal: Modal, approval: Approval): void {
  const approvals = getApprovals(modal)
  if (approvals.some(({ id, connectorId }) => id === approval.id && connectorId === approval.connectorId)) return
  syncTheme(modal, approval.connectorId)
  setApprovals(modal, [...approvals, approval])
  if (!modal.getState().modal.open) open(modal, { view: 'ApproveTransaction' })
  else push(modal, { view: 'ApproveTransaction', params: undefined })
  rejectOnLeave(modal)
}

/**
 * Ends a request; others keep waiting. After the last one, the newest entry of the transaction stack decides where to
 * go; without one the modal closes, or returns to the sign-in view that led to the request [S4.19].
 */
function endApproval(modal: Modal, { connectorId, id }: Approval, outcome: 'success' | 'error'): void {
  const approvals = getApprovals(modal)
  const remaining = approvals.filter((other) => other.id !== id || other.connectorId !== connectorId)
  // already rejected because the user has left
  if (remaining.length === approvals.length) return
  if (remaining.length > 0) {
    setApprovals(modal, remaining)
    return
  }
  endApprovals(modal)
  const state = modal.getState()
  if (modal[internals].transactions.length > 0) popTransaction(modal, outcome)
  else if (isSignInShown(state) && state.siwx.status !== 'signedIn') goBack(modal)
  // `force`: a required sign-in must not keep the modal open here
  else close(modal, { force: true })
}

/** Rejects all waiting requests with `REQUEST_ABORTED`, because the user is not there to decide. */
function rejectApprovals(modal: Modal): void {
  const { connectors, transactions, warn } = modal[internals]
  const ids = new Set(getApprovals(modal).map(({ connectorId }) => connectorId))
  endApprovals(modal)
  for (const id of ids) {
    try {
      connectors.get(id)?.features['approval:reject']?.()
    } catch (cause) {
      warn(cause) // reject the others, too
    }
  }
  // notifies the flow that pushed an entry; the view is left already
  if (ids.size > 0) transactions.pop()?.onCancel?.()
}

/** Removes all requests, hides the wallet's own screen and stops watching the view. */
function endApprovals(modal: Modal): void {
  const { listening } = modal[internals]
  setApprovalSlot(modal, null)
  listening.get(approvalKey)?.()
  listening.delete(approvalKey)
  setApprovals(modal, [])
}

/**
 * Handles a request for a method that the embedded wallet never allows: opens the modal with a toast after 300 ms, and
 * rejects all waiting requests, because the app may be malicious. [S8.17]
 */
function refuseAction(modal: Modal): void {
  rejectApprovals(modal)
  const state = modal.getState()
  if (!state.modal.open) open(modal)
  else if (getRoute(state).view === 'ApproveTransaction') reset(modal, toStartRoute(modal))
  const toast = { variant: 'error', message: { code: 'ACTION_NOT_ALLOWED' } } as const
  setTimer(modal, 'notAllowed', () => showToast(modal, toast), notAllowedDelay)
}

/** Rejects waiting requests when the user leaves the view or closes the modal. */
function rejectOnLeave(modal: Modal): void {
  const { listening } = modal[internals]
  if (listening.has(approvalKey)) return
  const stop = modal.subscribe((state, previous) => {
    const isMoved = state.router !== previous.router || state.modal.open !== previous.modal.open
    const isShown = state.modal.open && getRoute(state).view === 'ApproveTransaction'
    const isDisconnected = getApprovals(modal).some(({ connectorId }) => !isLive(state, connectorId))
    if (isDisconnected || (isMoved && !isShown)) rejectApprovals(modal)
    // the wallet has disconnected
    if (isDisconnected && isShown) close(modal, { force: true })
  })
  listening.set(approvalKey, stop)
}

/** Returns the waiting requests, oldest first. */
function getApprovals(modal: Modal): readonly Approval[] {
  return modal[internals].approvals ?? []
}

/** Sets the waiting requests. The state has the newest. */
function setApprovals(modal: Modal, approvals: readonly Approval[]): void {
  const inner = modal[internals]
  inner.approvals = approvals
  const newest = approvals.at(-1)
  inner.store.setState((state) => {
    if (state.approval?.id === newest?.id && state.approval?.connectorId === newest?.connectorId) return state
    // the wallet shows the oldest first: the height of its screen is still that of the one before
    return { ...state, approval: newest && { ...newest, height: state.approval?.height } }
  })
}

/** Sets the height that the wallet's own screen needs. Ignores requests that have ended. */
function setHeight(modal: Modal, { connectorId, id, height }: Approval & { readonly height: number }): void {
  if (!getApprovals(modal).some((other) => other.id === id && other.connectorId === connectorId)) return
  modal[internals].store.setState((state) =>
    state.approval && state.approval.height !== height ? { ...state, approval: { ...state.approval, height } } : state,
  )
}

/** Passes the current theme to a connector that supports it. */
function syncTheme(modal: Modal, connectorId: string): void {
  const { connectors, warn } = modal[internals]
  try {
    connectors.get(connectorId)?.features['theme:sync']?.(modal.getState().theme)
  } catch (cause) {
    warn(cause) // a wrong theme must not block the request
  }
}
