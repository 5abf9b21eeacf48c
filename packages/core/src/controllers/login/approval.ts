import type { AuthEvent } from '../../contracts/connector.js'
import type { Rect } from '../../contracts/features.js'
import { setTimer } from '../../modal/attempts.js'
import { isLive } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { getAuthConnector } from '../requests/embeddedWallet.js'
import { showToast } from '../shell/notices.js'
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
  toStartRoute,
} from '../shell/router.js'
import type { TransactionEntry } from '../shell/state.js'
import { type Approval, approvalKey, notAllowedDelay } from './socialState.js'

/** Says where there is room for the wallet's own screen, in CSS pixels of the viewport; null where there is none. */
export function placeApproval(modal: Modal, rect: Rect | null): void {
  const { connectors } = modal[internals]
  const { approval } = modal.getState()
  const connector = approval ? connectors.get(approval.connectorId) : getAuthConnector(modal)
  // without a request there is nothing to show
  connector?.features['approval:place']?.(approval ? rect : null)
}

/** Handles what an embedded wallet reports about its requests. */
export function handleAuthEvent(modal: Modal, connectorId: string, event: AuthEvent): void {
  if (modal[internals].signal.aborted) return
  if ('method' in event) {
    refuseAction(modal)
    return
  }
  const { id, status } = event
  if (status === 'asked') askApproval(modal, { connectorId, id })
  else endApproval(modal, { connectorId, id }, status === 'done' ? 'success' : 'error')
}

/** A request waits in the wallet's own screen: it is shown, over whatever is open. Never unseen. [S6.6] */
function askApproval(modal: Modal, approval: Approval): void {
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

/**
 * Asks a wallet from within a flow: from a screen of the wallet's own the visitor comes back to the view that they were in, where the
 * modal would close otherwise [S4.19]. Settles as `ask` does.
 */
export async function requestInFlow<value>(modal: Modal, ask: () => Promise<value>): Promise<value> {
  const entry: TransactionEntry = { onSuccess: () => goBack(modal) }
  pushTransaction(modal, entry)
  try {
    return await ask()
  } finally {
    const { transactions } = modal[internals]
    const index = transactions.indexOf(entry)
    // a screen that shows still takes it off when it goes; where there was none nobody does
    if (index >= 0 && !modal.getState().approval) transactions.splice(index, 1)
  }
}

/**
 * The app asked the embedded wallet for what it never does: the modal opens and says so after 300 ms, and what waits is
 * rejected, as the app may not be what it seems. [S8.17]
 */
function refuseAction(modal: Modal): void {
  rejectApprovals(modal)
  const state = modal.getState()
  if (!state.modal.open) open(modal)
  else if (getRoute(state).view === 'ApproveTransaction') reset(modal, toStartRoute(modal))
  const toast = { variant: 'error', message: { code: 'ACTION_NOT_ALLOWED' } } as const
  setTimer(modal, 'notAllowed', () => showToast(modal, toast), notAllowedDelay)
}

/**
 * A request has come to its end. While others wait, these go on. After the last one the newest entry of the transaction stack
 * says where to go; without one the modal closes, or shows again the question to sign in that led to the request [S4.19].
 */
function endApproval(modal: Modal, { connectorId, id }: Approval, outcome: 'success' | 'error'): void {
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

/** Nothing waits any more: the wallet's own screen goes, and the view is not followed. */
function endApprovals(modal: Modal): void {
  const { listening } = modal[internals]
  placeApproval(modal, null)
  listening.get(approvalKey)?.()
  listening.delete(approvalKey)
  setApprovals(modal, [])
}

/** Has all that waits rejected with `REQUEST_ABORTED`, as the visitor is not there to decide. */
function rejectApprovals(modal: Modal): void {
  const { connectors, transactions, warn } = modal[internals]
  const ids = new Set(getApprovals(modal).map(({ connectorId }) => connectorId))
  endApprovals(modal)
  for (const id of ids) {
    try {
      connectors.get(id)?.features['approval:reject']?.()
    } catch (cause) {
      warn(cause) // the others are told all the same
    }
  }
  // who pushed an entry for the request hears that it came to nothing; the view is left already
  if (ids.size > 0) transactions.pop()?.onCancel?.()
}

/** Requests that wait, oldest first. */
function getApprovals(modal: Modal): readonly Approval[] {
  return modal[internals].approvals ?? []
}

/** The newest is the one that the state shows. */
function setApprovals(modal: Modal, approvals: readonly Approval[]): void {
  const inner = modal[internals]
  inner.approvals = approvals
  const approval = approvals.at(-1)
  inner.store.setState((state) => (state.approval === approval ? state : { ...state, approval }))
}

/** Tells a connector how the modal looks now, where it wants to know. */
function syncTheme(modal: Modal, connectorId: string): void {
  const { connectors, warn } = modal[internals]
  try {
    connectors.get(connectorId)?.features['theme:sync']?.(modal.getState().theme)
  } catch (cause) {
    warn(cause) // the look of a screen stops nobody
  }
}
