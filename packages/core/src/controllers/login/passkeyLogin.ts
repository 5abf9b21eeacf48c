import { PasskeyExpiredError } from '../../errors/login.js'
import { abortAttempt } from '../../modal/attempts.js'
import type { PasskeyUse } from '../../modal/features.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import type { Namespace } from '../../utils/caip.js'
import { getAuthConnector, requireAuthFeature } from '../requests/embeddedWallet.js'
import { getRoute, show, watchMoves } from '../shell/actions.js'
import { connectLogin, runStep } from './flow.js'
import { toSocialError } from './socialLogin.js'
import type { PasskeyLoginState } from './socialState.js'

export type StartPasskeyLoginOptions = {
  /** `login`: with a passkey that the user has. `signup`: creates a passkey, and a wallet with it. */
  readonly use: PasskeyUse
  /** Default: all namespaces that both the wallet and the modal support. */
  readonly namespace?: Namespace | undefined
}

/** Key of the attempt and its listener. */
const key = 'passkeyLogin'

/** Timeout in milliseconds: 20 s for the frame to load, 5 min for the browser's dialog, 120 s to check the result. */
const timeout = 450_000

/** Whether the embedded wallet supports passkeys and the app offers them. */
export function canUsePasskey(modal: Modal): boolean {
  return modal.getState().features.passkey && getAuthConnector(modal)?.features['passkey:login'] !== undefined
}

/**
 * Logs in with a passkey, or creates one, or retries it after a failure. The embedded wallet starts the ceremony
 * synchronously, which opens a pop-up in some browsers; then connects all namespaces and closes the modal. Progress and
 * errors go to `state.passkeyLogin`. Leaving the view ends the login. Focuses the pop-up if the same ceremony is in
 * progress. Resolves when it is done.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9] or `FEATURE_NOT_SUPPORTED`.
 */
export async function startPasskeyLogin(
  modal: Modal,
  { use, namespace = modal.getState().modal.namespace }: StartPasskeyLoginOptions,
): Promise<void> {
  const { connector, run } = requireAuthFeature(modal, 'passkey:login')
  const { passkeyLogin: current } = modal.getState()
  if (current && current.step !== 'idle') {
    // the user is identified already: only retry the connection
    if (current.step === 'connecting') {
      if (!current.error) return
      set(modal, { ...current, error: undefined })
      return connectPasskeyLogin(modal)
    }
    if (!current.error && current.use === use) {
      connector.features['passkey:reopen']?.()
      return
    }
  }
  end(modal)
  show(modal, { view: 'ConnectingPasskey', params: { use } })
  set(modal, { step: 'waiting', use, namespace })
  endOnLeave(modal)
  return runStep(modal, {
    key,
    timeout,
    request: (signal) => run({ use, signal }),
    onReply: () => {
      set(modal, { step: 'connecting', use, namespace })
      return () => connectPasskeyLogin(modal)
    },
    onError: (error) => fail(modal, error.code === 'TIMED_OUT' ? new PasskeyExpiredError({ cause: error }) : error),
  })
}

/** Connects all namespaces after the login and closes its view. */
async function connectPasskeyLogin(modal: Modal): Promise<void> {
  const { passkeyLogin } = modal.getState()
  if (passkeyLogin?.step !== 'connecting') return
  const { namespace } = passkeyLogin
  await connectLogin(modal, {
    key,
    login: 'passkey',
    namespace,
    isShown: () => isShown(modal.getState()),
    end: () => end(modal),
    fail: (error) => fail(modal, error),
  })
}

function isShown(state: ModalState): boolean {
  return state.modal.open && getRoute(state).view === 'ConnectingPasskey'
}

/** Ends the login when the user leaves its view, unless the wallet has already identified them. */
function endOnLeave(modal: Modal): void {
  const { listening } = modal[internals]
  if (listening.has(key)) return
  const stop = watchMoves(modal, (state) => {
    const { passkeyLogin } = state
    if (!passkeyLogin || passkeyLogin.step === 'idle' || isShown(state)) return
    if (passkeyLogin.step === 'connecting' && !passkeyLogin.error) return
    end(modal)
  })
  listening.set(key, stop)
}

/** Ends the login and aborts pending requests, which closes the pop-up. */
function end(modal: Modal): void {
  const { listening } = modal[internals]
  listening.get(key)?.()
  listening.delete(key)
  abortAttempt(modal, key)
  set(modal, { step: 'idle' })
}

function fail(modal: Modal, cause: Parameters<typeof toSocialError>[0]): void {
  const { passkeyLogin } = modal.getState()
  if (passkeyLogin && passkeyLogin.step !== 'idle') set(modal, { ...passkeyLogin, error: toSocialError(cause) })
}

function set(modal: Modal, passkeyLogin: PasskeyLoginState): void {
  modal[internals].store.setState((state) => ({ ...state, passkeyLogin }))
}
