import type { ErrorCode } from '../../errors/codes.js'
import { AccountChangedError } from '../../errors/connection.js'
import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import type { HttpStatusError } from '../../errors/services.js'
import { abortAttempt, clearTimer, setTimer } from '../../modal/attempts.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { isRefusedNetwork } from '../../modal/namespaces.js'
import { isSignInRequired } from '../../modal/signIn.js'
import { isLoginShown } from '../login/emailLogin.js'
import { close, endInterruption, getRoute, interrupt, isSignInShown } from '../shell/actions.js'
import type { ViewName } from '../shell/state.js'
import {
  checkSession,
  decline,
  forgetDeclined,
  getSignInAccount,
  getSiwxMemory,
  isDeclined,
  rememberSignedIn,
  requireSiwx,
  setSiwx,
} from './sessions.js'
import { isSameAccount, type SiwxState } from './state.js'

/**
 * Watches the active account until the modal is destroyed: checks for a session when the account or the network
 * changes, and asks the user to sign in if there is none [S4.21]. Idempotent.
 */
export async function startSignIn(modal: Modal): Promise<void> {
  const { guards, listening, onDestroy, signal } = modal[internals]
  if (signal.aborted || listening.has(listenerKey)) return
  const canClose = (state: ModalState): boolean => canCloseSignIn(modal, state)
  const stop = modal.subscribe((state, previous) => handleState(modal, state, previous))
  let unwatch: (() => void) | undefined
  listening.set(listenerKey, () => {
    stop()
    unwatch?.()
    guards.delete(canClose)
  })
  guards.add(canClose)
  syncAccount(modal)
  const siwx = await requireSiwx(modal)
  // signed in or out somewhere else
  if (!signal.aborted) unwatch = siwx.onChange?.(() => void checkSession(modal))
  if (unwatch) onDestroy(unwatch)
}

/**
 * Calls `finish` after a connection once it is clear that no sign-in is needed; otherwise opens the sign-in view
 * instead. Does nothing if the user has left the view meanwhile.
 */
export async function finishSignedIn(modal: Modal, finish: () => void): Promise<void> {
  const { view } = getRoute(modal.getState())
  await startSignIn(modal)
  await untilChecked(modal)
  const state = modal.getState()
  if (isSignInShown(state) || !state.modal.open || getRoute(state).view !== view) return
  const { due } = getSiwxMemory(modal)
  if (state.siwx.status === 'signedOut' && state.siwx.caipAddress === due) openSignIn(modal)
  else finish()
}

/** Opens the sign-in view, without a way back to earlier views. */
export function openSignIn(modal: Modal): void {
  getSiwxMemory(modal).due = undefined
  interrupt(modal, { view: 'SIWXSignMessage', params: undefined })
}

const unansweredCodes: readonly ErrorCode[] = ['RATE_LIMITED', 'SERVER_ERROR', 'TIMED_OUT', 'RPC_FAILED']

/** Whether the server did not respond, so that a retry makes sense. `fetch` throws a `TypeError` without a network. */
export function isUnanswered(cause: unknown): boolean {
  if (!isLatchkeyError(cause)) return cause instanceof TypeError
  if (cause.code === 'HTTP_STATUS') return ((cause as HttpStatusError).status ?? 0) >= 500
  return unansweredCodes.includes(cause.code)
}

/** Keys of connections have a colon, so this can't collide. */
const listenerKey = 'siwx'

/** Milliseconds. Browser timers overflow after 24 days, so long sessions are checked every day. */
const maxTimeout = 86_400_000

function handleState(modal: Modal, state: ModalState, previous: ModalState): void {
  const { event } = state
  if (event !== previous.event && event?.event === 'CONNECT_SUCCESS' && !event.properties.isReconnect) {
    // a new connection asks again, even if the user declined before
    const account = getSignInAccount(state)
    if (account?.connection.namespace === event.properties.namespace) forgetDeclined(modal, account.caipAddress)
  }
  syncAccount(modal)
  if (state.siwx !== previous.siwx) handleStatus(modal, state.siwx, previous.siwx)
  if (isSignInShown(previous) && !isSignInShown(state)) handleLeave(modal)
  openWhenDue(modal)
}

/** Updates the active account. A different account aborts the pending sign-in. */
function syncAccount(modal: Modal): void {
  const state = modal.getState()
  if (state.status !== 'ready') return
  const { siwx } = state
  const caipAddress = getSignInAccount(state)?.caipAddress
  const isSame = siwx.status === 'idle' ? caipAddress === undefined : siwx.caipAddress === caipAddress
  if (isSame) return
  const isOther = siwx.status === 'idle' || !caipAddress || !isSameAccount(siwx.caipAddress, caipAddress)
  if (isOther) modal[internals].attempts.get('siwx:sign')?.abort(new AccountChangedError())
  setSiwx(modal, { type: 'account', caipAddress })
}

/** Reacts to a new status. */
function handleStatus(modal: Modal, siwx: SiwxState, previous: SiwxState): void {
  const memory = getSiwxMemory(modal)
  clearTimer(modal, 'siwx')
  switch (siwx.status) {
    case 'idle':
      memory.due = undefined
      abortAttempt(modal, 'siwx:check')
      // nothing to sign any more; a refused network has its own view
      if (isSignInShown(modal.getState()) && !isRefusedNetwork(modal)) close(modal, { force: true })
      return
    case 'checking':
      memory.due = undefined
      void checkSession(modal)
      return
    case 'signedOut':
      // `signIn` shows the error
      if (previous.status === 'signing') return
      // an expired session does not interrupt the user, unless sign-in is required
      if (isSignInRequired(modal) || (previous.status !== 'signedIn' && !isDeclined(modal, siwx.caipAddress)))
        memory.due = siwx.caipAddress
      return
    case 'signing':
      return
    case 'signedIn': {
      memory.due = undefined
      const { caipAddress, session } = siwx
      rememberSignedIn(modal, caipAddress)
      forgetDeclined(modal, caipAddress)
      const end = Date.parse(session.data.expirationTime ?? '') - modal.env.now()
      if (end > 0) setTimer(modal, 'siwx', () => void checkSession(modal), Math.min(end, maxTimeout))
      if (isSignInShown(modal.getState())) endInterruption(modal)
    }
  }
}

/** Closing or leaving the view declines the sign-in, unless it is required. */
function handleLeave(modal: Modal): void {
  const { siwx, status } = modal.getState()
  // destroying the modal is not the user's choice
  if (status !== 'ready' || (siwx.status !== 'signedOut' && siwx.status !== 'signing')) return
  if (!isSignInRequired(modal)) decline(modal, siwx.caipAddress)
}

/** Opens the sign-in view, unless another request is pending in the wallet. */
function openWhenDue(modal: Modal): void {
  const { due } = getSiwxMemory(modal)
  const state = modal.getState()
  const isDue = state.siwx.status === 'signedOut' && state.siwx.caipAddress === due
  if (isDue && !isRequestPending(state)) openSignIn(modal)
}

const requestViews: readonly ViewName[] = [
  'ConnectingExternal',
  'ConnectingMultiChain',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'SwitchNetwork',
]

/** Whether a wallet request or a login is visibly in progress. */
function isRequestPending(state: ModalState): boolean {
  const { ask, login } = state
  if (login && login.step !== 'idle' && !login.error && isLoginShown(state)) return true
  return state.modal.open && ask !== undefined && !ask.error && requestViews.includes(getRoute(state).view)
}

const signingViews: readonly string[] = ['SIWXSignMessage', 'ApproveTransaction']

/** False on signing views while a required sign-in is missing. [S2.14] */
function canCloseSignIn(modal: Modal, state: ModalState): boolean {
  const { status } = state.siwx
  const hasSession = status === 'signedIn' || status === 'idle'
  return hasSession || !signingViews.includes(getRoute(state).view) || !isSignInRequired(modal)
}

/** Waits until the check for a session is done, which has a timeout. */
function untilChecked(modal: Modal): Promise<void> {
  return new Promise((resolve) => {
    if (modal.getState().siwx.status !== 'checking') return resolve()
    const stop = modal.subscribe(({ siwx, status }) => {
      if (siwx.status === 'checking' && status === 'ready') return
      stop()
      resolve()
    })
  })
}
