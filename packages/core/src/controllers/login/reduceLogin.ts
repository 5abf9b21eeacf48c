import type { EmailLoginAction } from '../../features.js'
import type { Namespace } from '../../utils/caip.js'
import type { LoginError, LoginState } from './state.js'

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
