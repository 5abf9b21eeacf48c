import type { AdapterInstance } from '../contracts/adapter.js'
import type { Connector, ConnectorEvents } from '../contracts/connector.js'
import { notifyListeners } from '../utils/notifyListeners.js'

/** The listeners of a connector. */
export type ConnectorListeners = Pick<Connector, 'on'> & {
  /** Notifies all listeners of an event. A listener that throws is reported and doesn't affect the others. */
  emit<event extends keyof ConnectorEvents>(event: event, data: ConnectorEvents[event]): void
  count(): number
  /** Removes all listeners. */
  clear(): void
}

export type ConnectorEventsOptions = {
  /**
   * Called whenever listeners are added or removed, so that the connector listens to its wallet only while it has
   * listeners.
   */
  readonly onCount?: (() => void) | undefined
  readonly warn: (cause: unknown) => void
}

/** The connectors of an adapter, as its instance exposes them. */
export type ConnectorList = Pick<AdapterInstance, 'getConnectors' | 'onConnectorsChange' | 'destroy'> & {
  add(connector: Connector): void
  /** Removes and destroys a connector. */
  remove(connector: Connector): void
}

/** Creates the listener registry of a connector. */
export function createConnectorEvents({ onCount, warn }: ConnectorEventsOptions): ConnectorListeners {
  const listeners = new Set<readonly [event: keyof ConnectorEvents, listener: (data: never) => void]>()
  return {
    on(...entry) {
      listeners.add(entry)
      onCount?.()
      return () => {
        listeners.delete(entry)
        onCount?.()
      }
    },
    emit(event, data) {
      const matching = [...listeners].filter(([own]) => own === event).map(([, listener]) => listener)
      notifyListeners(matching as ((payload: typeof data) => void)[], data, warn)
    },
    count: () => listeners.size,
    clear() {
      listeners.clear()
      onCount?.()
    },
  }
}

/** Creates a list of connectors in order of addition. Listeners are notified once per batch of changes. */
export function createConnectorList(warn: (cause: unknown) => void): ConnectorList {
  const connectors = new Set<Connector>()
  const listeners = new Set<() => void>()
  let isQueued = false

  const notify = (): void => {
    if (isQueued || listeners.size === 0) return
    isQueued = true
    void Promise.resolve().then(() => {
      isQueued = false
      notifyListeners(listeners, undefined, warn)
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
