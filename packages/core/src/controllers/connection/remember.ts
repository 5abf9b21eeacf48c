import { internals, type Modal } from '../../modal.js'
import type { Connection } from './state.js'

/** How many wallets count as recent. [S9.3] */
const recentCount = 2

/** Stores what the next visit needs to restore this connection. */
export function remember(modal: Modal, { connectorId, namespace, accounts }: Connection): void {
  const { persistence, store } = modal[internals]
  const without = (ids: readonly string[]): readonly string[] => ids.filter((id) => id !== connectorId)
  persistence.update((data) => ({
    ...data,
    connections: { ...data.connections, [namespace]: { connectorId, address: accounts[0].address } },
    disconnectedConnectorIds: without(data.disconnectedConnectorIds),
    recentConnectorIds: [connectorId, ...without(data.recentConnectorIds)].slice(0, recentCount),
  }))
  const { recentConnectorIds } = persistence.read()
  store.setState((state) => ({ ...state, recentConnectorIds }))
}
