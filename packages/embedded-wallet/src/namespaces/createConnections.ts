import { type Accounts, type CaipNetworkId, type Namespace, notifyListeners } from '@latchkey/core'

/** The wallet in a namespace, while it is connected. */
export type Connection = {
  /** The active account is first. */
  readonly accounts: Accounts
  readonly caipNetworkId: CaipNetworkId
  /** Whether the smart account is deployed on the network. Absent if there is no smart account. */
  readonly isDeployed?: boolean | undefined
}

/** What has changed. */
export type ConnectionChange = {
  readonly accounts: boolean
  readonly network: boolean
  /** Whether it was connected before and still is. */
  readonly isConnected: boolean
}

/** The connection in each namespace. One login serves all of them. */
export type Connections = {
  get(namespace: Namespace): Connection | undefined
  /** Namespaces with a connection. */
  getNamespaces(): readonly Namespace[]
  set(namespace: Namespace, connection: Connection): void
  /** Removes all connections. */
  clear(): void
  /** Watches the connection in a namespace. Returns its unsubscribe. */
  watch(namespace: Namespace, listener: (change: ConnectionChange) => void): () => void
}

export function createConnections(warn: (cause: unknown) => void): Connections {
  const connections = new Map<Namespace, Connection>()
  const listeners = new Map<Namespace, Set<(change: ConnectionChange) => void>>()
  const getListeners = (namespace: Namespace): Set<(change: ConnectionChange) => void> => {
    const own = listeners.get(namespace) ?? new Set()
    listeners.set(namespace, own)
    return own
  }
  const move = (namespace: Namespace, connection: Connection | undefined): void => {
    const before = connections.get(namespace)
    if (connection) connections.set(namespace, connection)
    else connections.delete(namespace)
    const change: ConnectionChange = {
      accounts: toComparisonKey(before) !== toComparisonKey(connection),
      network: before?.caipNetworkId !== connection?.caipNetworkId,
      isConnected: before !== undefined && connection !== undefined,
    }
    if (change.accounts || change.network) notifyListeners([...getListeners(namespace)], change, warn)
  }
  return {
    get: (namespace) => connections.get(namespace),
    getNamespaces: () => [...connections.keys()],
    set: move,
    clear() {
      for (const namespace of [...connections.keys()]) move(namespace, undefined)
    },
    watch(namespace, listener) {
      const own = getListeners(namespace).add(listener)
      return () => own.delete(listener)
    },
  }
}

function toComparisonKey(connection: Connection | undefined): string | undefined {
  return (
    connection &&
    [
      ...connection.accounts.map(({ address, type, custody }) => `${address} ${type} ${custody}`),
      connection.isDeployed,
    ].join()
  )
}
