import { InvalidWalletReplyError, ModalClosedError, NotConnectedError, TimedOutError } from '../../errors/connection.js'
import { AbortedError } from '../../errors/LatchkeyError.js'
import { InvalidCodeError, InvalidEmailError } from '../../errors/login.js'
import { abortAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { loginDeadlines } from '../../modal/deadlines.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { pause } from '../../rpc/wait.js'
import { isEmail } from '../../utils/isEmail.js'
import { setUser } from '../connection/walletEvents.js'
import { requireAuthConnection, requireAuthFeature } from '../requests/embeddedWallet.js'
import { close, getRoute, pop, push, replace, show } from '../shell/router.js'
import type { ViewName } from '../shell/state.js'
import { toLoginError } from './connectLogin.js'
import { askStep, parseCode, type StepOptions } from './emailLogin.js'
import { type EmailUpdateEvent, emailUpdateDelays, emailUpdateKey, reduceEmailUpdate } from './state.js'

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

/**
 * Changes the email of the embedded wallet: a code to the old address, then one to the new; or only that, as the wallet says.
 * How far it has come, and what failed, is in `state.emailUpdate`; after a failure it is called again. Leaving the views ends
 * it. Resolves when the visitor has to act.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9], `NOT_EMAIL_OR_SOCIAL` [S8.10] or `FEATURE_NOT_SUPPORTED`.
 */
export async function startEmailUpdate(modal: Modal, { email: text }: { readonly email: string }): Promise<void> {
  requireAuthConnection(modal)
  const { run } = requireAuthFeature(modal, 'email:update')
  const email = text.trim()
  const state = modal.getState()
  if (!state.modal.open || getRoute(state).view !== 'UpdateEmailWallet')
    show(modal, { view: 'UpdateEmailWallet', params: undefined })
  endEmailUpdate(modal)
  setEmailUpdate(modal, { type: 'started', email })
  watch(modal)
  await askEmailUpdate(
    modal,
    async (signal) => {
      if (!isEmail(email)) throw new InvalidEmailError()
      return run({ email, signal })
    },
    (action) => {
      setEmailUpdate(modal, { type: 'sent', action })
      const isPrimary = action === 'VERIFY_PRIMARY_OTP'
      push(modal, { view: isPrimary ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp', params: undefined })
    },
  )
}

/** Ends the change when the visitor leaves the view of its step. */
function watch(modal: Modal): void {
  const stop = modal.subscribe((state, previous) => {
    const isMoved = state.router !== previous.router || state.modal.open !== previous.modal.open
    if (isMoved && !isEmailUpdateShown(state)) endEmailUpdate(modal)
  })
  modal[internals].listening.set(emailUpdateKey, stop)
}

/**
 * Hands over the code that was mailed to the old address; then one goes to the new. Does nothing where no such code is waited
 * for. In `state.emailUpdate.error`: `INVALID_CODE` or what the wallet says.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` or `FEATURE_NOT_SUPPORTED`.
 */
export async function submitPrimaryCode(modal: Modal, { code }: { readonly code: string }): Promise<void> {
  const { run } = requireAuthFeature(modal, 'email:verifyPrimary')
  await askCode(modal, {
    text: code,
    step: 'primary',
    run,
    onReply: () => {
      setEmailUpdate(modal, { type: 'verified' })
      replace(modal, { view: 'UpdateEmailSecondaryOtp', params: undefined })
    },
  })
}

/**
 * Hands over the code that was mailed to the new address: that is the email of the login from then on, and the views give way
 * to what led to them. Does nothing where no such code is waited for. In `state.emailUpdate.error`: `INVALID_CODE` or what the
 * wallet says.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` or `FEATURE_NOT_SUPPORTED`.
 */
export async function submitSecondaryCode(modal: Modal, { code }: { readonly code: string }): Promise<void> {
  const { connector, run } = requireAuthFeature(modal, 'email:verifySecondary')
  await askCode(modal, {
    text: code,
    step: 'secondary',
    run: async (request) => {
      const { email } = await run(request)
      if (!isEmail(email)) throw new InvalidWalletReplyError({ details: 'email:verifySecondary: no email.' })
      return email
    },
    onReply: (email) => {
      setUser(modal, connector.meta.id, { email })
      endEmailUpdate(modal)
      leaveEmailUpdate(modal)
    },
  })
}

/** One step of a change of email. Never rejects. */
export function askEmailUpdate<reply>(
  modal: Modal,
  ask: StepOptions<reply>['ask'],
  onReply: (reply: reply) => void,
): Promise<void> {
  return askStep(modal, {
    key: emailUpdateKey,
    deadline: loginDeadlines.request,
    ask,
    onReply: (reply) => {
      onReply(reply)
      return undefined
    },
    onError: (error) => setEmailUpdate(modal, { type: 'failed', error: toLoginError(error) }),
  })
}

export type AskCodeOptions<reply> = {
  /** As the visitor typed it. */
  readonly text: string
  /** The step that waits for it; in any other nothing happens. */
  readonly step: 'primary' | 'secondary'
  readonly run: (request: { readonly code: string; readonly signal: AbortSignal }) => Promise<reply>
  readonly onReply: (reply: reply) => void
}

/** Hands over a mailed code. What is none of six digits is not handed over, so that it costs no try. Never rejects. */
export async function askCode<reply>(modal: Modal, { text, step, run, onReply }: AskCodeOptions<reply>): Promise<void> {
  if (modal.getState().emailUpdate?.step !== step) return
  const code = parseCode(text)
  if (code === null) {
    setEmailUpdate(modal, { type: 'failed', error: toLoginError(new InvalidCodeError()) })
    return
  }
  setEmailUpdate(modal, { type: 'submitted' })
  await askEmailUpdate(modal, (signal) => run({ code, signal }), onReply)
}

/** Of a change of email. */
export const emailUpdateViews: readonly ViewName[] = [
  'UpdateEmailWallet',
  'UpdateEmailPrimaryOtp',
  'UpdateEmailSecondaryOtp',
]

/** The view of each step that the visitor has to act in. */
const views: { readonly [step in NonNullable<ModalState['emailUpdate']>['step']]: ViewName | undefined } = {
  idle: undefined,
  starting: 'UpdateEmailWallet',
  primary: 'UpdateEmailPrimaryOtp',
  verifyingPrimary: 'UpdateEmailPrimaryOtp',
  secondary: 'UpdateEmailSecondaryOtp',
  verifyingSecondary: 'UpdateEmailSecondaryOtp',
}

/** Whether the visitor sees the step that the change of email is in. */
export function isEmailUpdateShown(state: ModalState): boolean {
  return state.modal.open && views[state.emailUpdate?.step ?? 'idle'] === getRoute(state).view
}

/** Back to what led to the change of email; closed where that was outside. */
export function leaveEmailUpdate(modal: Modal): void {
  while (emailUpdateViews.includes(getRoute(modal.getState()).view)) {
    if (pop(modal)) continue
    close(modal)
    return
  }
}

/** The change of email is over, whichever way: what still waits for an answer ends with `ABORTED`. */
export function endEmailUpdate(modal: Modal): void {
  const { listening } = modal[internals]
  listening.get(emailUpdateKey)?.()
  listening.delete(emailUpdateKey)
  abortAttempt(modal, emailUpdateKey)
  setEmailUpdate(modal, { type: 'ended' })
}

/** Notes what happened to the change of email. */
export function setEmailUpdate(modal: Modal, event: EmailUpdateEvent): void {
  modal[internals].store.setState((state) => {
    const before = state.emailUpdate ?? { step: 'idle' }
    const emailUpdate = reduceEmailUpdate(before, event)
    return emailUpdate === before ? state : { ...state, emailUpdate }
  })
}
