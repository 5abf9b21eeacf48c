import type { Connection } from '@latchkey/core'
import { disconnect, getConnection, setActiveNamespace } from '@latchkey/core/controllers'
import { countLive } from '../../router/countLive.js'
import { getShownNamespaces } from '../../router/getShownNamespaces.js'
import type { UiModal } from '../../uiModal.js'

/**
 * Ends one connection that the modal shows. It goes on with what is left, and closes after the last. Where the active
 * chain family has nothing left, another that is connected becomes the active one. Resolves with whether the modal goes
 * on; rejects with `DISCONNECT_FAILED`.
 */
export async function leaveWallet(
  modal: UiModal,
  { namespace, connectorId }: Pick<Connection, 'namespace' | 'connectorId'>,
): Promise<boolean> {
  const before = modal.getState()
  const hasMore = countLive(before, getShownNamespaces(before)) > 1
  const ending = disconnect(modal, { namespace, connectorId, keepView: hasMore })
  const state = modal.getState()
  const next = getShownNamespaces(state).find((name) => getConnection(state, name))
  if (next && state.activeNamespace === namespace && !getConnection(state, namespace)) setActiveNamespace(modal, next)
  await ending
  return hasMore
}
