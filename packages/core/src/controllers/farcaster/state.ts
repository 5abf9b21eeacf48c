import type { Namespace } from '../../utils/caip.js'
import type { AskError } from '../connection/state.js'

/** Where a login with Farcaster is. A step with an error is not running: the visitor may try it again. */
export type FarcasterState =
  | { readonly step: 'idle' }
  | {
      /**
       * `starting`: a link is asked for. `shown`: the visitor follows it on a phone. `connecting`: logged in; the chain families
       * are being connected.
       */
      readonly step: 'starting' | 'shown' | 'connecting'
      /** The link, from `shown` on. */
      readonly url?: string | undefined
      /** Only this chain family; all that the wallet and the modal have unless told. */
      readonly namespace?: Namespace | undefined
      readonly error?: AskError | undefined
    }
