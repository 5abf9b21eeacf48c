import type { ModalState } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { getConnection } from './getConnection.js'

/** Differs wherever what is known of an account is to be read anew: with the account, its network and the modal's status; `''` without an account. */
export function toWatchKey(state: ModalState, namespace?: Namespace | undefined): string {
  const connection = getConnection(state, namespace)
  return connection ? `${state.status}:${connection.caipNetworkId}:${connection.accounts[0].address}` : ''
}
