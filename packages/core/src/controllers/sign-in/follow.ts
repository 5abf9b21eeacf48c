import type { ErrorCode } from '../../errors/codes.js'
import { AccountChangedError } from '../../errors/connection.js'
import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import type { HttpStatusError } from '../../errors/services.js'
import { abortAttempt, clearTimer, setTimer } from '../../modal/attempts.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { isRefusedNetwork } from '../../modal/namespaces.js'
import { isSignInRequired } from '../../modal/signIn.js'
import { isLoginShown } from '../login/emailLogin.js'
import { close, getRoute, isSignInShown, open, reset } from '../shell/router.js'
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

/** No timer of a browser waits longer than 24 days; a session that lasts longer is looked for anew each day. */
const longestWait = 86_400_000

/**
 * Follows the active account from now on, until the modal ends: looks for its session whenever it is another, or on
 * another network, and asks the visitor to sign in where there is none [S4.21]. Safe to call again.
 */
export async function startSignIn(modal: Modal): Promise<void> {
  const { guards, listening, onDestroy, signal } = modal[internals]
  if (signal.aborted || listening.has(name)) return
  const canClose = (state: ModalState): boolean => canCloseSignIn(modal, state)
  const stop = modal.subscribe((state, previous) => follow(modal, state, previous))
  let unwatch: (() => void) | undefined
  listening.set(name, () => {
    stop()
    unwatch?.()
    guards.delete(canClose)
  })
  guards.add(canClose)
  syncAccount(modal)
  const siwx = await requireSiwx(modal)
  // signed in or out elsewhere
  if (!signal.aborted) unwatch = siwx.onChange?.(() => void checkSession(modal))
  if (unwatch) onDestroy(unwatch)
}

/** Not the key of a connection: those have a colon. */
const name = 'siwx'

function follow(modal: Modal, state: ModalState, previous: ModalState): void {
  const { event } = state
  if (event !== previous.event && event?.event === 'CONNECT_SUCCESS' && !event.properties.isReconnect) {
    // who connects by hand is asked, whatever was chosen before
    const account = getSignInAccount(state)
    if (account?.connection.namespace === event.properties.namespace) forgetDeclined(modal, account.caipAddress)
  }
  syncAccount(modal)
  if (state.siwx !== previous.siwx) act(modal, state.siwx, previous.siwx)
  if (isSignInShown(previous) && !isSignInShown(state)) leave(modal)
  askWhenDue(modal)
}

/** One question at a time: not while a wallet is being asked for something else. */
function askWhenDue(modal: Modal): void {
  const { due } = getSiwxMemory(modal)
  const state = modal.getState()
  const isDue = state.siwx.status === 'signedOut' && state.siwx.caipAddress === due
  if (isDue && !isAsking(state)) openSignIn(modal)
}

/** Says which account is the active one. Another one ends what was asked about the one before. */
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

/** What follows from where the sign-in has come. */
function act(modal: Modal, siwx: SiwxState, previous: SiwxState): void {
  const memory = getSiwxMemory(modal)
  clearTimer(modal, 'siwx')
  switch (siwx.status) {
    case 'idle':
      memory.due = undefined
      abortAttempt(modal, 'siwx:check')
      // there is nothing to sign any more; a refused network has a view of its own
      if (isSignInShown(modal.getState()) && !isRefusedNetwork(modal)) close(modal, { force: true })
      return
    case 'checking':
      memory.due = undefined
      void checkSession(modal)
      return
    case 'signedOut':
      // the one who asked shows how it failed
      if (previous.status === 'signing') return
      // who is at work is not interrupted by the end of a session, unless nothing goes on without
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
      if (end > 0) setTimer(modal, 'siwx', () => void checkSession(modal), Math.min(end, longestWait))
      if (isSignInShown(modal.getState())) close(modal, { force: true })
    }
  }
}

/** The visitor closed the question, or went elsewhere: the choice of one who has it. */
function leave(modal: Modal): void {
  const { siwx, status } = modal.getState()
  // the end of the page is nobody's choice
  if (status !== 'ready' || (siwx.status !== 'signedOut' && siwx.status !== 'signing')) return
  if (!isSignInRequired(modal)) decline(modal, siwx.caipAddress)
}

/**
 * Leaves what led to a connection by `finish`, once it is known that nobody has to sign in; else asks for that in its place.
 * Does nothing where the visitor has left meanwhile.
 */
export async function finishSignedIn(modal: Modal, finish: () => void): Promise<void> {
  const { view } = getRoute(modal.getState())
  await startSignIn(modal)
  await settled(modal)
  const state = modal.getState()
  if (isSignInShown(state) || !state.modal.open || getRoute(state).view !== view) return
  const { due } = getSiwxMemory(modal)
  if (state.siwx.status === 'signedOut' && state.siwx.caipAddress === due) openSignIn(modal)
  else finish()
}

/** Resolves once sessions have been looked for, which has its deadline. */
function settled(modal: Modal): Promise<void> {
  return new Promise((resolve) => {
    if (modal.getState().siwx.status !== 'checking') return resolve()
    const stop = modal.subscribe(({ siwx, status }) => {
      if (siwx.status === 'checking' && status === 'ready') return
      stop()
      resolve()
    })
  })
}

const views: readonly string[] = ['SIWXSignMessage', 'ApproveTransaction']

/** False on the views that sign while a sign-in is required that is not there. [S2.14] */
function canCloseSignIn(modal: Modal, state: ModalState): boolean {
  const { status } = state.siwx
  const hasSession = status === 'signedIn' || status === 'idle'
  return hasSession || !views.includes(getRoute(state).view) || !isSignInRequired(modal)
}

const askingViews: readonly ViewName[] = [
  'ConnectingExternal',
  'ConnectingMultiChain',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'SwitchNetwork',
]

/** Whether the visitor is in the middle of something that a wallet is asked for: one question at a time. */
function isAsking(state: ModalState): boolean {
  const { ask, login } = state
  if (login && login.step !== 'idle' && !login.error && isLoginShown(state)) return true
  return state.modal.open && ask !== undefined && !ask.error && askingViews.includes(getRoute(state).view)
}

const codes: readonly ErrorCode[] = ['RATE_LIMITED', 'SERVER_ERROR', 'TIMED_OUT', 'RPC_FAILED']

/** Whether nobody has said no yet: the same may be sent again. A `TypeError` is what fetch throws without a network. */
export function isUnanswered(cause: unknown): boolean {
  if (!isLatchkeyError(cause)) return cause instanceof TypeError
  if (cause.code === 'HTTP_STATUS') return ((cause as HttpStatusError).status ?? 0) >= 500
  return codes.includes(cause.code)
}

/** Asks the visitor to sign in. There is nothing to go back to. */
export function openSignIn(modal: Modal): void {
  getSiwxMemory(modal).due = undefined
  if (modal.getState().modal.open) reset(modal, { view: 'SIWXSignMessage', params: undefined })
  else open(modal, { view: 'SIWXSignMessage' })
}
