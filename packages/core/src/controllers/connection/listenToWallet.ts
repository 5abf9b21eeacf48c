import type { Connector, ConnectorEvents } from '../../connector.js'
import { InvalidWalletReplyError } from '../../errors/connection.js'
import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { track } from '../events/track.js'
import { applyNetworkPolicy } from '../network/applyNetworkPolicy.js'
import { close } from '../router/close.js'
import { leaveSignIns } from '../siwx/leaveSignIns.js'
import { forget } from './forget.js'
import { getConnection } from './getConnection.js'
import { listenToAuth } from './listenToAuth.js'
import { parseWalletReply } from './parseWalletReply.js'
import { replaceConnection } from './replaceConnection.js'
import { toConnectionKey } from './toConnectionKey.js'

/** Follows the wallet of a connection, and no other: what a wallet does before or after is its own affair. */
export function listenToWallet(modal: Modal, connector: Connector, namespace: Namespace): void {
  const { listening } = modal[internals]
  const { id: connectorId } = connector.meta
  const key = toConnectionKey(namespace, connectorId)
  listening.get(key)?.()
  const stops = [
    connector.on('change', (change) => {
      if (change.namespace === namespace) syncChange(modal, connectorId, change)
    }),
    connector.on('disconnect', (event) => {
      if (event.namespace === namespace) syncDisconnect(modal, connectorId, namespace)
    }),
    ...(connector.meta.type === 'AUTH' ? listenToAuth(modal, connector, namespace) : []),
  ]
  listening.set(key, () => {
    listening.delete(key)
    for (const stop of stops) stop()
  })
}

/** The wallet switched its accounts or its network. */
function syncChange(modal: Modal, connectorId: string, change: ConnectorEvents['change']): void {
  const { namespace } = change
  const before = getConnection(modal.getState(), namespace, connectorId)
  if (!before) return
  const news = parseWalletReply(change, namespace)
  if (!news) {
    modal[internals].warn(new InvalidWalletReplyError())
    return
  }
  const isActive = replaceConnection(modal, before, { ...before, ...news })
  if (isActive && news.caipNetworkId && namespace === modal.getState().activeNamespace) applyNetworkPolicy(modal)
}

/** The wallet let go. */
function syncDisconnect(modal: Modal, connectorId: string, namespace: Namespace): void {
  const current = modal.getState().namespaces[namespace]?.connection
  const connection = getConnection(modal.getState(), namespace, connectorId)
  if (!connection) return
  const isActive = current?.status === 'connected' && current.connection.connectorId === connectorId
  forget(modal, namespace, { connectorId })
  leaveSignIns(modal, [connection]).catch(modal[internals].warn)
  track(modal, 'DISCONNECT_SUCCESS', { namespace })
  // what is shown is about this wallet, unless another is being asked or takes its place
  const { pairing } = modal[internals]
  const isPairing = pairing !== undefined && !pairing.signal.aborted
  const isLeft = isActive && modal.getState().namespaces[namespace]?.connection.status === 'disconnected'
  if (isLeft && !isPairing && namespace === modal.getState().activeNamespace) close(modal, { force: true })
}
