import { internals, type Modal } from '../../modal.js'
import { getConnection } from './getConnection.js'
import { hasSession } from './hasSession.js'
import { isLive } from './isLive.js'
import { isMultiWallet } from './isMultiWallet.js'
import { releaseWallet } from './releaseWallet.js'
import { remember } from './remember.js'
import { setConnection } from './setConnection.js'
import type { Connection } from './state.js'
import { stopListening } from './stopListening.js'
import { storeConnection } from './storeConnection.js'
import { watchStorage } from './watchStorage.js'

/**
 * Makes a connection the active one of its namespace, here and in storage. The one before goes on beside it with
 * `multiWallet`, and is let go without.
 */
export function activate(modal: Modal, connection: Connection): void {
  const { connectorId, namespace } = connection
  const isOther = (candidate: Connection): boolean => candidate.connectorId !== connectorId
  const before = getConnection(modal.getState(), namespace)
  const others = (modal.getState().namespaces[namespace]?.others ?? []).filter(isOther)
  const previous = before && isOther(before) ? before : undefined
  const isKept = previous !== undefined && isMultiWallet(modal)
  setConnection(modal, namespace, { status: 'connected', connection }, isKept ? [previous, ...others] : others)
  storeConnection(modal, connection)
  remember(modal, connectorId)
  watchStorage(modal)
  if (!previous || isKept) return
  stopListening(modal, previous)
  // a session that another chain family uses goes on there
  if (hasSession(modal, previous.connectorId) && isLive(modal.getState(), previous.connectorId)) return
  releaseWallet(modal, previous).catch(modal[internals].warn)
}
