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
