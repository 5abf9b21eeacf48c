import type { SiwxSession } from '../../auth.js'
import type { PairingSignIn } from '../../features.js'
import type { CaipAddress } from '../../utils/caip.js'
import type { AskError } from '../connection/state.js'

/** Whether the active account has signed in. [S1.3] */
export type SiwxState =
  /** Nobody to ask: sign-in is not configured, nothing is connected, or the network is not one of this modal. */
  | { readonly status: 'idle' }
  /** Sessions are being looked for. */
  | { readonly status: 'checking'; readonly caipAddress: CaipAddress }
  | {
      readonly status: 'signedOut'
      readonly caipAddress: CaipAddress
      /** How the last try failed. */
      readonly error?: AskError | undefined
    }
  /** The wallet is being asked, or its signature checked. */
  | { readonly status: 'signing'; readonly caipAddress: CaipAddress }
  | { readonly status: 'signedIn'; readonly caipAddress: CaipAddress; readonly session: SiwxSession }

/** What sign-in keeps for this visit, beside the state. */
export type SiwxMemory = {
  /** Accounts that had a session, with their networks; the newest first. */
  signedIn: readonly CaipAddress[]
  /** The account that is still to be asked, once nothing else is being asked. */
  due: CaipAddress | undefined
  /** A signature that could not be handed over, as nobody answered. */
  unsent: SiwxSession | undefined
  /** Whether the visitor has cancelled, and the wallet is asked to go back to a network with a session. */
  isLeaving: boolean
}

/** How long the app's side of a sign-in has, in milliseconds. Wallets have `deadlines.approval`. */
export const siwxDeadlines = {
  /** To look for a session. [S8.14] */
  check: 10_000,
  /** To make a message: a server gives its nonce. */
  message: 10_000,
  /** The same while a code waits to be shown for it. */
  pairing: 5_000,
  /** To check a signature: nodes may be asked, several times. */
  verify: 40_000,
  revoke: 10_000,
} as const

/** A sign-in that goes with the consent of a pairing. */
export type PairingSignInRun = {
  /** What the connector is given. */
  readonly request: PairingSignIn
  /**
   * Hands over what the wallet has signed, while a notice says so [S4.25]. If none of it is accepted, the user is asked to sign in
   * as usual. Never rejects.
   */
  settle(): Promise<void>
}
