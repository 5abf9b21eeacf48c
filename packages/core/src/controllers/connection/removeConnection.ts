import type { Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { assertMultiWallet } from './assertMultiWallet.js'
import { assertStarted } from './assertStarted.js'
import { disconnect } from './disconnect.js'
import { getConnection } from './getConnection.js'
import { storeConnections } from './storeConnections.js'

/**
 * Takes a connection off the list; a live one is ended first. Throws `MULTI_WALLET_OFF` [S4.20], or `DISCONNECT_FAILED`
 * when its wallet does not confirm: it is off the list all the same.
 */
export async function removeConnection(
  modal: Modal,
  { namespace, connectorId }: { readonly namespace: Namespace; readonly connectorId: string },
): Promise<void> {
  assertStarted(modal)
  assertMultiWallet(modal)
  if (getConnection(modal.getState(), namespace, connectorId))
    return disconnect(modal, { namespace, connectorId, isRemoved: true, keepView: true })
  storeConnections(modal, namespace, (stored) => stored.filter((item) => item.connectorId !== connectorId))
}
