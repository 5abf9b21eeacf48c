import { setConnection } from './controllers/connection/setConnection.js'
import type { NamespaceState } from './modal.js'
import { internals, type Modal } from './modal.js'
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
  const { awaited, options, persistence, store, warn } = modal[internals]
  const stored = persistence.read()
  store.setState((state) => {
    const namespaces: { [namespace in Namespace]?: NamespaceState } = {}
    for (const namespace of Object.keys(state.namespaces).filter(isNamespace)) {
      const entry = state.namespaces[namespace]
      if (!entry) continue
      const caipNetworkId = stored.networks[namespace]
      const isKnown = state.networks.some((network) => network.caipNetworkId === caipNetworkId)
      const connectorId = stored.connections[namespace]?.connectorId
      const isAwaited = options.enableReconnect && connectorId && !stored.disconnectedConnectorIds.includes(connectorId)
      if (isAwaited) awaited.set(namespace, connectorId)
      namespaces[namespace] = {
        ...entry,
        ...(isKnown && { network: { caipNetworkId, isChosen: true } }),
        ...(isAwaited && { connection: { status: 'connecting', connectorId, isReconnect: true } }),
      }
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
  for (const namespace of awaited.keys())
    setTimer(modal, `await:${namespace}`, () => stopWaiting(modal, namespace), announcementDeadline)
  if (awaited.size > 0)
    loadModule(() => import('./controllers/connection/reconnect.js')).then(
      ({ reconnect }) => {
        if (!modal[internals].signal.aborted) reconnect(modal)
      },
      (cause) => {
        for (const namespace of awaited.keys()) stopWaiting(modal, namespace)
        awaited.clear()
        warn(cause)
      },
    )
}

/** The page counts as disconnected from now on; a wallet that comes even later is still welcome. */
function stopWaiting(modal: Modal, namespace: Namespace): void {
  if (modal[internals].awaited.has(namespace)) setConnection(modal, namespace, { status: 'disconnected' })
}
