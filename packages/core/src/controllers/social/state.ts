import type { SocialStep } from '../../features.js'
import type { Namespace } from '../../utils/caip.js'
import type { AskError } from '../connection/state.js'
import type { SocialProvider } from '../features/state.js'

/** How a login at another site failed. */
export type SocialLoginError = AskError & {
  /** Why, in the words of the provider or of Farcaster; safe to show as text. */
  readonly details?: string | undefined
}

/** Where a login at a provider is. A step with an error is not running: the visitor may try it again. */
export type SocialLoginState =
  | { readonly step: 'idle' }
  | {
      /**
       * `popup`: the provider has the visitor. `retrieving`: its result is being checked. `connecting`: logged in; the chain
       * families are being connected.
       */
      readonly step: SocialStep | 'connecting'
      readonly provider: SocialProvider
      /** Only this chain family; all that the wallet and the modal have unless told. */
      readonly namespace?: Namespace | undefined
      readonly error?: SocialLoginError | undefined
    }

/** Milliseconds: ten minutes with the provider; then the frame loads (20 s) and checks the result (120 s), with time to say so. */
export const socialLoginDeadline = 750_000

/** Name of what runs while a visitor logs in at a provider; not the key of a connection: those name a namespace. */
export const socialLoginKey = 'socialLogin'
