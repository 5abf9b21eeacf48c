import type { PairingSignIn, SiwxSession } from '../../contracts/auth.js'
import { type CaipAddress, isSameAddress, splitCaipAddress } from '../../utils/caip.js'
import type { RequestError } from '../connection/state.js'

/** Whether the active account has signed in. [S1.3] */
export type SiwxState =
  /** Not applicable: sign-in is not configured, nothing is connected, or the network is not configured. */
  | { readonly status: 'idle' }
  /** Checks for a session. */
  | { readonly status: 'checking'; readonly caipAddress: CaipAddress }
  | {
      readonly status: 'signedOut'
      readonly caipAddress: CaipAddress
      /** Why the last attempt failed. */
      readonly error?: RequestError | undefined
    }
  /** Waits for the wallet's signature, or for its verification. */
  | { readonly status: 'signing'; readonly caipAddress: CaipAddress }
  | { readonly status: 'signedIn'; readonly caipAddress: CaipAddress; readonly session: SiwxSession }

/** Timeouts of the app's side of a sign-in, in milliseconds. Wallets have `timeouts.approval`. */
export const siwxTimeouts = {
  /** To check for a session. [S8.14] */
  check: 10_000,
  /** To create a message, whose nonce comes from the server. */
  message: 10_000,
  /** The same, before a pairing code is shown. */
  pairing: 5_000,
  /** To verify a signature, which may take several requests to nodes. */
  verify: 40_000,
  revoke: 10_000,
} as const

/** Data about sign-in that is not part of the state. */
export type SiwxMemory = {
  /** Accounts that had a session, with their networks; newest first. */
  signedIn: readonly CaipAddress[]
  /** The account to ask for sign-in, once no other request is pending. */
  due: CaipAddress | undefined
  /** A signed session that could not be submitted, because the server did not respond. */
  unsent: SiwxSession | undefined
  /** Whether the user has canceled, and the wallet is switching back to a network with a session. */
  isCanceling: boolean
}

/** A sign-in as part of a pairing (one-click auth). */
export type PairingSignInRun = {
  /** Passed to the connector. */
  readonly request: PairingSignIn
  /**
   * Submits the signed messages, with a loading toast [S4.25]. If none is accepted, the user is asked to sign in as
   * usual. Never rejects.
   */
  settle(): Promise<void>
}

/** Events of a sign-in. Those of another account are ignored. */
export type SiwxEvent =
  /** The active account or network changed; undefined without a connection on a configured network. */
  | { readonly type: 'account'; readonly caipAddress: CaipAddress | undefined }
  /** The check is done; `session`: the valid one, if any. */
  | { readonly type: 'checked'; readonly caipAddress: CaipAddress; readonly session: SiwxSession | undefined }
  | { readonly type: 'asked'; readonly caipAddress: CaipAddress }
  /** The app's side has accepted the session. */
  | { readonly type: 'signed'; readonly caipAddress: CaipAddress; readonly session: SiwxSession }
  /** Without an error: the user has left. */
  | { readonly type: 'failed'; readonly caipAddress: CaipAddress; readonly error: RequestError | undefined }

/** Applies an event to the sign-in. Returns the same state if nothing changed. */
export function reduceSiwx(state: SiwxState, event: SiwxEvent): SiwxState {
  if (event.type === 'account') return setAccount(state, event.caipAddress)
  if (state.status === 'idle' || !isSameAccount(event.caipAddress, state.caipAddress)) return state
  const { caipAddress } = state
  switch (event.type) {
    case 'checked':
      if (event.caipAddress !== caipAddress) return state
      if (event.session) return { status: 'signedIn', caipAddress, session: event.session }
      // keep a pending signature, and the error of a failed one
      return state.status === 'signing' || state.status === 'signedOut' ? state : { status: 'signedOut', caipAddress }
    case 'asked':
      return state.status === 'signing' || state.status === 'signedIn' ? state : { status: 'signing', caipAddress }
    case 'signed':
      // the network has changed meanwhile: check whether the session is valid there
      return event.caipAddress === caipAddress
        ? { status: 'signedIn', caipAddress, session: event.session }
        : { status: 'checking', caipAddress }
    case 'failed':
      if (state.status !== 'signing') return state
      return { status: 'signedOut', caipAddress, ...(event.error && { error: event.error }) }
  }
}

/** Whether two CAIP-10 ids have the same address and namespace, on any network. */
export function isSameAccount(a: CaipAddress, b: CaipAddress): boolean {
  const [left, right] = [splitCaipAddress(a), splitCaipAddress(b)]
  return (
    left !== null && left.namespace === right?.namespace && isSameAddress(left.namespace, left.address, right.address)
  )
}

function setAccount(state: SiwxState, caipAddress: CaipAddress | undefined): SiwxState {
  if (caipAddress === undefined) return state.status === 'idle' ? state : { status: 'idle' }
  if (state.status !== 'idle' && state.caipAddress === caipAddress) return state
  // a network change does not end a pending signature of the same account
  if (state.status === 'signing' && isSameAccount(state.caipAddress, caipAddress))
    return { status: 'signing', caipAddress }
  return { status: 'checking', caipAddress }
}
