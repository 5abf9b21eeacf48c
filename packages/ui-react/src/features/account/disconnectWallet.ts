import { type Connection, getConnection, getConnectors } from '@latchkey/core'
import { disconnect } from '@latchkey/core/controllers/connection'
import { setActiveNamespace } from '@latchkey/core/controllers/network'
import { showToast } from '@latchkey/core/controllers/shell'
import { applyNetworkPolicy, close, getJoinedConnectorIds } from '@latchkey/core/internal'
import { countConnected, getShownNamespaces } from '../../hooks/networks.js'
import type { UiModal } from '../../uiModal.js'

/**
 * Ends one connection, and with it those of the same session; without a namespace, all connections of the wallet. The modal
 * closes after the last one. If the active namespace has no connection left, another connected one becomes active, and its
 * network policy is applied. Resolves with whether connections are left; rejects with `DISCONNECT_FAILED`.
 */
export async function disconnectWallet(
  modal: UiModal,
  { namespace, connectorId }: Pick<Connection, 'connectorId'> & Partial<Pick<Connection, 'namespace'>>,
): Promise<boolean> {
  const ending = disconnect(modal, { namespace, connectorId, keepView: true })
  const state = modal.getState()
  const shown = getShownNamespaces(state)
  const hasMore = countConnected(state, shown) > 0
  if (!hasMore) close(modal, { force: true })
  const next = shown.find((name) => getConnection(state, name))
  if (next && state.activeNamespace && !getConnection(state, state.activeNamespace)) {
    setActiveNamespace(modal, next)
    applyNetworkPolicy(modal)
  }
  await ending
  return hasMore
}

/**
 * Disconnects the wallet of the shown account in every namespace; in a modal that was opened for one namespace, in that one.
 * Shows a notice if the modal continues with another wallet.
 */
export async function disconnectShownWallet(modal: UiModal): Promise<void> {
  const state = modal.getState()
  const connection = getConnection(state)
  if (!connection) return
  const { connectorId } = connection
  // a wallet has one connector per namespace, unless it is paired or embedded
  const wallet = getConnectors(state).find((connector) => getJoinedConnectorIds(connector).includes(connectorId))
  const target = state.modal.namespace ? connection : { connectorId: wallet?.id ?? connectorId }
  try {
    const hasMore = await disconnectWallet(modal, target)
    if (hasMore) showToast(modal, { variant: 'success', message: { code: 'WALLET_DISCONNECTED' } })
  } catch {
    // a notice shows the error; the page is disconnected anyway
  }
}
