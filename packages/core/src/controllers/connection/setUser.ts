import type { User } from '../../connector.js'
import { internals, type Modal, type NamespaceState } from '../../modal.js'
import { isNamespace, type Namespace } from '../../utils/caip.js'
import type { Connection } from './state.js'

/** Notes in all connections of a connector who is logged in. What is not named stays. */
export function setUser(modal: Modal, connectorId: string, user: User): void {
  const change = (connection: Connection): Connection =>
    connection.connectorId === connectorId ? { ...connection, user: { ...connection.user, ...user } } : connection
  modal[internals].store.setState((state) => {
    const namespaces: { [namespace in Namespace]?: NamespaceState } = {}
    for (const namespace of Object.keys(state.namespaces).filter(isNamespace)) {
      const entry = state.namespaces[namespace]
      if (entry)
        namespaces[namespace] = { ...entry, connection: toChanged(entry, change), others: entry.others.map(change) }
    }
    return { ...state, namespaces }
  })
}

function toChanged(
  { connection }: NamespaceState,
  change: (own: Connection) => Connection,
): NamespaceState['connection'] {
  return connection.status === 'connected' ? { ...connection, connection: change(connection.connection) } : connection
}
