import type { ConnectorFeatures, EmailLoginAction } from '../../contracts/features.js'
import { isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { EmailCooldownError, InvalidCodeError, InvalidEmailError } from '../../errors/login.js'
import { abortAttempt } from '../../modal/attempts.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { loginTimeouts } from '../../modal/timeouts.js'
import type { Namespace } from '../../utils/caip.js'
import { isEmail } from '../../utils/isEmail.js'
import { requireAuthFeature } from '../requests/embeddedWallet.js'
import { getRoute, push, replace, show } from '../shell/actions.js'
import type { ViewName } from '../shell/state.js'
import { connectLogin, runStep, toLoginError } from './flow.js'
import { type LoginEvent, type LoginState, loginDelays, loginKeys, reduceLogin } from './state.js'

export type StartEmailLoginOptions = {
  readonly email: string
  /** Default: all namespaces that both the wallet and the modal support. */
  readonly namespace?: Namespace | undefined
}

/**
 * Starts an email login, or retries it after a failure, with the same or another address. Sends the address to the
 * embedded wallet and leads the user through the emailed link or code, if it requires one; then connects all namespaces
 * and closes the modal. Progress and errors go to `state.login`. Leaving the views ends the login. Resolves when the
 * user has to act or the login is done.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9] or `FEATURE_NOT_SUPPORTED`.
 */
export async function startEmailLogin(
  modal: Modal,
  { email: text, namespace = modal.getState().modal.namespace }: StartEmailLoginOptions,
): Promise<void> {
  const { run } = requireAuthFeature(modal, 'email:login')
  const email = text.trim()
  const state = modal.getState()
  const { login } = state
  // the code was accepted: retry the connection without another email
  const isConnecting = login?.step === 'connecting' && login.email === email
  if (isConnecting && !login.error) return
  const isShown = isConnecting ? isLoginShown(state) : state.modal.open && fieldViews.includes(getRoute(state).view)
  if (!isShown) show(modal, { view: 'EmailLogin', params: { email, namespace } })
  if (isConnecting) {
    setLogin(modal, { type: 'retried' })
    return connectEmailLogin(modal)
  }
  endLogin(modal)
  setLogin(modal, { type: 'started', email, namespace })
  endLoginOnLeave(modal)
  return runStep(modal, {
    key: loginKeys.step,
    timeout: loginTimeouts.request,
    request: async (signal) => {
      if (!isEmail(email)) throw new InvalidEmailError()
      return run({ email, signal })
    },
    onReply: (action) => handleAction(modal, action),
    onError: (error) => failLogin(modal, error),
  })
}

/**
 * Submits the emailed code to the embedded wallet, and connects if it is correct. Anything but a six-digit code fails
 * with `INVALID_CODE` without using up an attempt. A rejected code returns to typing. Does nothing unless the login
 * waits for a code.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` or `FEATURE_NOT_SUPPORTED`.
 */
export async function submitEmailCode(modal: Modal, { code: text }: { readonly code: string }): Promise<void> {
  const { run } = requireAuthFeature(modal, 'email:verify')
  if (modal.getState().login?.step !== 'otp') return
  const code = parseCode(text)
  if (code === null) {
    failLogin(modal, new InvalidCodeError())
    return
  }
  abortAttempt(modal, loginKeys.resend)
  setLogin(modal, { type: 'submitted' })
  await runStep(modal, {
    key: loginKeys.step,
    timeout: loginTimeouts.request,
    request: (signal) => run({ code, signal }),
    onReply: () => {
      setLogin(modal, { type: 'verified' })
      return () => connectEmailLogin(modal)
    },
    onError: (error) => failLogin(modal, error),
  })
}

/**
 * Requests another email. Within 30 seconds of the last one, sets `state.login.error` to `EMAIL_COOLDOWN` with the
 * remaining seconds [S5.2]. The current step continues meanwhile. Does nothing unless the login waits for an email.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` or `FEATURE_NOT_SUPPORTED`.
 */
export async function resendEmailCode(modal: Modal): Promise<void> {
  const { run } = requireAuthFeature(modal, 'email:login')
  const { login } = modal.getState()
  if (login?.step !== 'device' && login?.step !== 'otp') return
  const { email, resendAt = 0 } = login
  const now = modal.env.now()
  if (resendAt > now) {
    const cause = new EmailCooldownError({ retryAfter: Math.ceil((resendAt - now) / 1_000) })
    setLogin(modal, { type: 'failed', error: toLoginError(cause) })
    return
  }
  setLogin(modal, { type: 'resending', resendAt: now + loginDelays.resend })
  await runStep(modal, {
    key: loginKeys.resend,
    timeout: loginTimeouts.request,
    request: (signal) => run({ email, signal }),
    onReply: (action) => {
      // the link of the earlier email is no longer valid
      abortAttempt(modal, loginKeys.step)
      return handleAction(modal, action)
    },
    onError: (error) => {
      // nothing was sent, so allow a retry at once, unless the wallet specifies a delay
      setLogin(modal, { type: 'resending', resendAt: modal.env.now() })
      failLogin(modal, error)
    },
  })
}

/** Parses a six-digit code, ignoring spaces and hyphens; null if it is invalid. */
export function parseCode(text: unknown): string | null {
  const code = typeof text === 'string' && text.length < 100 ? text.replace(/[\s-]/g, '') : ''
  return /^[0-9]{6}$/.test(code) ? code : null
}

/** Views with an email field. */
const fieldViews: readonly ViewName[] = ['Connect', 'EmailLogin']

/** The views of each step. The step changes first, then the view. */
const views: { readonly [step in LoginState['step']]: readonly ViewName[] } = {
  idle: [],
  starting: fieldViews,
  device: ['EmailVerifyDevice'],
  otp: ['EmailVerifyOtp'],
  verifying: ['EmailVerifyOtp'],
  connecting: [...fieldViews, 'EmailVerifyDevice', 'EmailVerifyOtp'],
}

/** Whether the login is visible. */
export function isLoginShown(state: ModalState): boolean {
  return state.modal.open && views[state.login?.step ?? 'idle'].includes(getRoute(state).view)
}

/** Shows the wallet's next action. Returns the step to run meanwhile, if any. */
function handleAction(modal: Modal, action: EmailLoginAction): (() => Promise<void>) | undefined {
  setLogin(modal, { type: 'sent', action, resendAt: modal.env.now() + loginDelays.resend })
  switch (action) {
    case 'VERIFY_DEVICE':
      showStep(modal, 'EmailVerifyDevice')
      return () => waitForDeviceApproval(modal)
    case 'VERIFY_OTP':
      showStep(modal, 'EmailVerifyOtp')
      return undefined
    case 'CONNECT':
      return () => connectEmailLogin(modal)
  }
}

/** Each request to the frame times out after two minutes, but the link is valid for longer. */
const maxApprovalRequests = 5

/** Waits up to ten minutes until the user has opened the emailed link; then a code follows. */
function waitForDeviceApproval(modal: Modal): Promise<void> {
  return runStep(modal, {
    key: loginKeys.step,
    timeout: loginTimeouts.device,
    request: (signal) => retryApproval(requireAuthFeature(modal, 'email:approveDevice').run, signal),
    onReply: () => {
      abortAttempt(modal, loginKeys.resend)
      setLogin(modal, { type: 'approved' })
      showStep(modal, 'EmailVerifyOtp')
      return undefined
    },
    onError: (error) => failLogin(modal, error),
  })
}

/** Requests the approval of the device, again each time the frame times out. */
async function retryApproval(approve: ConnectorFeatures['email:approveDevice'], signal: AbortSignal): Promise<void> {
  for (let request = 1; ; request++) {
    try {
      return await approve({ signal })
    } catch (cause) {
      const isFrameTimeout = isLatchkeyError(cause) && cause.code === 'FRAME_REQUEST_TIMED_OUT'
      if (!isFrameTimeout || request === maxApprovalRequests || signal.aborted) throw cause
    }
  }
}

/** Connects all namespaces after the login and closes its views. */
function connectEmailLogin(modal: Modal): Promise<void> {
  const { login } = modal.getState()
  const namespace = login && 'namespace' in login ? login.namespace : undefined
  return connectLogin(modal, {
    key: loginKeys.step,
    login: 'email',
    namespace,
    isShown: () => isLoginShown(modal.getState()),
    end: () => endLogin(modal),
    fail: (error) => failLogin(modal, error),
  })
}

/** Shows the view of a step. Going back leads to the email field. */
function showStep(modal: Modal, view: 'EmailVerifyDevice' | 'EmailVerifyOtp'): void {
  const { view: shown } = getRoute(modal.getState())
  const navigate = shown === 'EmailVerifyDevice' || shown === 'EmailVerifyOtp' ? replace : push
  navigate(modal, { view, params: undefined })
}

/** Ends the login when the user leaves its views, unless the code was already accepted. */
function endLoginOnLeave(modal: Modal): void {
  const { listening } = modal[internals]
  if (listening.has(loginKeys.watch)) return
  const stop = modal.subscribe((state, previous) => {
    if (state.router === previous.router && state.modal.open === previous.modal.open) return
    const isConnecting = state.login?.step === 'connecting' && !state.login.error
    if (!isConnecting && !isLoginShown(state)) endLogin(modal)
  })
  listening.set(loginKeys.watch, stop)
}

/** Ends the login and aborts pending requests. */
function endLogin(modal: Modal): void {
  const { listening } = modal[internals]
  listening.get(loginKeys.watch)?.()
  listening.delete(loginKeys.watch)
  abortAttempt(modal, loginKeys.step)
  abortAttempt(modal, loginKeys.resend)
  setLogin(modal, { type: 'ended' })
}

/** Sets the error of the step, and when the next email may be sent. */
function failLogin(modal: Modal, cause: LatchkeyError): void {
  const error = toLoginError(cause)
  const resendAt = error.retryAfter && modal.env.now() + error.retryAfter * 1_000
  setLogin(modal, { type: 'failed', error, resendAt })
}

function setLogin(modal: Modal, event: LoginEvent): void {
  modal[internals].store.setState((state) => {
    const before = state.login ?? { step: 'idle' }
    const login = reduceLogin(before, event)
    return login === before ? state : { ...state, login }
  })
}
