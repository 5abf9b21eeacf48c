import type { ModalState } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import type { Connection } from './state.js'

/** The connections of a namespace, the active one first. */
export function getLiveConnections(state: ModalState, namespace: Namespace): readonly Connection[] {
  const entry = state.namespaces[namespace]
  if (!entry) return []
  return entry.connection.status === 'connected' ? [entry.connection.connection, ...entry.others] : entry.others
}
