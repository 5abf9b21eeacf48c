import type { ModalState } from '../../modal.js'
import { getConnection } from '../connection/getConnection.js'
import { isActivitySupported } from './isActivitySupported.js'

/** Whose transactions are shown, and of which network: `eip155:1:0xabc…`; empty where there can be none. */
export function toAccountKey(state: ModalState): string {
  const connection = state.status === 'ready' && isActivitySupported(state) ? getConnection(state) : undefined
  return connection ? `${connection.caipNetworkId}:${connection.accounts[0].address}` : ''
}
