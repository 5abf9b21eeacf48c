import type { Connection } from '@latchkey/core'
import { close, disconnect, getConnection, setActiveNamespace } from '@latchkey/core/controllers'
import { applyNetworkPolicy } from '@latchkey/core/internal'
import { countLive } from '../../router/countLive.js'
import { getShownNamespaces } from '../../router/getShownNamespaces.js'
import type { UiModal } from '../../uiModal.js'

/**
 * Ends one connection that the modal shows, and with it those of the same session. It goes on with what is left, and
 * closes after the last. Where the active chain family has nothing left, another that is connected becomes the active
 * one, and is asked for another network where the app refuses its own. Resolves with whether the modal goes on; rejects
 * with `DISCONNECT_FAILED`.
 */
export async function leaveWallet(
  modal: UiModal,
  { namespace, connectorId }: Pick<Connection, 'namespace' | 'connectorId'>,
): Promise<boolean> {
  const ending = disconnect(modal, { namespace, connectorId, keepView: true })
  const state = modal.getState()
  const shown = getShownNamespaces(state)
  const hasMore = countLive(state, shown) > 0
  if (!hasMore) close(modal, { force: true })
  const next = shown.find((name) => getConnection(state, name))
  if (next && state.activeNamespace && !getConnection(state, state.activeNamespace)) {
    setActiveNamespace(modal, next)
    applyNetworkPolicy(modal)
  }
  await ending
  return hasMore
}
