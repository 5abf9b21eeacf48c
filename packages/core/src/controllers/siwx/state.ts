import type { SiwxSession } from '../../auth.js'
import type { CaipAddress } from '../../utils/caip.js'

/** Whether the active account has signed in. [S1.3] */
export type SiwxState =
  /** Nobody to ask: sign-in is not configured, nothing is connected, or the network is not one of this modal. */
  | { readonly status: 'idle' }
  /** Sessions are being looked for. */
  | { readonly status: 'checking'; readonly caipAddress: CaipAddress }
  | { readonly status: 'signedOut'; readonly caipAddress: CaipAddress }
  /** The wallet is being asked, or its signature checked. */
  | { readonly status: 'signing'; readonly caipAddress: CaipAddress }
  | { readonly status: 'signedIn'; readonly caipAddress: CaipAddress; readonly session: SiwxSession }
