import { beginAttempt } from '../../attempts.js'
import { type AwaitedConnection, internals, type Modal } from '../../modal.js'
import { readPreferredAccountType } from '../account/readPreferredAccountType.js'
import { getConnection } from './getConnection.js'
import { getSilentDeadline } from './getSilentDeadline.js'
import { listenToWallet } from './listenToWallet.js'
import { setConnection } from './setConnection.js'
import type { Connection } from './state.js'
import { storeConnection } from './storeConnection.js'
import { toConnection } from './toConnection.js'
import { toConnectionKey } from './toConnectionKey.js'

/** Takes up a stored connection beside the active one, without a prompt. Rejects where the wallet does not agree. */
export async function resume(modal: Modal, stored: Omit<AwaitedConnection, 'isActive' | 'address'>): Promise<void> {
  const { connectorId, namespace, caipNetworkId } = stored
  const { awaited, connectors } = modal[internals]
  const connector = connectors.get(connectorId)
  const key = toConnectionKey(namespace, connectorId)
  awaited.delete(key)
  if (!connector || getConnection(modal.getState(), namespace, connectorId)) return
  const attempt = beginAttempt(modal, { key: `resume:${key}`, deadline: getSilentDeadline(connector) })
  try {
    const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
    const accountType = readPreferredAccountType(modal, namespace)
    const request = { namespace, network, accountType, silent: true, signal: attempt.signal }
    const connection = toConnection(connectorId, namespace, await attempt.race(connector.connect(request)))
    const entry = modal.getState().namespaces[namespace]
    // the visitor may have connected it meanwhile
    if (!entry || getConnection(modal.getState(), namespace, connectorId)) return
    setConnection(modal, namespace, entry.connection, inStoredOrder(modal, [...entry.others, connection]))
    listenToWallet(modal, connector, namespace)
    storeConnection(modal, connection)
  } finally {
    attempt.end()
  }
}

/** Wallets answer in an order of their own. */
function inStoredOrder(modal: Modal, connections: readonly Connection[]): readonly Connection[] {
  const { connections: stored } = modal[internals].persistence.read()
  const toPlace = ({ namespace, connectorId }: Connection): number =>
    stored[namespace]?.findIndex((item) => item.connectorId === connectorId) ?? 0
  return connections.toSorted((a, b) => toPlace(a) - toPlace(b))
}
