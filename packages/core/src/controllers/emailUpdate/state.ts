import type { LoginError } from '../login/state.js'

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
