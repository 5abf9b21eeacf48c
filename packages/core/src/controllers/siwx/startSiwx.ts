import { abortAttempt } from '../../attempts.js'
import { AccountChangedError } from '../../errors/connected.js'
import { internals, type Modal, type ModalState } from '../../modal.js'
import { clearTimer, setTimer } from '../../timers.js'
import { isRefusedNetwork } from '../network/isRefusedNetwork.js'
import { close } from '../router/close.js'
import { canCloseSignIn } from './canCloseSignIn.js'
import { checkSession } from './checkSession.js'
import { decline, forgetDeclined, isDeclined } from './declined.js'
import { getSignInAccount } from './getSignInAccount.js'
import { isAsking } from './isAsking.js'
import { isSignInRequired } from './isSignInRequired.js'
import { isSignInShown } from './isSignInShown.js'
import { getSiwxMemory, rememberSignedIn } from './memory.js'
import { openSignIn } from './openSignIn.js'
import { isSameAccount } from './reduceSiwx.js'
import { requireSiwx } from './requireSiwx.js'
import { setSiwx } from './setSiwx.js'
import type { SiwxState } from './state.js'

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
