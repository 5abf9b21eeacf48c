import { NotConnectedError } from '../../errors/connected.js'
import type { Modal } from '../../modal.js'
import { getConnection } from '../connection/getConnection.js'
import type { SwapState } from './state.js'

/** The swap, of the account and network that are active. Throws `NOT_CONNECTED` where there is none of them. */
export function requireSwap(modal: Modal): SwapState {
  const state = modal.getState()
  const { swap } = state
  const connection = getConnection(state, 'eip155')
  if (swap?.caipNetworkId !== connection?.caipNetworkId || swap?.address !== connection?.accounts[0].address || !swap)
    throw new NotConnectedError({ details: 'No swap was begun with this account on this network.' })
  return swap
}
