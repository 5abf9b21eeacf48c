import { beginAttempt } from '../../attempts.js'
import { SignInCheckFailedError } from '../../errors/siwx.js'
import { internals, type Modal } from '../../modal.js'
import { startRoute } from '../../startState.js'
import type { CaipAddress } from '../../utils/caip.js'
import { disconnect } from '../connection/disconnect.js'
import { reset } from '../router/navigate.js'
import { showToast } from '../toast/showToast.js'
import { findSession, isOver } from './findSession.js'
import { getSignInAccount } from './getSignInAccount.js'
import { requireSiwx } from './requireSiwx.js'
import { setSiwx } from './setSiwx.js'
import { siwxDeadlines } from './state.js'

/**
 * Looks whether the active account has signed in. Where that cannot be found out for an account that is new, its wallet is
 * disconnected and the modal is back on Connect [S8.14]; of one that was known before, what was known holds until its end.
 * A newer check takes the place of an older one.
 */
export async function checkSession(modal: Modal): Promise<void> {
  const account = getSignInAccount(modal.getState())
  if (!account) return
  const { caipAddress } = account
  const attempt = beginAttempt(modal, { key: 'siwx:check', deadline: siwxDeadlines.check })
  try {
    const session = await attempt.race(requireSiwx(modal).then((siwx) => findSession(modal, siwx, caipAddress)))
    if (attempt.isLatest()) setSiwx(modal, { type: 'checked', caipAddress, session })
  } catch (cause) {
    // a newer check, or the end of the modal
    if (attempt.isLatest()) await fail(modal, caipAddress, cause).catch(modal[internals].warn)
  } finally {
    attempt.end()
  }
}

async function fail(modal: Modal, caipAddress: CaipAddress, cause: unknown): Promise<void> {
  const { warn } = modal[internals]
  const { siwx } = modal.getState()
  const error = new SignInCheckFailedError({ cause })
  warn(error)
  if (siwx.status !== 'checking') {
    if (siwx.status === 'signedIn' && isOver(modal, siwx.session))
      setSiwx(modal, { type: 'checked', caipAddress, session: undefined })
    return
  }
  const account = getSignInAccount(modal.getState())
  if (account?.caipAddress !== caipAddress) return
  const { namespace, connectorId } = account.connection
  showToast(modal, { variant: 'error', message: { code: error.code } })
  // it is not known whether there is a session, and nobody asked to end it
  const leaving = disconnect(modal, { namespace, connectorId, keepOpen: true, keepSession: true })
  if (modal.getState().modal.open) reset(modal, startRoute)
  await leaving.catch(() => undefined) // the notice says so; the page is free all the same
}
