import type { SocialStep } from '../../features.js'
import type { Namespace } from '../../utils/caip.js'
import type { AskError } from '../connection/state.js'
import type { SocialProvider } from '../features/state.js'

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
      readonly error?: AskError | undefined
    }
