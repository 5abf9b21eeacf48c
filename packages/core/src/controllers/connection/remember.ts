import { internals, type Modal } from '../../modal.js'
import { getConnectors, getPartIds } from '../wallets/getConnectors.js'
import { getConnection } from './getConnection.js'
import { isMultiWallet } from './isMultiWallet.js'
import type { Connection, StoredConnection } from './state.js'
import { storeConnections } from './storeConnections.js'

/** How many wallets count as recent. [S9.3] */
const recentCount = 2

/** Stores what the next visit needs to restore this connection, and that its wallet was used. */
export function remember(modal: Modal, { connectorId, namespace, accounts, caipNetworkId }: Connection): void {
  const { persistence, store } = modal[internals]
  const isActive = getConnection(store.getState(), namespace)?.connectorId === connectorId
  const own: StoredConnection = {
    connectorId,
    address: accounts[0].address,
    caipNetworkId,
    status: isActive ? 'active' : 'connected',
  }
  storeConnections(modal, namespace, (stored) => {
    const isOwn = (item: StoredConnection): boolean => item.connectorId === connectorId
    // beside the active one it keeps its place
    if (!isActive && stored.some(isOwn)) return stored.map((item) => (isOwn(item) ? own : item))
    const others = stored.filter((item) => !isOwn(item))
    if (!isActive) return [...others, own]
    const besides = isMultiWallet(modal) ? 'connected' : 'disconnected'
    return [
      own,
      ...others.map((item): StoredConnection => (item.status === 'disconnected' ? item : { ...item, status: besides })),
    ]
  })
  if (!isActive) return

  // one wallet counts once, on however many chains
  const wallet = getConnectors(store.getState())
    .map(getPartIds)
    .find((ids) => ids.includes(connectorId)) ?? [connectorId]
  persistence.update((data) => ({
    ...data,
    disconnectedConnectorIds: data.disconnectedConnectorIds.filter((id) => id !== connectorId),
    recentConnectorIds: [connectorId, ...data.recentConnectorIds.filter((id) => !wallet.includes(id))].slice(
      0,
      recentCount,
    ),
  }))
  const { recentConnectorIds } = persistence.read()
  store.setState((state) => ({ ...state, recentConnectorIds }))
}
