import { internals, type Modal } from '../../modal.js'
import { getConnectors, getPartIds } from '../wallets/getConnectors.js'
import { getConnection } from './getConnection.js'
import { isMultiWallet } from './isMultiWallet.js'
import type { Connection, StoredConnection } from './state.js'
import { storeConnections } from './storeConnections.js'

/** How many wallets count as recent. [S9.3] */
const recentCount = 2

/** Stores what the next visit needs to restore this connection, and that its wallet was used. */
export function remember(modal: Modal, { connectorId, namespace, accounts }: Connection): void {
  const { persistence, store } = modal[internals]
  const isActive = getConnection(store.getState(), namespace)?.connectorId === connectorId
  const isMulti = isMultiWallet(modal)
  storeConnections(modal, namespace, (stored) => [
    { connectorId, address: accounts[0].address, status: isActive ? 'active' : 'connected' },
    ...stored
      .filter((other) => other.connectorId !== connectorId)
      .map((other): StoredConnection => {
        if (other.status === 'disconnected' || !isActive) return other
        return { ...other, status: isMulti ? 'connected' : 'disconnected' }
      }),
  ])
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
