import type { AdapterInstance } from '../adapter.js'
import type { Connector } from '../connector.js'
import { tell } from './tell.js'

/** The connectors of an adapter, as its instance shows them. */
export type ConnectorList = Pick<AdapterInstance, 'getConnectors' | 'onConnectorsChange' | 'destroy'> & {
  add(connector: Connector): void
  /** Takes it away and ends it. */
  remove(connector: Connector): void
}

/** Keeps connectors in the order of their coming. Who listens is told once of all that comes in one go. */
export function createConnectorList(warn: (cause: unknown) => void): ConnectorList {
  const connectors = new Set<Connector>()
  const listeners = new Set<() => void>()
  let isQueued = false

  const notify = (): void => {
    if (isQueued || listeners.size === 0) return
    isQueued = true
    void Promise.resolve().then(() => {
      isQueued = false
      tell(listeners, undefined, warn)
    })
  }

  return {
    getConnectors: () => [...connectors],
    onConnectorsChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(connector) {
      connectors.add(connector)
      notify()
    },
    remove(connector) {
      if (!connectors.delete(connector)) return
      connector.destroy()
      notify()
    },
    destroy() {
      listeners.clear()
      for (const connector of connectors) connector.destroy()
    },
  }
}
