import type { ConnectorFeatures, EmailLoginAction } from '../../contracts/features.js'
import { isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { EmailCooldownError, InvalidCodeError, InvalidEmailError } from '../../errors/login.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { abortAttempt, beginAttempt } from '../../modal/attempts.js'
import { loginDeadlines } from '../../modal/deadlines.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import type { Namespace } from '../../utils/caip.js'
import { isEmail } from '../../utils/isEmail.js'
import { finishConnect } from '../connection/flow.js'
import { requireAuthFeature } from '../requests/embeddedWallet.js'
import { getRoute, push, replace, show } from '../shell/router.js'
import type { ViewName } from '../shell/state.js'
import { connectFamilies, toLoginError } from './connectLogin.js'
import { type LoginEvent, type LoginState, loginDelays, loginKeys, reduceLogin } from './state.js'

export type StartEmailLoginOptions = {
  readonly email: string
  /** Only this chain family; all that the wallet and the modal have unless told. */
  readonly namespace?: Namespace | undefined
}

/**
 * The flow behind the email field: sends the address to the embedded wallet and leads the visitor through what it wants, the
 * mailed link, the mailed code, or nothing. In the end every chain family is connected and the modal closes. How far it has
 * come, and what failed, is in `state.login`; after a failure it is called again, with the same address or another. Leaving
 * the views ends it. Resolves when the visitor has to act, or nothing is left to do.
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
  // the code was taken: no second mail for what only has to be connected
  const isConnecting = login?.step === 'connecting' && login.email === email
  if (isConnecting && !login.error) return
  const isShown = isConnecting ? isLoginShown(state) : state.modal.open && fieldViews.includes(getRoute(state).view)
  if (!isShown) show(modal, { view: 'EmailLogin', params: { email, namespace } })
  if (isConnecting) {
    setLogin(modal, { type: 'retried' })
    return connectLogin(modal)
  }
  endLogin(modal)
  setLogin(modal, { type: 'started', email, namespace })
  watchLogin(modal)
  return askStep(modal, {
    key: loginKeys.step,
    deadline: loginDeadlines.request,
    ask: async (signal) => {
      if (!isEmail(email)) throw new InvalidEmailError()
      return run({ email, signal })
    },
    onReply: (action) => takeAction(modal, action),
    onError: (error) => failLogin(modal, error),
  })
}

/**
 * Hands the mailed code to the embedded wallet, and connects where it is right. What is no code of six digits is not handed
 * over, so that it costs no try: `INVALID_CODE`. A code that is refused leads back to typing it. Does nothing where no code is
 * waited for.
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
  await askStep(modal, {
    key: loginKeys.step,
    deadline: loginDeadlines.request,
    ask: (signal) => run({ code, signal }),
    onReply: () => {
      setLogin(modal, { type: 'verified' })
      return () => connectLogin(modal)
    },
    onError: (error) => failLogin(modal, error),
  })
}

/**
 * Has the mail of the login sent once more, 30 seconds after the last one at the earliest: before, `state.login.error` is
 * `EMAIL_COOLDOWN` with the seconds that are left [S5.2]. The step goes on meanwhile. Does nothing where no mail is waited for.
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
  await askStep(modal, {
    key: loginKeys.resend,
    deadline: loginDeadlines.request,
    ask: (signal) => run({ email, signal }),
    onReply: (action) => {
      // the link of the mail before is worth nothing any more
      abortAttempt(modal, loginKeys.step)
      return takeAction(modal, action)
    },
    onError: (error) => {
      // nothing was sent: it may be tried again at once, unless the wallet says when
      setLogin(modal, { type: 'resending', resendAt: modal.env.now() })
      failLogin(modal, error)
    },
  })
}

/** How often a frame is asked again whose own limit of two minutes is shorter than the life of the link. */
const rounds = 5

/** Waits until the visitor has followed the mailed link, for ten minutes; then a code comes. */
export function waitForDevice(modal: Modal): Promise<void> {
  return askStep(modal, {
    key: loginKeys.step,
    deadline: loginDeadlines.device,
    ask: (signal) => askApproval(requireAuthFeature(modal, 'email:approveDevice').run, signal),
    onReply: () => {
      abortAttempt(modal, loginKeys.resend)
      setLogin(modal, { type: 'approved' })
      showStep(modal, 'EmailVerifyOtp')
      return undefined
    },
    onError: (error) => failLogin(modal, error),
  })
}

async function askApproval(approve: ConnectorFeatures['email:approveDevice'], signal: AbortSignal): Promise<void> {
  for (let round = 1; ; round++) {
    try {
      return await approve({ signal })
    } catch (cause) {
      const isEarly = isLatchkeyError(cause) && cause.code === 'FRAME_REQUEST_TIMED_OUT'
      if (!isEarly || round === rounds || signal.aborted) throw cause
    }
  }
}

export type StepOptions<reply> = {
  /** Of two steps with one key only the newer lives. */
  readonly key: string
  /** Milliseconds. */
  readonly deadline: number
  readonly ask: (signal: AbortSignal) => Promise<reply>
  /** Writes what came of it; gives what comes next. */
  readonly onReply: (reply: reply) => (() => Promise<void>) | undefined
  readonly onError: (error: LatchkeyError) => void
}

/**
 * One step of a flow that has several. It writes only while it is the newest of its key: what answers after the visitor has
 * left, or has begun anew, is told nobody. Resolves when the flow rests. Never rejects.
 */
export async function askStep<reply>(modal: Modal, options: StepOptions<reply>): Promise<void> {
  const { key, deadline, ask, onReply, onError } = options
  const attempt = beginAttempt(modal, { key, deadline })
  let next: (() => Promise<void>) | undefined
  try {
    // asynchronous, so that a connector that throws rejects
    const reply = await attempt.race((async () => ask(attempt.signal))())
    attempt.signal.throwIfAborted()
    next = onReply(reply)
  } catch (cause) {
    const error = toLatchkeyError(cause)
    if (attempt.isLatest()) onError(error)
  } finally {
    attempt.end()
  }
  await next?.()
}

/** Shows what the wallet wants next of the visitor. Gives what is to be waited for meanwhile. */
export function takeAction(modal: Modal, action: EmailLoginAction): (() => Promise<void>) | undefined {
  setLogin(modal, { type: 'sent', action, resendAt: modal.env.now() + loginDelays.resend })
  switch (action) {
    case 'VERIFY_DEVICE':
      showStep(modal, 'EmailVerifyDevice')
      return () => waitForDevice(modal)
    case 'VERIFY_OTP':
      showStep(modal, 'EmailVerifyOtp')
      return undefined
    case 'CONNECT':
      return () => connectLogin(modal)
  }
}

/** The six digits of a mailed code, as visitors type and paste it; null for anything else. */
export function parseCode(text: unknown): string | null {
  const code = typeof text === 'string' && text.length < 100 ? text.replace(/[\s-]/g, '') : ''
  return /^[0-9]{6}$/.test(code) ? code : null
}

/** Shows a step of the login. The way back leads to where the email was typed. */
export function showStep(modal: Modal, view: 'EmailVerifyDevice' | 'EmailVerifyOtp'): void {
  const { view: shown } = getRoute(modal.getState())
  const go = shown === 'EmailVerifyDevice' || shown === 'EmailVerifyOtp' ? replace : push
  go(modal, { view, params: undefined })
}

/** Ends the login when the visitor leaves its views. Who leaves once the code was taken has logged in all the same. */
export function watchLogin(modal: Modal): void {
  const { listening } = modal[internals]
  if (listening.has(loginKeys.watch)) return
  const stop = modal.subscribe((state, previous) => {
    if (state.router === previous.router && state.modal.open === previous.modal.open) return
    const isConnecting = state.login?.step === 'connecting' && !state.login.error
    if (!isConnecting && !isLoginShown(state)) endLogin(modal)
  })
  listening.set(loginKeys.watch, stop)
}

/** Where an email is typed. */
export const fieldViews: readonly ViewName[] = ['Connect', 'EmailLogin']

/** The views that a step shows in. The step is written first, then the view follows. */
const views: { readonly [step in LoginState['step']]: readonly ViewName[] } = {
  idle: [],
  starting: fieldViews,
  device: ['EmailVerifyDevice'],
  otp: ['EmailVerifyOtp'],
  verifying: ['EmailVerifyOtp'],
  connecting: [...fieldViews, 'EmailVerifyDevice', 'EmailVerifyOtp'],
}

/** Whether the visitor sees the login. */
export function isLoginShown(state: ModalState): boolean {
  return state.modal.open && views[state.login?.step ?? 'idle'].includes(getRoute(state).view)
}

/** The login is over, whichever way: what still waits for an answer ends with `ABORTED`. */
export function endLogin(modal: Modal): void {
  const { listening } = modal[internals]
  listening.get(loginKeys.watch)?.()
  listening.delete(loginKeys.watch)
  abortAttempt(modal, loginKeys.step)
  abortAttempt(modal, loginKeys.resend)
  setLogin(modal, { type: 'ended' })
}

/** Notes how the step failed; where mails have to wait, until when. */
export function failLogin(modal: Modal, cause: LatchkeyError): void {
  const error = toLoginError(cause)
  const resendAt = error.retryAfter && modal.env.now() + error.retryAfter * 1_000
  setLogin(modal, { type: 'failed', error, resendAt })
}

/** Notes what happened to the login. */
export function setLogin(modal: Modal, event: LoginEvent): void {
  modal[internals].store.setState((state) => {
    const before = state.login ?? { step: 'idle' }
    const login = reduceLogin(before, event)
    return login === before ? state : { ...state, login }
  })
}

/** Logged in: connects every chain family that wallet and modal have, and leaves what led here. One that fails stops no other. */
export function connectLogin(modal: Modal): Promise<void> {
  const { login } = modal.getState()
  const namespace = login && 'namespace' in login ? login.namespace : undefined
  return askStep(modal, {
    key: loginKeys.step,
    deadline: loginDeadlines.connect,
    ask: (signal) => connectFamilies(modal, { namespace, signal }),
    onReply: () => {
      const isShown = isLoginShown(modal.getState())
      endLogin(modal)
      if (isShown) finishConnect(modal)
      return undefined
    },
    onError: (error) => {
      // who ended it, or has left, has nobody to tell
      if (error.code === 'ABORTED' || !isLoginShown(modal.getState())) endLogin(modal)
      else failLogin(modal, error)
    },
  })
}
