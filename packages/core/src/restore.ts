import { setConnection } from './controllers/connection/setConnection.js'
import { toConnectionKey } from './controllers/connection/toConnectionKey.js'
import type { NamespaceState } from './modal.js'
import { internals, type Modal } from './modal.js'
import type { Persisted } from './store/schema.js'
import { setTimer } from './timers.js'
import { isNamespace, type Namespace } from './utils/caip.js'
import { loadModule } from './utils/loadModule.js'

/** Milliseconds that a wallet which was connected before has to announce itself. */
const announcementDeadline = 3_000

/**
 * Takes over what the last visit left: chosen networks, and connections that are to be restored. These count as
 * connecting at once, so that no page flashes "disconnected"; the code that asks the wallets is loaded only for them.
 */
export function restore(modal: Modal): void {
  const { awaited, persistence, store, warn } = modal[internals]
  const stored = persistence.read()
  store.setState((state) => {
    const namespaces: { [namespace in Namespace]?: NamespaceState } = {}
    for (const namespace of Object.keys(state.namespaces).filter(isNamespace)) {
      const entry = state.namespaces[namespace]
      if (entry) namespaces[namespace] = takeOver(modal, namespace, entry, stored)
    }
    const { activeNamespace = state.activeNamespace, recentConnectorIds } = stored
    const isActiveKnown = activeNamespace && namespaces[activeNamespace]
    return {
      ...state,
      status: 'ready',
      namespaces,
      activeNamespace: isActiveKnown ? activeNamespace : state.activeNamespace,
      recentConnectorIds,
    }
  })
  for (const { namespace, isActive } of awaited.values())
    if (isActive) setTimer(modal, `await:${namespace}`, () => stopWaiting(modal, namespace), announcementDeadline)
  if (awaited.size > 0)
    loadModule(() => import('./controllers/connection/reconnect.js')).then(
      ({ reconnect }) => {
        if (!modal[internals].signal.aborted) reconnect(modal)
      },
      (cause) => {
        for (const { namespace } of awaited.values()) stopWaiting(modal, namespace)
        awaited.clear()
        warn(cause)
      },
    )
}

function takeOver(modal: Modal, namespace: Namespace, entry: NamespaceState, stored: Persisted): NamespaceState {
  const { awaited, options } = modal[internals]
  const { features, networks } = modal.getState()
  const caipNetworkId = stored.networks[namespace]
  const isKnown = networks.some((network) => network.caipNetworkId === caipNetworkId)
  const connections = stored.connections[namespace] ?? []
  const wanted = connections.filter(
    ({ connectorId, status }) =>
      options.enableReconnect &&
      (status === 'active' || (features.multiWallet && status === 'connected')) &&
      !stored.disconnectedConnectorIds.includes(connectorId),
  )
  for (const { connectorId, status } of wanted)
    awaited.set(toConnectionKey(namespace, connectorId), { namespace, connectorId, isActive: status === 'active' })
  const active = wanted.find(({ status }) => status === 'active')
  return {
    ...entry,
    ...(isKnown && { network: { caipNetworkId, isChosen: true } }),
    ...(active && { connection: { status: 'connecting', connectorId: active.connectorId, isReconnect: true } }),
    ended: features.multiWallet
      ? connections.filter((item) => !wanted.includes(item)).map((item) => ({ ...item, status: 'disconnected' }))
      : [],
  }
}

/** The page counts as disconnected from now on; a wallet that comes even later is still welcome. */
function stopWaiting(modal: Modal, namespace: Namespace): void {
  const { awaited } = modal[internals]
  const isAwaited = [...awaited.values()].some((entry) => entry.isActive && entry.namespace === namespace)
  if (isAwaited) setConnection(modal, namespace, { status: 'disconnected' })
}
