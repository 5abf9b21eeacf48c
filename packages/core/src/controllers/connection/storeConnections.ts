import { internals, type Modal } from '../../modal.js'
import { updateNamespace } from '../../updateNamespace.js'
import type { Namespace } from '../../utils/caip.js'
import { getConnection } from './getConnection.js'
import { isMultiWallet } from './isMultiWallet.js'
import type { StoredConnection } from './state.js'
import { toConnectionKey } from './toConnectionKey.js'

/** How many ended connections of a namespace are kept, to take up again. [S9.3] */
const endedCount = 2

type Stored = readonly StoredConnection[]

/**
 * Changes what is stored of the connections of a namespace, as other tabs see it too, and shows those that are not live
 * here. Of those that ended only the newest are kept, and none where one
 * wallet at a time is all that there is.
 */
export function storeConnections(modal: Modal, namespace: Namespace, change: (stored: Stored) => Stored): void {
  const { awaited, persistence } = modal[internals]
  persistence.update((data) => {
    const changed = change(data.connections[namespace] ?? [])
    const live = changed.filter(({ status }) => status !== 'disconnected')
    const ended = isMultiWallet(modal) ? changed.filter(({ status }) => status === 'disconnected') : []
    return { ...data, connections: { ...data.connections, [namespace]: [...live, ...ended.slice(0, endedCount)] } }
  })
  const stored = persistence.read().connections[namespace] ?? []
  updateNamespace(modal, namespace, (entry, state) => ({
    ...entry,
    ended: stored.filter(
      ({ connectorId }) =>
        isMultiWallet(modal) &&
        getConnection(state, namespace, connectorId) === undefined &&
        !awaited.has(toConnectionKey(namespace, connectorId)),
    ),
  }))
}
