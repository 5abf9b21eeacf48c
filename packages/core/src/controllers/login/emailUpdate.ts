import { InvalidWalletReplyError, ModalClosedError, NotConnectedError, TimedOutError } from '../../errors/connection.js'
import { AbortedError } from '../../errors/LatchkeyError.js'
import { InvalidCodeError, InvalidEmailError } from '../../errors/login.js'
import { abortAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { loginTimeouts } from '../../modal/timeouts.js'
import { pause } from '../../rpc/wait.js'
import { isEmail } from '../../utils/isEmail.js'
import { setUser } from '../connection/walletEvents.js'
import { requireAuthConnection, requireAuthFeature } from '../requests/embeddedWallet.js'
import { close, getRoute, pop, popTo, push, replace, show } from '../shell/actions.js'
import type { ViewName } from '../shell/state.js'
import { parseCode } from './emailLogin.js'
import { runStep, type StepOptions, toLoginError } from './flow.js'
import { type EmailUpdateEvent, emailUpdateDelays, emailUpdateKey, reduceEmailUpdate } from './state.js'

const emailUpdateViews: readonly ViewName[] = ['UpdateEmailWallet', 'UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp']

/** The view of each step. */
const views: { readonly [step in NonNullable<ModalState['emailUpdate']>['step']]: ViewName | undefined } = {
  idle: undefined,
  starting: 'UpdateEmailWallet',
  primary: 'UpdateEmailPrimaryOtp',
  verifyingPrimary: 'UpdateEmailPrimaryOtp',
  secondary: 'UpdateEmailSecondaryOtp',
  verifyingSecondary: 'UpdateEmailSecondaryOtp',
}

/**
 * Lets the user change the email of the embedded wallet. Resolves with the new one; checks every second whether it has
 * changed [S4.13].
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9], `NOT_EMAIL_OR_SOCIAL` [S8.10], `ABORTED` if the user goes to
 * another view, `MODAL_CLOSED` if they close the modal, `NOT_CONNECTED` if the wallet disconnects, and `TIMED_OUT`
 * after an hour.
 */
export async function updateEmail(modal: Modal): Promise<{ readonly email: string }> {
  const { namespace, connectorId, user } = requireAuthConnection(modal)
  show(modal, { view: 'UpdateEmailWallet', params: undefined })
  const { signal } = modal[internals]
  const until = modal.env.now() + emailUpdateDelays.timeout
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
 * Starts to change the email of the embedded wallet, or retries it after a failure. The wallet emails a code to the old
 * address and then one to the new address, or only the latter. Progress and errors go to `state.emailUpdate`. Leaving
 * the views ends the change. Resolves when the user has to act.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9], `NOT_EMAIL_OR_SOCIAL` [S8.10] or `FEATURE_NOT_SUPPORTED`.
 */
export async function startEmailUpdate(modal: Modal, { email: text }: { readonly email: string }): Promise<void> {
  requireAuthConnection(modal)
  const { run } = requireAuthFeature(modal, 'email:update')
  const email = text.trim()
  // called from the view of a code: drops that view, as the change starts over
  if (modal.getState().modal.open) popTo(modal, 'UpdateEmailWallet')
  const state = modal.getState()
  if (!state.modal.open || getRoute(state).view !== 'UpdateEmailWallet')
    show(modal, { view: 'UpdateEmailWallet', params: undefined })
  endEmailUpdate(modal)
  setEmailUpdate(modal, { type: 'started', email })
  endEmailUpdateOnLeave(modal)
  await runEmailUpdateStep(
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

/**
 * Submits the code emailed to the old address; then one goes to the new address. Does nothing unless that code is
 * awaited. Failures go to `state.emailUpdate.error`: `INVALID_CODE` or the wallet's error.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` or `FEATURE_NOT_SUPPORTED`.
 */
export async function submitPrimaryCode(modal: Modal, { code }: { readonly code: string }): Promise<void> {
  const { run } = requireAuthFeature(modal, 'email:verifyPrimary')
  await submitCode(modal, {
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
 * Submits the code emailed to the new address; then that is the email of the login, and the views close. Does nothing
 * unless that code is awaited. Failures go to `state.emailUpdate.error`: `INVALID_CODE` or the wallet's error.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` or `FEATURE_NOT_SUPPORTED`.
 */
export async function submitSecondaryCode(modal: Modal, { code }: { readonly code: string }): Promise<void> {
  const { connector, run } = requireAuthFeature(modal, 'email:verifySecondary')
  await submitCode(modal, {
    text: code,
    step: 'secondary',
    run: async (request) => {
      const { email } = await run(request)
      if (!isEmail(email))
        throw new InvalidWalletReplyError({ details: 'email:verifySecondary returned no valid email.' })
      return email
    },
    onReply: (email) => {
      setUser(modal, connector.meta.id, { email })
      endEmailUpdate(modal)
      closeEmailUpdate(modal)
    },
  })
}

type SubmitCodeOptions<reply> = {
  /** As typed. */
  readonly text: string
  /** The step that awaits the code; does nothing in any other. */
  readonly step: 'primary' | 'secondary'
  readonly run: (request: { readonly code: string; readonly signal: AbortSignal }) => Promise<reply>
  readonly onReply: (reply: reply) => void
}

/** Submits an emailed code. An invalid one fails without using up an attempt. Never rejects. */
async function submitCode<reply>(modal: Modal, { text, step, run, onReply }: SubmitCodeOptions<reply>): Promise<void> {
  if (modal.getState().emailUpdate?.step !== step) return
  const code = parseCode(text)
  if (code === null) {
    setEmailUpdate(modal, { type: 'failed', error: toLoginError(new InvalidCodeError()) })
    return
  }
  setEmailUpdate(modal, { type: 'submitted' })
  await runEmailUpdateStep(modal, (signal) => run({ code, signal }), onReply)
}

/** Runs a step of the change. Never rejects. */
function runEmailUpdateStep<reply>(
  modal: Modal,
  request: StepOptions<reply>['request'],
  onReply: (reply: reply) => void,
): Promise<void> {
  return runStep(modal, {
    key: emailUpdateKey,
    timeout: loginTimeouts.request,
    request,
    onReply: (reply) => {
      onReply(reply)
      return undefined
    },
    onError: (error) => setEmailUpdate(modal, { type: 'failed', error: toLoginError(error) }),
  })
}

/** Ends the change when the user leaves the view of its step. */
function endEmailUpdateOnLeave(modal: Modal): void {
  const stop = modal.subscribe((state, previous) => {
    const isMoved = state.router !== previous.router || state.modal.open !== previous.modal.open
    if (isMoved && !isEmailUpdateShown(state)) endEmailUpdate(modal)
  })
  modal[internals].listening.set(emailUpdateKey, stop)
}

/** Whether the current step is visible. */
function isEmailUpdateShown(state: ModalState): boolean {
  return state.modal.open && views[state.emailUpdate?.step ?? 'idle'] === getRoute(state).view
}

/** Returns to the view before the change; closes the modal if there is none. */
function closeEmailUpdate(modal: Modal): void {
  while (emailUpdateViews.includes(getRoute(modal.getState()).view)) {
    if (pop(modal)) continue
    close(modal)
    return
  }
}

/** Ends the change and aborts pending requests. */
function endEmailUpdate(modal: Modal): void {
  const { listening } = modal[internals]
  listening.get(emailUpdateKey)?.()
  listening.delete(emailUpdateKey)
  abortAttempt(modal, emailUpdateKey)
  setEmailUpdate(modal, { type: 'ended' })
}

function setEmailUpdate(modal: Modal, event: EmailUpdateEvent): void {
  modal[internals].store.setState((state) => {
    const before = state.emailUpdate ?? { step: 'idle' }
    const emailUpdate = reduceEmailUpdate(before, event)
    return emailUpdate === before ? state : { ...state, emailUpdate }
  })
}
