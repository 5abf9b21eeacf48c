import { beginAttempt } from '../../attempts.js'
import type { SiwxSession } from '../../auth.js'
import { deadlines } from '../../deadlines.js'
import { AbortedError } from '../../errors/AbortedError.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import { track } from '../events/track.js'
import type { SignInAccount } from './getSignInAccount.js'
import { isSignInShown } from './isSignInShown.js'
import { rememberSignedIn } from './memory.js'
import { obtainSession } from './obtainSession.js'
import { openSignIn } from './openSignIn.js'
import { requireSignInAccount } from './requireSignInAccount.js'
import { setSiwx } from './setSiwx.js'
import { startSignIn } from './startSiwx.js'
import { siwxDeadlines } from './state.js'
import { toProperties } from './toProperties.js'
import { toSignInError } from './toSignInError.js'

export type SignInOptions = { readonly signal?: AbortSignal | undefined }

/** Milliseconds: as long as all parts together may take. */
const signInDeadline = deadlines.approval + siwxDeadlines.check + siwxDeadlines.message + siwxDeadlines.verify

/**
 * Signs the active account in: makes the message, has the wallet sign it, hands the signature over, and closes the view that
 * asks [S4.22]. Where it fails the view is there again and says so [S4.23]; leaving the view ends the attempt. A signature
 * that nobody took, as the server did not answer, is sent again by the next call without asking the wallet. Who has signed in
 * already is not asked.
 *
 * Throws `NOT_STARTED`, `SIWX_NOT_ENABLED`, `NO_ACTIVE_ADDRESS`, `NO_ACTIVE_NETWORK`, `ABORTED`, `ACCOUNT_CHANGED`,
 * `TIMED_OUT`, what `signMessage` throws, what the app's side throws where that has a code, else `SIGN_IN_FAILED`.
 */
export async function signIn(modal: Modal, { signal }: SignInOptions = {}): Promise<SiwxSession> {
  const account = requireSignInAccount(modal)
  await startSignIn(modal)
  const { caipAddress } = account
  const { siwx } = modal.getState()
  if (siwx.status === 'signedIn' && siwx.caipAddress === caipAddress) return siwx.session
  const properties = toProperties(account)
  const attempt = beginAttempt(modal, { key: 'siwx:sign', deadline: signInDeadline, signal })
  const leave = (): void => modal[internals].attempts.get('siwx:sign')?.abort(new AbortedError())
  const unwatch =
    isSignInShown(modal.getState()) &&
    modal.subscribe((state) => {
      if (!isSignInShown(state)) leave()
    })
  track(modal, 'CLICK_SIGN_SIWX_MESSAGE', properties)
  setSiwx(modal, { type: 'asked', caipAddress })
  try {
    const session = await attempt.race(obtainSession(modal, account, attempt.signal))
    attempt.signal.throwIfAborted()
    if (unwatch) unwatch()
    track(modal, 'SIWX_AUTH_SUCCESS', properties)
    rememberSignedIn(modal, caipAddress)
    setSiwx(modal, { type: 'signed', caipAddress, session })
    return session
  } catch (cause) {
    if (unwatch) unwatch()
    const error = toSignInError(cause)
    // a newer attempt tells its own story
    if (attempt.isLatest()) fail(modal, account, error)
    throw error
  } finally {
    attempt.end()
  }
}

function fail(modal: Modal, account: SignInAccount, { code, shortMessage: message }: LatchkeyError): void {
  const { caipAddress } = account
  // what the visitor ended, or the account of before, has nobody to tell
  const isLeft = code === 'ABORTED' || code === 'ACCOUNT_CHANGED'
  if (!isLeft) track(modal, 'SIWX_AUTH_ERROR', { ...toProperties(account), code, message })
  setSiwx(modal, { type: 'failed', caipAddress, error: isLeft ? undefined : { code, message } })
  // who has signed in meanwhile, in another tab, is not asked
  const isSettled = modal.getState().siwx.status === 'signedIn' || isSignInShown(modal.getState())
  if (!isLeft && !isSettled) openSignIn(modal)
}
