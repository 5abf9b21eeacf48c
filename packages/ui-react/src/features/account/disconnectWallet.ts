import { type Connection, type ConnectorMeta, getConnection, getConnectors, type ModalState } from '@latchkey/core'
import { disconnect } from '@latchkey/core/controllers/connection'
import { setActiveNamespace } from '@latchkey/core/controllers/network'
import { showToast } from '@latchkey/core/controllers/shell'
import { applyNetworkPolicy, close, getJoinedConnectorIds } from '@latchkey/core/internal'
import type { MouseEvent } from 'react'
import { countConnected, getShownNamespaces } from '../../hooks/networks.js'
import type { UiModal } from '../../uiModal.js'

/** Whether a click is the second one of a double-click: it would act on what the first one has put in its place. */
export function isSecondClick({ detail }: MouseEvent): boolean {
  return detail > 1
}

/**
 * Ends the connections of a wallet in the shown namespaces. The modal closes after the last one. If the active namespace has
 * no connection left, another connected one becomes active, and its network policy is applied. Resolves with whether
 * connections are left; rejects with `DISCONNECT_FAILED`.
 */
export async function disconnectWallet(
  modal: UiModal,
  { namespace, connectorId }: Pick<Connection, 'connectorId' | 'namespace'>,
): Promise<boolean> {
  const before = modal.getState()
  const target = before.modal.namespace
    ? { namespace, connectorId }
    : { connectorId: findWallet(before, connectorId)?.id ?? connectorId }
  const ending = disconnect(modal, { ...target, keepView: true })
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
  const connection = getConnection(modal.getState())
  if (!connection) return
  try {
    const hasMore = await disconnectWallet(modal, connection)
    if (hasMore) showToast(modal, { variant: 'success', message: { code: 'WALLET_DISCONNECTED' } })
  } catch {
    // a notice shows the error; the page is disconnected anyway
  }
}

/** Finds the wallet of a connector: it has one connector per namespace, unless it is paired or embedded. */
export function findWallet(state: Pick<ModalState, 'connectors'>, connectorId: string): ConnectorMeta | undefined {
  return getConnectors(state).find((connector) => getJoinedConnectorIds(connector).includes(connectorId))
}
