import type { Connector, ConnectorEvents } from '../../connector.js'
import { InvalidWalletReplyError } from '../../errors/connection.js'
import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { track } from '../events/track.js'
import { applyNetworkPolicy } from '../network/applyNetworkPolicy.js'
import { close } from '../router/close.js'
import { forget } from './forget.js'
import { parseWalletReply } from './parseWalletReply.js'
import { remember } from './remember.js'
import { setConnection } from './setConnection.js'
import type { Connection } from './state.js'

/** Follows the connected wallet of a namespace, and no other: what a wallet does before or after is its own affair. */
export function listenToWallet(modal: Modal, connector: Connector, namespace: Namespace): void {
  const { listening } = modal[internals]
  listening.get(namespace)?.()
  const stops = [
    connector.on('change', (change) => {
      if (change.namespace === namespace) syncChange(modal, change)
    }),
    connector.on('disconnect', (event) => {
      if (event.namespace === namespace) syncDisconnect(modal, connector, namespace)
    }),
  ]
  listening.set(namespace, () => {
    listening.delete(namespace)
    for (const stop of stops) stop()
  })
}

/** The wallet switched its accounts or its network. */
function syncChange(modal: Modal, change: ConnectorEvents['change']): void {
  const current = modal.getState().namespaces[change.namespace]?.connection
  if (current?.status !== 'connected') return
  const news = parseWalletReply(change, change.namespace)
  if (!news) {
    modal[internals].warn(new InvalidWalletReplyError())
    return
  }
  const connection: Connection = { ...current.connection, ...news }
  setConnection(modal, change.namespace, { ...current, connection })
  if (news.accounts) remember(modal, connection)
  if (news.caipNetworkId && change.namespace === modal.getState().activeNamespace) applyNetworkPolicy(modal)
}

/** The wallet let go. */
function syncDisconnect(modal: Modal, connector: Connector, namespace: Namespace): void {
  const current = modal.getState().namespaces[namespace]?.connection
  if (current?.status !== 'connected' || current.connection.connectorId !== connector.meta.id) return
  forget(modal, namespace, current.nextConnectorId)
  track(modal, 'DISCONNECT_SUCCESS', { namespace })
  const isWaiting = current.nextConnectorId !== undefined
  if (!isWaiting && namespace === modal.getState().activeNamespace) close(modal, { force: true })
}
