import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { FarcasterFailedError } from '../../errors/login.js'
import { abortAttempt } from '../../modal/attempts.js'
import { loginDeadlines } from '../../modal/deadlines.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import type { Namespace } from '../../utils/caip.js'
import { isRecord } from '../../utils/records.js'
import { finishConnect } from '../connection/flow.js'
import { requireAuthFeature } from '../requests/embeddedWallet.js'
import { track } from '../shell/events.js'
import { getRoute, show, watchMoves } from '../shell/router.js'
import { connectFamilies } from './connectLogin.js'
import { askStep } from './emailLogin.js'
import { toSocialError } from './socialLogin.js'
import { type FarcasterEvent, farcasterDeadlines, farcasterKey, reduceFarcaster } from './socialState.js'

export type StartFarcasterOptions = {
  /** Only this chain family; all that the wallet and the modal have unless told. */
  readonly namespace?: Namespace | undefined
}

/**
 * The flow behind Farcaster's button: gets a link, shows it, waits until the visitor has agreed on the phone that has Farcaster, and
 * connects every chain family; then the modal closes. How far it has come, and what failed, is in `state.farcaster`; after a failure
 * it is called again. Leaving the view ends it. One that runs is gone on with. Resolves when nothing is left to do.
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
    // the visitor has agreed: nobody is asked again
    if (setFarcaster(modal, { type: 'retried' })) return connectFarcaster(modal)
  }
  if (!isFarcasterShown(modal.getState())) show(modal, { view: 'ConnectingFarcaster', params: undefined })
  endFarcaster(modal)
  setFarcaster(modal, { type: 'started', namespace })
  watchFarcaster(modal)
  track(modal, 'SOCIAL_LOGIN_STARTED', { provider: 'farcaster' })
  return askStep(modal, {
    key: farcasterKey,
    deadline: farcasterDeadlines.start,
    ask: async (signal) => toPhoneLink(await run({ signal })),
    onReply: (url) => (setFarcaster(modal, { type: 'shown', url }) ? () => waitForPhone(modal) : undefined),
    onError: (error) => failFarcaster(modal, error),
  })
}

/** Logged in with Farcaster: connects every chain family that wallet and modal have, and leaves what led here. */
export async function connectFarcaster(modal: Modal): Promise<void> {
  const { farcaster } = modal.getState()
  if (farcaster?.step !== 'connecting') return
  const { namespace } = farcaster
  await askStep(modal, {
    key: farcasterKey,
    deadline: loginDeadlines.connect,
    ask: (signal) => connectFamilies(modal, { namespace, signal }),
    onReply: () => {
      const isShown = isFarcasterShown(modal.getState())
      endFarcaster(modal)
      track(modal, 'SOCIAL_LOGIN_SUCCESS', { provider: 'farcaster' })
      if (isShown) finishConnect(modal)
      return undefined
    },
    onError: (error) => {
      // who ended it, or has left, has nobody to tell
      if (error.code === 'ABORTED' || !isFarcasterShown(modal.getState())) endFarcaster(modal)
      else failFarcaster(modal, error)
    },
  })
}

/** Waits until the visitor has agreed on the phone, and connects. */
export function waitForPhone(modal: Modal): Promise<void> {
  return askStep(modal, {
    key: farcasterKey,
    deadline: farcasterDeadlines.wait,
    ask: (signal) => requireAuthFeature(modal, 'farcaster:wait').run({ signal }),
    onReply: () => {
      if (!setFarcaster(modal, { type: 'agreed' })) return undefined
      track(modal, 'SOCIAL_LOGIN_REQUEST_USER_DATA', { provider: 'farcaster' })
      return () => connectFarcaster(modal)
    },
    onError: (error) => failFarcaster(modal, error),
  })
}

/** Ends the login when the visitor leaves its view. Who leaves after having agreed on the phone has logged in all the same. */
export function watchFarcaster(modal: Modal): void {
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

/** Whether the visitor sees the login with Farcaster. */
export function isFarcasterShown(state: ModalState): boolean {
  return state.modal.open && getRoute(state).view === 'ConnectingFarcaster'
}

/** The login with Farcaster is over, whichever way: what still waits for an answer ends with `ABORTED`. */
export function endFarcaster(modal: Modal): void {
  const { listening } = modal[internals]
  listening.get(farcasterKey)?.()
  listening.delete(farcasterKey)
  abortAttempt(modal, farcasterKey)
  setFarcaster(modal, { type: 'ended' })
}

/** Notes how the login with Farcaster failed, and tells the app. A link that nobody followed in time is such a failure [S8.7]. */
export function failFarcaster(modal: Modal, fault: LatchkeyError): void {
  const { farcaster } = modal.getState()
  const isLate = fault.code === 'TIMED_OUT' && farcaster?.step === 'shown'
  const cause = isLate
    ? new FarcasterFailedError({ cause: fault, details: 'Nobody followed the link in time.' })
    : fault
  const { code, shortMessage: message } = cause
  setFarcaster(modal, { type: 'failed', error: toSocialError(cause) })
  track(modal, 'SOCIAL_LOGIN_ERROR', { provider: 'farcaster', code, message })
}

/** Notes what happened to the login with Farcaster. Returns whether that changed anything. */
export function setFarcaster(modal: Modal, event: FarcasterEvent): boolean {
  const before = modal.getState().farcaster ?? { step: 'idle' }
  const farcaster = reduceFarcaster(before, event)
  if (farcaster === before) return false
  modal[internals].store.setState((state) => ({ ...state, farcaster }))
  return true
}

/** Names of the machine itself (RFC 6761): for a Farcaster of one's own. */
const loopback = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/

/**
 * The link to follow on the phone, as it is shown and put into a code: an https address. Throws `FARCASTER_FAILED` for anything
 * else.
 */
export function toPhoneLink(reply: unknown): string {
  const url = isRecord(reply) ? reply['url'] : undefined
  if (typeof url === 'string' && url.length <= 2_048 && URL.canParse(url)) {
    const { protocol, hostname, username, password, href } = new URL(url)
    const isSafe = protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))
    if (isSafe && !username && !password) return href
  }
  throw new FarcasterFailedError({ details: 'No link came to follow on the phone.' })
}
