import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { isRecord } from '../../utils/isRecord.js'
import { getConnection } from './getConnection.js'
import { isLive } from './isLive.js'
import type { StoredConnection } from './state.js'
import { storeConnections } from './storeConnections.js'

/** How many disconnected connectors are remembered. */
const disconnectedCount = 100

/**
 * Writes that connections ended: after a reload they are not restored, and eager wallets stay away until asked. They can
 * be taken up again unless `isRemoved`.
 */
export function forgetStored(
  modal: Modal,
  namespace: Namespace,
  isMeant: (connectorId: string) => boolean,
  isRemoved: boolean,
): void {
  const { persistence } = modal[internals]
  const active = getConnection(modal.getState(), namespace)?.connectorId
  const gone: string[] = []
  storeConnections(modal, namespace, (stored) => {
    const ended = stored.filter(({ connectorId, status }) => isMeant(connectorId) && status !== 'disconnected')
    gone.push(...ended.map(({ connectorId }) => connectorId))
    const others = stored.filter((item) => !ended.includes(item))
    return [
      ...(isRemoved ? [] : ended).map((item): StoredConnection => ({ ...item, status: 'disconnected' })),
      ...others.map((item): StoredConnection => (item.connectorId === active ? { ...item, status: 'active' } : item)),
    ]
  })
  persistence.update((data) => {
    const { [namespace]: _network, ...networks } = data.networks
    // a wallet that goes on elsewhere is not one that the visitor left
    const left = gone.filter((connectorId) => !isLive(modal.getState(), connectorId))
    const others = data.disconnectedConnectorIds.filter((id) => !gone.includes(id))
    // what was known of accounts goes with them
    const { walletLink, caches: _caches, ...rest } = data
    return {
      ...rest,
      ...(isRecord(walletLink) && !left.some((id) => id === walletLink['connectorId']) && { walletLink }),
      networks: active === undefined ? networks : data.networks,
      disconnectedConnectorIds: [...left, ...others].slice(0, disconnectedCount),
    }
  })
}
