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
