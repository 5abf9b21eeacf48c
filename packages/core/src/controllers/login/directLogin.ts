import { InvalidWalletReplyError } from '../../errors/connection.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { beginAttempt } from '../../modal/attempts.js'
import type { Modal } from '../../modal/modal.js'
import { loginTimeouts } from '../../modal/timeouts.js'
import type { Namespace } from '../../utils/caip.js'
import { isEmail } from '../../utils/isEmail.js'
import { finishConnect } from '../connection/flow.js'
import { setUser } from '../connection/walletEvents.js'
import { requireAuthConnection, requireAuthFeature } from '../requests/embeddedWallet.js'
import { connectNamespaces } from './flow.js'

export type GuestLoginOptions = {
  /** Default: all namespaces that both the wallet and the modal support. */
  readonly namespace?: Namespace | undefined
}

export type TokenLoginOptions = GuestLoginOptions & {
  /** A JWT that the app's backend has just signed for its user. It counts once. */
  readonly token: string
}

/**
 * Logs in to the embedded wallet with a JWT of the app's own backend, and connects all namespaces. Shows nothing: the app has logged the
 * user in. Closes the modal if it is open. Resolves when everything is connected.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9] or `FEATURE_NOT_SUPPORTED`; `FRAME_FAILED` with the reason if the token is rejected;
 * `FRAME_LOAD_FAILED`, `FRAME_REQUEST_TIMED_OUT`; `ABORTED` if another such login replaces it.
 */
export async function loginWithToken(modal: Modal, { token, namespace }: TokenLoginOptions): Promise<void> {
  const { run } = requireAuthFeature(modal, 'token:login')
  await logIn(modal, { login: 'token', namespace, request: (signal) => run({ token, signal }) })
}

/**
 * Continues without a login, with a wallet that only this browser opens, and connects all namespaces. Closes the modal if it is open.
 * Resolves when everything is connected. Throws like {@link loginWithToken}.
 */
export async function loginAsGuest(modal: Modal, { namespace }: GuestLoginOptions = {}): Promise<void> {
  const { run } = requireAuthFeature(modal, 'guest:login')
  await logIn(modal, { login: 'guest', namespace, request: (signal) => run({ signal }) })
}

/**
 * Has a guest add an email address as a login, on the wallet's own screen over the page. From then on the address opens the wallet in any
 * browser, with the same accounts, and the user is no longer a guest. Resolves with the address.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9], `NOT_EMAIL_OR_SOCIAL` [S8.10] or `FEATURE_NOT_SUPPORTED`; `USER_REJECTED` if the user
 * cancels; `UNSUPPORTED_METHOD` if they aren't a guest; `FRAME_FAILED` with the reason; `FRAME_LOAD_FAILED`, `FRAME_REQUEST_TIMED_OUT`; `ABORTED` if another call replaces it.
 */
export async function addLogin(modal: Modal): Promise<{ readonly email: string }> {
  requireAuthConnection(modal)
  const { connector, run } = requireAuthFeature(modal, 'guest:addLogin')
  const attempt = beginAttempt(modal, { key: 'addLogin', timeout: loginTimeouts.request + loginTimeouts.device })
  try {
    const { email } = await attempt.race(run({ signal: attempt.signal }))
    if (!isEmail(email)) throw new InvalidWalletReplyError({ details: 'guest:addLogin returned no valid email.' })
    setUser(modal, connector.meta.id, { email, isGuest: undefined })
    return { email }
  } catch (cause) {
    throw toLatchkeyError(cause)
  } finally {
    attempt.end()
  }
}

type DirectLogin = {
  readonly login: 'token' | 'guest'
  readonly namespace: Namespace | undefined
  readonly request: (signal: AbortSignal) => Promise<void>
}

async function logIn(modal: Modal, { login, namespace, request }: DirectLogin): Promise<void> {
  const attempt = beginAttempt(modal, { key: 'directLogin', timeout: loginTimeouts.request + loginTimeouts.connect })
  const { signal } = attempt
  try {
    await attempt.race(request(signal))
    await attempt.race(connectNamespaces(modal, { login, namespace, signal }))
  } catch (cause) {
    throw toLatchkeyError(cause)
  } finally {
    attempt.end()
  }
  if (modal.getState().modal.open) finishConnect(modal)
}
