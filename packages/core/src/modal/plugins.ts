import type { AdapterInstance, Plugin, PluginContext } from '../contracts/adapter.js'
import type { Connector } from '../contracts/connector.js'
import { barLogins } from './applyFeatures.js'
import { hasLogins } from './features.js'
import { internals, type Modal } from './modal.js'

/** Sets up the plugins and keeps the state's connectors up to date. A failing plugin doesn't affect the others. */
export function setUpPlugins(modal: Modal): void {
  for (const plugin of modal.adapters) {
    try {
      if (plugin.kind === 'chain') addAdapter(modal, plugin.namespace, plugin.setup(toContext(modal, plugin)))
      else if (plugin.kind === 'connector') addConnector(modal, plugin.setup(toContext(modal, plugin)))
      else modal[internals].siwx = plugin.setup(toContext(modal, plugin))
    } catch (cause) {
      modal[internals].warn(cause)
    }
  }
  publishConnectors(modal)
}

function toContext(modal: Modal, plugin: Plugin): PluginContext {
  const { adapters, log, options, signal, store, warn } = modal[internals]
  return {
    env: modal.env,
    signal,
    warn,
    log: log.add,
    getAdapter: (namespace) => adapters.get(namespace),
    hasLogins: () => hasLogins(modal.getState().features),
    barLogins: () => barLogins(modal),
    getTheme: () => modal.getState().theme,
    getLocale: modal[internals].getLocale,
    showAlert: (alert) => store.setState((state) => ({ ...state, alert })),
    setClientId: (id) => {
      modal[internals].clientId = id
    },
    getNetworks: () => {
      const { networks } = modal.getState()
      return plugin.kind === 'chain' ? networks.filter((item) => item.chainNamespace === plugin.namespace) : networks
    },
    options: { ...options, id: modal.id, relayUrl: options.services.relay },
  }
}

function addAdapter(
  modal: Modal,
  namespace: Parameters<Modal[typeof internals]['adapters']['set']>[0],
  adapter: AdapterInstance,
): void {
  const { adapters, connectors, load, onDestroy, warn } = modal[internals]
  let own: readonly Connector[] = []
  const sync = (): void => {
    const now = adapter.getConnectors()
    for (const connector of own)
      if (!now.includes(connector) && connectors.get(connector.meta.id) === connector)
        connectors.delete(connector.meta.id)
    const added = now.filter((connector) => !own.includes(connector))
    own = now
    for (const connector of added) addConnector(modal, connector)
  }
  adapters.set(namespace, adapter)
  const unsubscribe = adapter.onConnectorsChange(() => {
    sync()
    publishConnectors(modal)
  })
  if (adapter.onConnect)
    load
      .connection()
      .then(({ followAdapter }) => followAdapter(modal, namespace, adapter))
      .catch(warn)
  onDestroy(() => {
    unsubscribe()
    adapter.destroy()
  })
  sync()
}

/** Adds a connector. The first connector with an id keeps it. */
function addConnector(modal: Modal, connector: Connector): void {
  const { connectors, load, warn } = modal[internals]
  const { id } = connector.meta
  if (!connectors.has(id)) connectors.set(id, connector)
  if (connector.features['social:resume'])
    load
      .login()
      .then(({ resumeSocialLogin }) => resumeSocialLogin(modal, connector))
      .catch(warn)
}

function publishConnectors(modal: Modal): void {
  const { connectors, store } = modal[internals]
  const metas = [...connectors.values()].map((connector) => connector.meta)
  store.setState((state) => ({ ...state, connectors: metas }))
}
