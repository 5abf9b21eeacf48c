import { type Accounts, type CaipNetworkId, type Namespace, tell } from '@latchkey/core'

/** The wallet in a chain family, while it is connected there. */
export type Connection = {
  /** The active one first. */
  readonly accounts: Accounts
  readonly caipNetworkId: CaipNetworkId
  /** Whether the smart account is a contract on the network already; absent where there is none. */
  readonly isDeployed?: boolean | undefined
}

/** What became different; the rest is as before. */
export type ConnectionChange = {
  readonly accounts: boolean
  readonly network: boolean
  /** Neither there before and gone now, nor the other way round: it stays connected. */
  readonly isConnected: boolean
}

/** Where the wallet is in each chain family: one login serves them all. */
export type Connections = {
  get(namespace: Namespace): Connection | undefined
  /** Those that are connected. */
  getNamespaces(): readonly Namespace[]
  set(namespace: Namespace, place: Connection): void
  /** Nothing is connected any more. */
  clear(): void
  /** Hears of changes in a chain family. Returns its undoing. */
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
