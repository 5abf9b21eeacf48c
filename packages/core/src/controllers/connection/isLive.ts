import type { ModalState } from '../../modal.js'
import { isNamespace } from '../../utils/caip.js'
import { getConnection } from './getConnection.js'

/** Whether a connector has a connection in any chain family. */
export function isLive(state: ModalState, connectorId: string): boolean {
  return Object.keys(state.namespaces)
    .filter(isNamespace)
    .some((namespace) => getConnection(state, namespace, connectorId) !== undefined)
}
