import { internals, type Modal } from '../../modal.js'
import { getConnectors, getPartIds } from '../wallets/getConnectors.js'

/** How many wallets count as recent. [S9.3] */
const recentCount = 2

/** Remembers that a wallet was used: it is a recent one, and not one that the visitor left. */
export function remember(modal: Modal, connectorId: string): void {
  const { persistence, store } = modal[internals]
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
