import type { EmailLoginAction, EmailUpdateAction } from '../../contracts/features.js'
import type { Namespace } from '../../utils/caip.js'
import type { AskError } from '../connection/state.js'

/** How a step failed. */
export type LoginError = AskError & {
  /** Seconds until the next mail may go out, of `EMAIL_COOLDOWN`. */
  readonly retryAfter?: number | undefined
}

/**
 * Where a login by email is. A step with an error is not running: the visitor may try it again. `device`, `otp` and
 * `verifying` know when the next mail may go out.
 */
export type LoginState =
  | { readonly step: 'idle' }
  | {
      /**
       * `starting`: the email is being sent to the wallet. `device`: the mailed link is waited for. `otp`: the visitor types the
       * mailed code. `verifying`: the code is being checked. `connecting`: logged in; the chain families are being connected.
       */
      readonly step: 'starting' | 'device' | 'otp' | 'verifying' | 'connecting'
      readonly email: string
      /** Only this chain family; all that the wallet and the modal have unless told. */
      readonly namespace?: Namespace | undefined
      /** The visitor has asked for another mail. */
      readonly isResent?: boolean | undefined
      /** Milliseconds since the epoch: when another mail may be asked for. */
      readonly resendAt?: number | undefined
      readonly error?: LoginError | undefined
    }

/** Milliseconds. */
export const loginDelays = {
  /** Between two mails. [S9.1] */
  resend: 30_000,
} as const

/** Names of what runs while a visitor logs in; none is the key of a connection: those name a namespace. */
export const loginKeys = { step: 'login', resend: 'login:resend', watch: 'login' } as const

/** What happens to a login. What does not fit the step that it is in changes nothing. */
export type LoginEvent =
  | { readonly type: 'started'; readonly email: string; readonly namespace: Namespace | undefined }
  /** Another mail is asked for. */
  | { readonly type: 'resending'; readonly resendAt: number }
  /** The wallet says what comes next; a mail is on its way. */
  | { readonly type: 'sent'; readonly action: EmailLoginAction; readonly resendAt: number }
  | { readonly type: 'approved' }
  | { readonly type: 'submitted' }
  | { readonly type: 'verified' }
  /** What is left to do after the code is done again. */
  | { readonly type: 'retried' }
  | { readonly type: 'failed'; readonly error: LoginError; readonly resendAt?: number | undefined }
  /** All is connected, or the visitor has left. */
  | { readonly type: 'ended' }

type Running = Exclude<LoginState, { readonly step: 'idle' }>

type Step = Running['step']

const idle: LoginState = { step: 'idle' }

/** The step that an action leads to. */
const toStep: { readonly [action in EmailLoginAction]: Step } = {
  VERIFY_DEVICE: 'device',
  VERIFY_OTP: 'otp',
  CONNECT: 'connecting',
}

/** Where a login is after an event. Gives the same state where nothing changed. */
export function reduceLogin(state: LoginState, event: LoginEvent): LoginState {
  if (event.type === 'ended') return state.step === 'idle' ? state : idle
  if (event.type === 'started') return { step: 'starting', email: event.email, namespace: event.namespace }
  if (state.step === 'idle') return state
  const { error: _error, ...rest } = state
  const { step } = state
  switch (event.type) {
    case 'resending':
      return canResend(step) ? { ...rest, resendAt: event.resendAt } : state
    case 'sent': {
      if (step !== 'starting' && !canResend(step)) return state
      const { action, resendAt } = event
      return { ...rest, step: toStep[action], resendAt, ...(canResend(step) && { isResent: true }) }
    }
    case 'approved':
      return step === 'device' ? { ...rest, step: 'otp', isResent: undefined } : state
    case 'submitted':
      return step === 'otp' ? { ...rest, step: 'verifying' } : state
    case 'verified':
      return step === 'verifying' ? { ...rest, step: 'connecting' } : state
    case 'retried':
      return step === 'connecting' && state.error ? rest : state
    case 'failed': {
      const { error, resendAt = state.resendAt } = event
      // a code that was refused is typed again
      return { ...rest, step: step === 'verifying' ? 'otp' : step, error, resendAt }
    }
  }
}

function canResend(step: Step): boolean {
  return step === 'device' || step === 'otp'
}

/** Where a change of email is. A step with an error is not running: the visitor may try it again. */
export type EmailUpdateState =
  | { readonly step: 'idle' }
  | {
      /**
       * `starting`: the new email is being sent to the wallet. `primary`, `secondary`: the visitor types the code that was mailed
       * to the old, to the new address. `verifyingPrimary`, `verifyingSecondary`: that code is being checked.
       */
      readonly step: 'starting' | 'primary' | 'verifyingPrimary' | 'secondary' | 'verifyingSecondary'
      /** The new one. */
      readonly email: string
      readonly error?: LoginError | undefined
    }

/** Milliseconds. */
export const emailUpdateDelays = {
  /** Between two looks at whether the email is another one. [S4.13] */
  poll: 1_000,
  /** Two mails are read in that time, or nobody comes back to this page. */
  deadline: 3_600_000,
} as const

/** Name of what runs while the email is changed; not the key of a connection: those name a namespace. */
export const emailUpdateKey = 'emailUpdate'

/** What happens to a change of email. What does not fit the step that it is in changes nothing. */
export type EmailUpdateEvent =
  | { readonly type: 'started'; readonly email: string }
  /** The wallet says which mailbox confirms next. */
  | { readonly type: 'sent'; readonly action: EmailUpdateAction }
  | { readonly type: 'submitted' }
  /** The old mailbox has confirmed. */
  | { readonly type: 'verified' }
  | { readonly type: 'failed'; readonly error: LoginError }
  /** The email is another one, or the visitor has left. */
  | { readonly type: 'ended' }

type EmailUpdateStep = Exclude<EmailUpdateState['step'], 'idle'>

const noEmailUpdate: EmailUpdateState = { step: 'idle' }

const verifying: { readonly [step in EmailUpdateStep]?: EmailUpdateStep } = {
  primary: 'verifyingPrimary',
  secondary: 'verifyingSecondary',
}

/** Where a step goes on when it has failed. */
const typing: { readonly [step in EmailUpdateStep]?: EmailUpdateStep } = {
  verifyingPrimary: 'primary',
  verifyingSecondary: 'secondary',
}

/** Where a change of email is after an event. Gives the same state where nothing changed. */
export function reduceEmailUpdate(state: EmailUpdateState, event: EmailUpdateEvent): EmailUpdateState {
  if (event.type === 'ended') return state.step === 'idle' ? state : noEmailUpdate
  if (event.type === 'started') return { step: 'starting', email: event.email }
  if (state.step === 'idle') return state
  const { step, email } = state
  switch (event.type) {
    case 'sent':
      if (step !== 'starting') return state
      return { step: event.action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary', email }
    case 'submitted': {
      const next = verifying[step]
      return next ? { step: next, email } : state
    }
    case 'verified':
      return step === 'verifyingPrimary' ? { step: 'secondary', email } : state
    case 'failed':
      return { step: typing[step] ?? step, email, error: event.error }
  }
}
