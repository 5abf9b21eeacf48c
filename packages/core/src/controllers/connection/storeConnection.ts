import type { Modal } from '../../modal.js'
import { getConnection } from './getConnection.js'
import { isMultiWallet } from './isMultiWallet.js'
import type { Connection, StoredConnection } from './state.js'
import { storeConnections } from './storeConnections.js'

/** Stores what the next visit needs to restore this connection, as it is now. */
export function storeConnection(modal: Modal, connection: Connection): void {
  const { connectorId, namespace, accounts, caipNetworkId, wallet } = connection
  const isActive = getConnection(modal.getState(), namespace)?.connectorId === connectorId
  const own: StoredConnection = {
    connectorId,
    address: accounts[0].address,
    caipNetworkId,
    status: isActive ? 'active' : 'connected',
    ...(wallet && { walletName: wallet.name }),
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
}
