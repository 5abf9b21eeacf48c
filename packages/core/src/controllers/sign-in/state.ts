import type { SiwxSession } from '../../contracts/auth.js'
import type { PairingSignIn } from '../../contracts/features.js'
import { type CaipAddress, isSameAddress, splitCaipAddress } from '../../utils/caip.js'
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

/** What happens to a sign-in. Each names the account that it is about: what is about another changes nothing. */
export type SiwxEvent =
  /** Another account or network is the active one; none without a connection on a network of this modal. */
  | { readonly type: 'account'; readonly caipAddress: CaipAddress | undefined }
  /** The sessions were looked for: one that is good, or none. */
  | { readonly type: 'checked'; readonly caipAddress: CaipAddress; readonly session: SiwxSession | undefined }
  | { readonly type: 'asked'; readonly caipAddress: CaipAddress }
  /** The session is kept. */
  | { readonly type: 'signed'; readonly caipAddress: CaipAddress; readonly session: SiwxSession }
  /** Without an error it was left. */
  | { readonly type: 'failed'; readonly caipAddress: CaipAddress; readonly error: AskError | undefined }

/** Where a sign-in is after an event. Gives the same state where nothing changed. */
export function reduceSiwx(state: SiwxState, event: SiwxEvent): SiwxState {
  if (event.type === 'account') return follow(state, event.caipAddress)
  if (state.status === 'idle' || !isOf(event, state)) return state
  const { caipAddress } = state
  switch (event.type) {
    case 'checked':
      if (event.caipAddress !== caipAddress) return state
      if (event.session) return { status: 'signedIn', caipAddress, session: event.session }
      // who is signing right now has none yet, and what failed stays to be read
      return state.status === 'signing' || state.status === 'signedOut' ? state : { status: 'signedOut', caipAddress }
    case 'asked':
      return state.status === 'signing' || state.status === 'signedIn' ? state : { status: 'signing', caipAddress }
    case 'signed':
      // whether it counts on the network that the wallet is on by now, only the sessions tell
      return event.caipAddress === caipAddress
        ? { status: 'signedIn', caipAddress, session: event.session }
        : { status: 'checking', caipAddress }
    case 'failed':
      if (state.status !== 'signing') return state
      return { status: 'signedOut', caipAddress, ...(event.error && { error: event.error }) }
  }
}

function follow(state: SiwxState, caipAddress: CaipAddress | undefined): SiwxState {
  if (caipAddress === undefined) return state.status === 'idle' ? state : { status: 'idle' }
  if (state.status !== 'idle' && state.caipAddress === caipAddress) return state
  // the wallet is being asked for this very account: another network does not end that
  if (state.status === 'signing' && isSameAccount(state.caipAddress, caipAddress))
    return { status: 'signing', caipAddress }
  return { status: 'checking', caipAddress }
}

function isOf(event: { readonly caipAddress: CaipAddress }, state: { readonly caipAddress: CaipAddress }): boolean {
  return isSameAccount(event.caipAddress, state.caipAddress)
}

/** Whether two CAIP-10 ids name one address of one chain family, on whichever networks. */
export function isSameAccount(a: CaipAddress, b: CaipAddress): boolean {
  const [left, right] = [splitCaipAddress(a), splitCaipAddress(b)]
  return (
    left !== null && left.namespace === right?.namespace && isSameAddress(left.namespace, left.address, right.address)
  )
}
