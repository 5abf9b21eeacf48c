import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { FarcasterFailedError } from '../../errors/login.js'
import { abortAttempt } from '../../modal/attempts.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import type { Namespace } from '../../utils/caip.js'
import { isRecord } from '../../utils/records.js'
import { requireAuthFeature } from '../requests/embeddedWallet.js'
import { getRoute, show, track, watchMoves } from '../shell/actions.js'
import { connectLogin, runStep } from './flow.js'
import { toSocialError } from './socialLogin.js'
import { type FarcasterEvent, farcasterKey, farcasterTimeouts, reduceFarcaster } from './socialState.js'

export type StartFarcasterOptions = {
  /** Default: all namespaces that both the wallet and the modal support. */
  readonly namespace?: Namespace | undefined
}

/**
 * Starts a login with Farcaster, or retries it after a failure. Requests a link and shows it, waits until the user has
 * confirmed on their phone, connects all namespaces, and closes the modal. Progress and errors go to `state.farcaster`.
 * Leaving the view ends the login. Does nothing while one is in progress. Resolves when it is done.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9] or `FEATURE_NOT_SUPPORTED`.
 */
export async function startFarcaster(
  modal: Modal,
  { namespace = modal.getState().modal.namespace }: StartFarcasterOptions = {},
): Promise<void> {
  const { run } = requireAuthFeature(modal, 'farcaster:start')
  const { farcaster } = modal.getState()
  if (farcaster && farcaster.step !== 'idle') {
    if (!farcaster.error) return
    // the user has confirmed already: only retry the connection
    if (setFarcaster(modal, { type: 'retried' })) return connectFarcaster(modal)
  }
  if (!isFarcasterShown(modal.getState())) show(modal, { view: 'ConnectingFarcaster', params: undefined })
  endFarcaster(modal)
  setFarcaster(modal, { type: 'started', namespace })
  endFarcasterOnLeave(modal)
  track(modal, 'SOCIAL_LOGIN_STARTED', { provider: 'farcaster' })
  return runStep(modal, {
    key: farcasterKey,
    timeout: farcasterTimeouts.start,
    request: async (signal) => toPhoneLink(await run({ signal })),
    onReply: (url) => (setFarcaster(modal, { type: 'shown', url }) ? () => waitForPhone(modal) : undefined),
    onError: (error) => failFarcaster(modal, error),
  })
}

/** Whether the login is visible. */
export function isFarcasterShown(state: ModalState): boolean {
  return state.modal.open && getRoute(state).view === 'ConnectingFarcaster'
}

/** Waits until the user has confirmed on the phone; then connects. */
function waitForPhone(modal: Modal): Promise<void> {
  return runStep(modal, {
    key: farcasterKey,
    timeout: farcasterTimeouts.wait,
    request: (signal) => requireAuthFeature(modal, 'farcaster:wait').run({ signal }),
    onReply: () => {
      if (!setFarcaster(modal, { type: 'agreed' })) return undefined
      track(modal, 'SOCIAL_LOGIN_REQUEST_USER_DATA', { provider: 'farcaster' })
      return () => connectFarcaster(modal)
    },
    onError: (error) => failFarcaster(modal, error),
  })
}

/** Connects all namespaces after the login and closes its view. */
async function connectFarcaster(modal: Modal): Promise<void> {
  const { farcaster } = modal.getState()
  if (farcaster?.step !== 'connecting') return
  const { namespace } = farcaster
  await connectLogin(modal, {
    key: farcasterKey,
    login: 'farcaster',
    namespace,
    isShown: () => isFarcasterShown(modal.getState()),
    end: () => endFarcaster(modal),
    fail: (error) => failFarcaster(modal, error),
    onDone: () => track(modal, 'SOCIAL_LOGIN_SUCCESS', { provider: 'farcaster' }),
  })
}

/** Loopback hosts (RFC 6761), for a local Farcaster relay. */
const loopback = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/

/** Parses the link to open on the phone, which must be an https URL. Throws `FARCASTER_FAILED`. */
function toPhoneLink(reply: unknown): string {
  const url = isRecord(reply) ? reply['url'] : undefined
  if (typeof url === 'string' && url.length <= 2_048 && URL.canParse(url)) {
    const { protocol, hostname, username, password, href } = new URL(url)
    const isSafe = protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))
    if (isSafe && !username && !password) return href
  }
  throw new FarcasterFailedError({ details: 'The wallet returned no valid link.' })
}

/** Ends the login when the user leaves its view, unless they have already confirmed on the phone. */
function endFarcasterOnLeave(modal: Modal): void {
  const { listening } = modal[internals]
  if (listening.has(farcasterKey)) return
  const stop = watchMoves(modal, (state) => {
    const { farcaster } = state
    if (!farcaster || farcaster.step === 'idle' || isFarcasterShown(state)) return
    const isRunning = !farcaster.error
    if (isRunning && farcaster.step === 'connecting') return
    endFarcaster(modal)
    if (isRunning) track(modal, 'SOCIAL_LOGIN_CANCELED', { provider: 'farcaster' })
  })
  listening.set(farcasterKey, stop)
}

/** Ends the login and aborts pending requests. */
function endFarcaster(modal: Modal): void {
  const { listening } = modal[internals]
  listening.get(farcasterKey)?.()
  listening.delete(farcasterKey)
  abortAttempt(modal, farcasterKey)
  setFarcaster(modal, { type: 'ended' })
}

/** Sets the error of the login and tracks it. A link that expires fails, too [S8.7]. */
function failFarcaster(modal: Modal, cause: LatchkeyError): void {
  const { farcaster } = modal.getState()
  const isExpired = cause.code === 'TIMED_OUT' && farcaster?.step === 'shown'
  const error = isExpired ? new FarcasterFailedError({ cause, details: 'The link was not opened in time.' }) : cause
  const { code, shortMessage: message } = error
  setFarcaster(modal, { type: 'failed', error: toSocialError(error) })
  track(modal, 'SOCIAL_LOGIN_ERROR', { provider: 'farcaster', code, message })
}

/** Applies an event to the login. Returns whether it changed anything. */
function setFarcaster(modal: Modal, event: FarcasterEvent): boolean {
  const before = modal.getState().farcaster ?? { step: 'idle' }
  const farcaster = reduceFarcaster(before, event)
  if (farcaster === before) return false
  modal[internals].store.setState((state) => ({ ...state, farcaster }))
  return true
}
