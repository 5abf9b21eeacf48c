import type { EmailLoginAction, EmailUpdateAction } from '../../contracts/features.js'
import type { Namespace } from '../../utils/caip.js'
import type { RequestError } from '../connection/state.js'

/** Why a step failed. */
export type LoginError = RequestError & {
  /** Seconds until the next email may be sent; set with `EMAIL_COOLDOWN`. */
  readonly retryAfter?: number | undefined
}

/** The state of an email login. A step with an error has stopped and can be retried. */
export type LoginState =
  | { readonly step: 'idle' }
  | {
      /**
       * `starting`: sends the address to the wallet. `device`: waits until the user opens the emailed link. `otp`: the
       * user types the emailed code. `verifying`: checks the code. `connecting`: logged in, connects the namespaces.
       */
      readonly step: 'starting' | 'device' | 'otp' | 'verifying' | 'connecting'
      readonly email: string
      /** Default: all namespaces that both the wallet and the modal support. */
      readonly namespace?: Namespace | undefined
      /** The user has requested another email. */
      readonly isResent?: boolean | undefined
      /**
       * When another email may be requested, in milliseconds since the epoch. Set in `device`, `otp` and `verifying`.
       */
      readonly resendAt?: number | undefined
      readonly error?: LoginError | undefined
    }

/** Milliseconds. */
export const loginDelays = {
  /** Between two emails. [S9.1] */
  resend: 30_000,
} as const

/** Keys of attempts and listeners. Keys of connections contain a namespace, so these can't collide. */
export const loginKeys = { step: 'login', resend: 'login:resend', watch: 'login' } as const

/** Events of a login. Those that don't fit the current step are ignored. */
export type LoginEvent =
  | { readonly type: 'started'; readonly email: string; readonly namespace: Namespace | undefined }
  /** Another email was requested. */
  | { readonly type: 'resending'; readonly resendAt: number }
  /** The wallet has responded with the next action; an email is on its way. */
  | { readonly type: 'sent'; readonly action: EmailLoginAction; readonly resendAt: number }
  | { readonly type: 'approved' }
  | { readonly type: 'submitted' }
  | { readonly type: 'verified' }
  /** Retries the connection after a valid code. */
  | { readonly type: 'retried' }
  | { readonly type: 'failed'; readonly error: LoginError; readonly resendAt?: number | undefined }
  /** Everything is connected, or the user has left. */
  | { readonly type: 'ended' }

type RunningLogin = Exclude<LoginState, { readonly step: 'idle' }>

type LoginStep = RunningLogin['step']

const idle: LoginState = { step: 'idle' }

/** The step for each action of the wallet. */
const stepsByAction: { readonly [action in EmailLoginAction]: LoginStep } = {
  VERIFY_DEVICE: 'device',
  VERIFY_OTP: 'otp',
  CONNECT: 'connecting',
}

/** Applies an event to the login. Returns the same state if nothing changed. */
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
      return { ...rest, step: stepsByAction[action], resendAt, ...(canResend(step) && { isResent: true }) }
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
      // a rejected code returns to typing
      return { ...rest, step: step === 'verifying' ? 'otp' : step, error, resendAt }
    }
  }
}

function canResend(step: LoginStep): boolean {
  return step === 'device' || step === 'otp'
}

/** The state of an email change. A step with an error has stopped and can be retried. */
export type EmailUpdateState =
  | { readonly step: 'idle' }
  | {
      /**
       * `starting`: sends the new address to the wallet. `primary`, `secondary`: the user types the code emailed to the
       * old or new address. `verifyingPrimary`, `verifyingSecondary`: checks that code.
       */
      readonly step: 'starting' | 'primary' | 'verifyingPrimary' | 'secondary' | 'verifyingSecondary'
      /** The new address. */
      readonly email: string
      readonly error?: LoginError | undefined
    }

/** Milliseconds. */
export const emailUpdateDelays = {
  /** Polling interval for the new email. [S4.13] */
  poll: 1_000,
  /** Timeout of `updateEmail`. */
  timeout: 3_600_000,
} as const

/** Key of the attempt and its listener. */
export const emailUpdateKey = 'emailUpdate'

/** Events of an email change. Those that don't fit the current step are ignored. */
export type EmailUpdateEvent =
  | { readonly type: 'started'; readonly email: string }
  /** The wallet has responded which address confirms next. */
  | { readonly type: 'sent'; readonly action: EmailUpdateAction }
  | { readonly type: 'submitted' }
  /** The old address is confirmed. */
  | { readonly type: 'verified' }
  | { readonly type: 'failed'; readonly error: LoginError }
  /** The email has changed, or the user has left. */
  | { readonly type: 'ended' }

type EmailUpdateStep = Exclude<EmailUpdateState['step'], 'idle'>

const noEmailUpdate: EmailUpdateState = { step: 'idle' }

const verifyingSteps: { readonly [step in EmailUpdateStep]?: EmailUpdateStep } = {
  primary: 'verifyingPrimary',
  secondary: 'verifyingSecondary',
}

/** The step to return to after a failure. */
const retrySteps: { readonly [step in EmailUpdateStep]?: EmailUpdateStep } = {
  verifyingPrimary: 'primary',
  verifyingSecondary: 'secondary',
}

/** Applies an event to the email change. Returns the same state if nothing changed. */
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
      const next = verifyingSteps[step]
      return next ? { step: next, email } : state
    }
    case 'verified':
      return step === 'verifyingPrimary' ? { step: 'secondary', email } : state
    case 'failed':
      return { step: retrySteps[step] ?? step, email, error: event.error }
  }
}

/** A request that waits for approval in the embedded wallet's own screen. */
export type Approval = {
  readonly connectorId: string
  /** Id of the request. */
  readonly id: string
  /** Height that the wallet's own screen needs, in CSS pixels; undefined until it is known. */
  readonly height?: number | undefined
}

/** Milliseconds from a request that is not allowed to the toast. [S8.17] [S9.16] */
export const notAllowedDelay = 300

/** Key of the listener that runs while requests wait. */
export const approvalKey = 'approval'
