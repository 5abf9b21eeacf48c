import type { Persisted } from '../store/schema.js'
import { getNamespaces, type Namespace } from '../utils/caip.js'
import { toConnectionKey } from './connections.js'
import { isLoginMethod } from './features.js'
import { internals, type Modal, type ModalState, type NamespaceState } from './modal.js'

/**
 * Restores the last visit's data: chosen networks, and connections to re-establish. These count as connecting at once,
 * so that no page flashes "disconnected". The code that reconnects is loaded only if there are any, and the code that follows
 * registered transactions only if there are any of those.
 */
export function restore(modal: Modal): void {
  const { awaited, load, persistence, store, warn } = modal[internals]
  const startedAt = modal.env.now()
  const stored = persistence.read()
  store.setState((state) => {
    const namespaces: { [namespace: string]: NamespaceState } = {}
    for (const namespace of getNamespaces(state.namespaces)) {
      const entry = state.namespaces[namespace]
      if (entry) namespaces[namespace] = restoreNamespace(modal, namespace, entry, stored)
    }
    const { activeNamespace = state.activeNamespace, recentConnectorIds, lastLogin } = stored
    const isActiveKnown = activeNamespace && namespaces[activeNamespace]
    return {
      ...state,
      status: 'ready',
      namespaces,
      activeNamespace: isActiveKnown ? activeNamespace : state.activeNamespace,
      recentConnectorIds,
      lastLogin: isLoginMethod(lastLogin) ? lastLogin : undefined,
    }
  })
  if (stored.recentTransactions !== undefined)
    load
      .recentTransactions()
      .then(({ resumeRecentTransactions }) => {
        if (modal.getState().status === 'ready') resumeRecentTransactions(modal)
      })
      .catch(warn)
  if (awaited.size > 0)
    load
      .connection()
      .then(({ reconnect }) => {
        if (modal.getState().status === 'ready') reconnect(modal, startedAt)
      })
      .catch((cause: unknown) => {
        awaited.clear()
        store.setState((state) => ({ ...state, namespaces: endConnecting(state.namespaces) }))
        warn(cause)
      })
}

/** Sets all connecting namespaces to disconnected. */
export function endConnecting(namespaces: ModalState['namespaces']): ModalState['namespaces'] {
  const entries = Object.entries(namespaces).map(([namespace, entry]) => [
    namespace,
    entry.connection.status === 'connecting' ? { ...entry, connection: { status: 'disconnected' } } : entry,
  ])
  return Object.fromEntries(entries)
}

function restoreNamespace(
  modal: Modal,
  namespace: Namespace,
  entry: NamespaceState,
  stored: Persisted,
): NamespaceState {
  const { awaited, options } = modal[internals]
  const { features, networks } = modal.getState()
  const chosen = stored.networks[namespace]
  const isKnown = networks.some(({ caipNetworkId }) => caipNetworkId === chosen)
  const connections = stored.connections[namespace] ?? []
  const live = features.multiWallet ? ['active', 'connected'] : ['active']
  const wanted = connections.filter(
    ({ connectorId, status }) =>
      options.enableReconnect && live.includes(status) && !stored.disconnectedConnectorIds.includes(connectorId),
  )
  for (const { status, ...item } of wanted)
    awaited.set(toConnectionKey(namespace, item.connectorId), { ...item, namespace, isActive: status === 'active' })
  const active = wanted.find(({ status }) => status === 'active')
  return {
    ...entry,
    ...(isKnown && { network: { caipNetworkId: chosen, isChosen: true } }),
    connection: active
      ? {
          status: 'connecting',
          connectorId: active.connectorId,
          isReconnect: true,
          ...('address' in entry.connection && { address: active.address }),
        }
      : { status: 'disconnected' },
    ended: features.multiWallet ? connections.filter((item) => !wanted.includes(item)) : [],
  }
}
