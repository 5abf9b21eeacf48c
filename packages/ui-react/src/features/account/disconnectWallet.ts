import { type Connection, getConnection } from '@latchkey/core'
import { disconnect } from '@latchkey/core/controllers/connection'
import { setActiveNamespace } from '@latchkey/core/controllers/network'
import { showToast } from '@latchkey/core/controllers/shell'
import { applyNetworkPolicy, close } from '@latchkey/core/internal'
import { countConnected, getShownNamespaces } from '../../hooks/networks.js'
import type { UiModal } from '../../uiModal.js'

/**
 * Ends one connection, and with it those of the same session. The modal closes after the last one. If the active namespace
 * has no connection left, another connected one becomes active, and its network policy is applied. Resolves with whether
 * connections are left; rejects with `DISCONNECT_FAILED`.
 */
export async function disconnectWallet(
  modal: UiModal,
  { namespace, connectorId }: Pick<Connection, 'namespace' | 'connectorId'>,
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

/** Ends the connection whose account is shown. Shows a notice if the modal continues with another one. */
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
