import type { Namespace } from '../../utils/caip.js'
import type { LoginError } from '../login/state.js'

/** The state of a login by SMS. A step with an error has stopped and can be retried. */
export type PhoneLoginState =
  | { readonly step: 'idle' }
  | {
      /**
       * `starting`: sends the number to the wallet. `otp`: the user types the code from the SMS. `verifying`: checks the code.
       * `connecting`: logged in, connects the namespaces.
       */
      readonly step: 'starting' | 'otp' | 'verifying' | 'connecting'
      /** As the user typed it. */
      readonly typed: string
      /** As the wallet writes it, from `otp` on. */
      readonly phone?: string | undefined
      /** Default: all namespaces that both the wallet and the modal support. */
      readonly namespace?: Namespace | undefined
      /** The user has requested another SMS. */
      readonly isResent?: boolean | undefined
      /** When another SMS may be requested, in milliseconds since the epoch. Set from `otp` on. */
      readonly resendAt?: number | undefined
      readonly error?: LoginError | undefined
    }

/** Keys of attempts and of the listener. */
export const phoneKeys = { step: 'phoneLogin', resend: 'phoneLogin:resend' } as const

/** Events of a login. Those that don't fit the current step are ignored. */
export type PhoneLoginEvent =
  | { readonly type: 'started'; readonly typed: string; readonly namespace: Namespace | undefined }
  /** Another SMS was requested. */
  | { readonly type: 'resending'; readonly resendAt: number }
  /** An SMS is on its way. */
  | { readonly type: 'sent'; readonly phone: string; readonly resendAt: number }
  | { readonly type: 'submitted' }
  | { readonly type: 'verified' }
  /** Retries the connection after a valid code. */
  | { readonly type: 'retried' }
  | { readonly type: 'failed'; readonly error: LoginError; readonly resendAt?: number | undefined }
  /** Everything is connected, or the user has left. */
  | { readonly type: 'ended' }

const idle: PhoneLoginState = { step: 'idle' }

/** Applies an event to the login. Returns the same state if nothing changed. */
export function reducePhoneLogin(state: PhoneLoginState, event: PhoneLoginEvent): PhoneLoginState {
  if (event.type === 'ended') return state.step === 'idle' ? state : idle
  if (event.type === 'started') return { step: 'starting', typed: event.typed, namespace: event.namespace }
  if (state.step === 'idle') return state
  const { error: _error, ...rest } = state
  const { step } = state
  switch (event.type) {
    case 'resending':
      return step === 'otp' ? { ...rest, resendAt: event.resendAt } : state
    case 'sent': {
      if (step !== 'starting' && step !== 'otp') return state
      const { phone, resendAt } = event
      return { ...rest, step: 'otp', phone, resendAt, ...(step === 'otp' && { isResent: true }) }
    }
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
