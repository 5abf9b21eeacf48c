import { type Accounts, type CaipNetworkId, type Namespace, tell } from '@latchkey/core'

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
  set(namespace: Namespace, place: Connection): void
  /** Removes all connections. */
  clear(): void
  /** Watches the connection in a namespace. Returns its unsubscribe. */
  watch(namespace: Namespace, listener: (change: ConnectionChange) => void): () => void
}

export function createConnections(warn: (cause: unknown) => void): Connections {
  const places = new Map<Namespace, Connection>()
  const listeners = new Map<Namespace, Set<(change: ConnectionChange) => void>>()
  const getListeners = (namespace: Namespace): Set<(change: ConnectionChange) => void> => {
    const own = listeners.get(namespace) ?? new Set()
    listeners.set(namespace, own)
    return own
  }
  const move = (namespace: Namespace, place: Connection | undefined): void => {
    const before = places.get(namespace)
    if (place) places.set(namespace, place)
    else places.delete(namespace)
    const change: ConnectionChange = {
      accounts: toComparisonKey(before) !== toComparisonKey(place),
      network: before?.caipNetworkId !== place?.caipNetworkId,
      isConnected: before !== undefined && place !== undefined,
    }
    if (change.accounts || change.network) tell([...getListeners(namespace)], change, warn)
  }
  return {
    get: (namespace) => places.get(namespace),
    getNamespaces: () => [...places.keys()],
    set: move,
    clear() {
      for (const namespace of [...places.keys()]) move(namespace, undefined)
    },
    watch(namespace, listener) {
      const own = getListeners(namespace).add(listener)
      return () => own.delete(listener)
    },
  }
}

function toComparisonKey(place: Connection | undefined): string | undefined {
  return place && [...place.accounts.map(({ address, type }) => `${address} ${type}`), place.isDeployed].join()
}
