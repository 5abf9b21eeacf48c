import { AbortedError } from '../../errors/AbortedError.js'
import { NotConnectedError } from '../../errors/connected.js'
import { ModalClosedError, TimedOutError } from '../../errors/connection.js'
import { internals, type Modal } from '../../modal.js'
import { pause } from '../../utils/pause.js'
import { getConnection } from '../connection/getConnection.js'
import { getRoute } from '../router/getRoute.js'
import { show } from '../router/show.js'
import { emailUpdateViews } from './isEmailUpdateShown.js'
import { requireAuthConnection } from './requireAuthConnection.js'
import { emailUpdateDelays } from './state.js'

/**
 * Lets the visitor change the email of the embedded wallet, and resolves with the new one: looked for every second until it
 * differs [S4.13].
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9], `NOT_EMAIL_OR_SOCIAL` [S8.10], `ABORTED` where the visitor goes to another
 * view, `MODAL_CLOSED` where the modal is closed, `NOT_CONNECTED` where the wallet is let go, `TIMED_OUT` after an hour.
 */
export async function updateEmail(modal: Modal): Promise<{ readonly email: string }> {
  const { namespace, connectorId, user } = requireAuthConnection(modal)
  show(modal, { view: 'UpdateEmailWallet', params: undefined })
  const { signal } = modal[internals]
  const until = modal.env.now() + emailUpdateDelays.deadline
  while (modal.env.now() < until) {
    const state = modal.getState()
    const connection = getConnection(state, namespace, connectorId)
    if (!connection) throw new NotConnectedError()
    const email = connection.user?.email
    if (email !== undefined && email !== user?.email) return { email }
    if (!state.modal.open) throw new ModalClosedError()
    if (!emailUpdateViews.includes(getRoute(state).view)) throw new AbortedError()
    await pause(modal.env, emailUpdateDelays.poll, signal)
  }
  throw new TimedOutError()
}
