import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { getConnection } from '../connection/getConnection.js'

/**
 * The embedded wallet that is active and has this chain family, but is not connected there: it is so without a prompt. Its
 * connector's id; undefined otherwise. [S4.16]
 */
export function findEmbeddedWallet(modal: Modal, namespace: Namespace): string | undefined {
  const state = modal.getState()
  const active = getConnection(state)
  const meta = active && modal[internals].connectors.get(active.connectorId)?.meta
  const isThere = meta?.type === 'AUTH' && meta.namespaces.includes(namespace) && state.namespaces[namespace]
  return isThere && !getConnection(state, namespace) ? meta.id : undefined
}
