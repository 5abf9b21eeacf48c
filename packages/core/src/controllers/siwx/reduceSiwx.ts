import type { SiwxSession } from '../../auth.js'
import { isSameAddress } from '../../utils/address.js'
import type { CaipAddress } from '../../utils/caip.js'
import { parseCaipAddress } from '../../utils/parseCaipAddress.js'
import type { AskError } from '../connection/state.js'
import type { SiwxState } from './state.js'

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
  const [left, right] = [parseCaipAddress(a), parseCaipAddress(b)]
  return (
    left !== null && left.namespace === right?.namespace && isSameAddress(left.namespace, left.address, right.address)
  )
}
