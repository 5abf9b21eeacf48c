import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { EmailCooldownError, InvalidCodeError } from '../../errors/login.js'
import { abortAttempt } from '../../modal/attempts.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { loginTimeouts } from '../../modal/timeouts.js'
import type { Namespace } from '../../utils/caip.js'
import { parseCode } from '../login/emailLogin.js'
import { connectLogin, runStep, toLoginError } from '../login/flow.js'
import { loginDelays } from '../login/state.js'
import { requireAuthFeature } from '../requests/embeddedWallet.js'
import { getRoute, push, show, watchMoves } from '../shell/actions.js'
import type { ViewName } from '../shell/state.js'
import { type PhoneLoginEvent, type PhoneLoginState, phoneKeys, reducePhoneLogin } from './state.js'

export type StartPhoneLoginOptions = {
  /** A mobile number as the user typed it, with its country code. */
  readonly phone: string
  /** Default: all namespaces that both the wallet and the modal support. */
  readonly namespace?: Namespace | undefined
}

/**
 * Starts a login by SMS, or retries it after a failure, with the same or another number. Sends the number to the embedded wallet, which
 * parses it, and asks the user for the code; then connects all namespaces and closes the modal. Progress and errors go to
 * `state.phoneLogin`. Leaving the views ends the login. Resolves when the user has to act or the login is done.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9] or `FEATURE_NOT_SUPPORTED`.
 */
export async function startPhoneLogin(
  modal: Modal,
  { phone, namespace = modal.getState().modal.namespace }: StartPhoneLoginOptions,
): Promise<void> {
  const { run } = requireAuthFeature(modal, 'phone:login')
  const typed = phone.trim()
  const state = modal.getState()
  const { phoneLogin } = state
  // the code was accepted: retry the connection without another SMS
  const isConnecting = phoneLogin?.step === 'connecting' && phoneLogin.typed === typed
  if (isConnecting && !phoneLogin.error) return
  if (isConnecting) {
    if (!isShown(state)) show(modal, { view: 'PhoneLogin', params: { phone: typed, namespace } })
    dispatch(modal, { type: 'retried' })
    return connectPhoneLogin(modal)
  }
  if (!(state.modal.open && getRoute(state).view === 'PhoneLogin'))
    show(modal, { view: 'PhoneLogin', params: { phone: typed, namespace } })
  end(modal)
  dispatch(modal, { type: 'started', typed, namespace })
  endOnLeave(modal)
  return runStep(modal, {
    key: phoneKeys.step,
    timeout: loginTimeouts.request,
    request: (signal) => run({ phone: typed, signal }),
    onReply: (sent) => {
      onSent(modal, sent)
      push(modal, { view: 'PhoneVerify', params: undefined })
      return undefined
    },
    onError: (error) => fail(modal, error),
  })
}

/**
 * Submits the code of the SMS to the embedded wallet, and connects if it is correct. Anything but a six-digit code fails with
 * `INVALID_CODE` without using up an attempt. A rejected code returns to typing. Does nothing unless the login waits for a code.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` or `FEATURE_NOT_SUPPORTED`.
 */
export async function submitPhoneCode(modal: Modal, { code: text }: { readonly code: string }): Promise<void> {
  const { run } = requireAuthFeature(modal, 'phone:verify')
  if (modal.getState().phoneLogin?.step !== 'otp') return
  const code = parseCode(text)
  if (code === null) {
    fail(modal, new InvalidCodeError())
    return
  }
  abortAttempt(modal, phoneKeys.resend)
  dispatch(modal, { type: 'submitted' })
  await runStep(modal, {
    key: phoneKeys.step,
    timeout: loginTimeouts.request,
    request: (signal) => run({ code, signal }),
    onReply: () => {
      dispatch(modal, { type: 'verified' })
      return () => connectPhoneLogin(modal)
    },
    onError: (error) => fail(modal, error),
  })
}

/**
 * Requests another SMS. Before the wallet allows it, sets `state.phoneLogin.error` to `EMAIL_COOLDOWN` with the remaining seconds. Does
 * nothing unless the login waits for a code.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` or `FEATURE_NOT_SUPPORTED`.
 */
export async function resendPhoneCode(modal: Modal): Promise<void> {
  const { run } = requireAuthFeature(modal, 'phone:login')
  const { phoneLogin } = modal.getState()
  if (phoneLogin?.step !== 'otp') return
  const { typed, resendAt = 0 } = phoneLogin
  const now = modal.env.now()
  if (resendAt > now) {
    fail(modal, new EmailCooldownError({ retryAfter: Math.ceil((resendAt - now) / 1_000) }))
    return
  }
  dispatch(modal, { type: 'resending', resendAt: now + loginDelays.resend })
  await runStep(modal, {
    key: phoneKeys.resend,
    timeout: loginTimeouts.request,
    request: (signal) => run({ phone: typed, signal }),
    onReply: (sent) => {
      onSent(modal, sent)
      return undefined
    },
    onError: (error) => {
      // allow a retry at once, unless the wallet specifies a delay
      dispatch(modal, { type: 'resending', resendAt: modal.env.now() })
      fail(modal, error)
    },
  })
}

type Sent = { readonly phone: string; readonly retryAfter: number }

function onSent(modal: Modal, { phone, retryAfter }: Sent): void {
  dispatch(modal, { type: 'sent', phone, resendAt: modal.env.now() + retryAfter * 1_000 })
}

/** Connects all namespaces after the login and closes its views. */
function connectPhoneLogin(modal: Modal): Promise<void> {
  const { phoneLogin } = modal.getState()
  const namespace = phoneLogin && 'namespace' in phoneLogin ? phoneLogin.namespace : undefined
  return connectLogin(modal, {
    key: phoneKeys.step,
    login: 'phone',
    namespace,
    isShown: () => isShown(modal.getState()),
    end: () => end(modal),
    fail: (error) => fail(modal, error),
  })
}

/** The views of each step. The step changes first, then the view. */
const views: { readonly [step in PhoneLoginState['step']]: readonly ViewName[] } = {
  idle: [],
  starting: ['PhoneLogin'],
  otp: ['PhoneVerify'],
  verifying: ['PhoneVerify'],
  connecting: ['PhoneLogin', 'PhoneVerify'],
}

function isShown(state: ModalState): boolean {
  return state.modal.open && views[state.phoneLogin?.step ?? 'idle'].includes(getRoute(state).view)
}

/** Ends the login when the user leaves its views, unless the code was already accepted. */
function endOnLeave(modal: Modal): void {
  const { listening } = modal[internals]
  if (listening.has(phoneKeys.step)) return
  const stop = watchMoves(modal, (state) => {
    const { phoneLogin } = state
    if (!phoneLogin || phoneLogin.step === 'idle' || isShown(state)) return
    if (phoneLogin.step === 'connecting' && !phoneLogin.error) return
    end(modal)
  })
  listening.set(phoneKeys.step, stop)
}

/** Ends the login and aborts pending requests. */
function end(modal: Modal): void {
  const { listening } = modal[internals]
  listening.get(phoneKeys.step)?.()
  listening.delete(phoneKeys.step)
  abortAttempt(modal, phoneKeys.step)
  abortAttempt(modal, phoneKeys.resend)
  dispatch(modal, { type: 'ended' })
}

/** Sets the error of the step, and when the next SMS may be sent. */
function fail(modal: Modal, cause: LatchkeyError): void {
  const error = toLoginError(cause)
  const resendAt = error.retryAfter && modal.env.now() + error.retryAfter * 1_000
  dispatch(modal, { type: 'failed', error, resendAt })
}

function dispatch(modal: Modal, event: PhoneLoginEvent): void {
  modal[internals].store.setState((state) => {
    const before = state.phoneLogin ?? { step: 'idle' }
    const phoneLogin = reducePhoneLogin(before, event)
    return phoneLogin === before ? state : { ...state, phoneLogin }
  })
}
