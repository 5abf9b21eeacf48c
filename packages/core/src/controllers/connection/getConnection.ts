import type { ModalState } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import type { Connection } from './state.js'

/** The connection of a namespace, the active one unless told; undefined when there is none. */
export function getConnection(state: ModalState, namespace?: Namespace | undefined): Connection | undefined {
  const wanted = namespace ?? state.activeNamespace
  const entry = wanted && state.namespaces[wanted]?.connection
  return entry?.status === 'connected' ? entry.connection : undefined
}
