import type { ModalState } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { getLiveConnections } from './getLiveConnections.js'
import type { Connection } from './state.js'

/**
 * The connection of a namespace, the active one unless told; undefined when there is none. With `connectorId` the one
 * that goes through it, active or not.
 */
export function getConnection(
  state: ModalState,
  namespace?: Namespace | undefined,
  connectorId?: string | undefined,
): Connection | undefined {
  const wanted = namespace ?? state.activeNamespace
  if (!wanted) return undefined
  if (connectorId !== undefined)
    return getLiveConnections(state, wanted).find((connection) => connection.connectorId === connectorId)
  const entry = state.namespaces[wanted]?.connection
  return entry?.status === 'connected' ? entry.connection : undefined
}
