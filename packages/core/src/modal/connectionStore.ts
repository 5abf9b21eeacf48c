import type { Connection, ConnectionState, StoredConnection } from '../controllers/connection/state.js'
import type { Namespace } from '../utils/caip.js'
import { getConnection, isMultiWallet, toConnectionKey } from './connections.js'
import { internals, type Modal } from './modal.js'
import { updateNamespace } from './namespaces.js'

/** Maximum number of ended connections that are kept per namespace, to be reconnected later. [S9.3] */
const maxEnded = 2

type Stored = readonly StoredConnection[]

/**
 * Sets the connection of one namespace. A different account or network invalidates the known balance. If no connection
 * is active any more, the first of the others becomes active.
 */
export function setConnection(
  modal: Modal,
  namespace: Namespace,
  connection: ConnectionState,
  others?: readonly Connection[] | undefined,
): void {
  updateNamespace(modal, namespace, (entry) => {
    const [first, ...rest] = others ?? entry.others
    const isVacant = connection.status === 'disconnected' && first !== undefined
    const next: ConnectionState = isVacant ? { status: 'connected', connection: first } : connection
    const balance = toKey(entry.connection) === toKey(next) ? entry.balance : ({ status: 'idle' } as const)
    return { ...entry, connection: next, others: isVacant ? rest : (others ?? entry.others), balance }
  })
}

/**
 * Replaces a live connection in the state and in storage, in its current position. Returns whether it is the active
 * one.
 */
export function replaceConnection(modal: Modal, before: Connection, connection: Connection): boolean {
  const current = modal.getState().namespaces[before.namespace]
  if (!current) return false
  const state = current.connection
  const isActive = state.status === 'connected' && state.connection === before
  if (isActive) setConnection(modal, before.namespace, { ...state, connection })
  else {
    const others = current.others.map((other) => (other === before ? connection : other))
    setConnection(modal, before.namespace, state, others)
  }
  storeConnection(modal, connection)
  return isActive
}

/** Stores what the next visit needs to restore this connection. */
export function storeConnection(modal: Modal, connection: Connection): void {
  const { connectorId, namespace, accounts, caipNetworkId, wallet, sessionId } = connection
  const isActive = getConnection(modal.getState(), namespace)?.connectorId === connectorId
  const own: StoredConnection = {
    connectorId,
    address: accounts[0].address,
    caipNetworkId,
    status: isActive ? 'active' : 'connected',
    ...(wallet && { walletName: wallet.name }),
    ...(sessionId && { sessionId }),
  }
  storeConnections(modal, namespace, (stored) => {
    const isOwn = (item: StoredConnection): boolean => item.connectorId === connectorId
    // a connection beside the active one keeps its position
    if (!isActive && stored.some(isOwn)) return stored.map((item) => (isOwn(item) ? own : item))
    const others = stored.filter((item) => !isOwn(item))
    if (!isActive) return [...others, own]
    const otherStatus = isMultiWallet(modal) ? 'connected' : 'disconnected'
    return [
      own,
      ...others.map(
        (item): StoredConnection => (item.status === 'disconnected' ? item : { ...item, status: otherStatus }),
      ),
    ]
  })
}

/**
 * Updates the stored connections of a namespace, which other tabs share, and shows those that aren't live here as
 * ended. Keeps only the newest ended ones, and none without `multiWallet`.
 */
export function storeConnections(modal: Modal, namespace: Namespace, change: (stored: Stored) => Stored): void {
  const { awaited, persistence } = modal[internals]
  const { connections } = persistence.update((data) => {
    const changed = change(data.connections[namespace] ?? [])
    const live = changed.filter(({ status }) => status !== 'disconnected')
    const ended = isMultiWallet(modal) ? changed.filter(({ status }) => status === 'disconnected') : []
    return { ...data, connections: { ...data.connections, [namespace]: [...live, ...ended.slice(0, maxEnded)] } }
  })
  const stored = connections[namespace] ?? []
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

function toKey(state: ConnectionState): string {
  if (state.status !== 'connected') return ''
  return `${state.connection.caipNetworkId}:${state.connection.accounts[0].address}`
}
