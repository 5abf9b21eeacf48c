import type { AdapterInstance } from '../contracts/adapter.js'
import type { Connector, ConnectorEvents } from '../contracts/connector.js'
import { tell } from '../utils/tell.js'

/** Who listens to a connector. */
export type ConnectorListeners = Pick<Connector, 'on'> & {
  /** Tells all who listen to this event; one that throws is reported and stops nobody. */
  emit<event extends keyof ConnectorEvents>(event: event, data: ConnectorEvents[event]): void
  count(): number
  /** Forgets them all. */
  clear(): void
}

export type ConnectorEventsOptions = {
  /** Called whenever they have become more or fewer: a wallet is listened to as long as somebody listens here. */
  readonly onCount?: (() => void) | undefined
  readonly warn: (cause: unknown) => void
}

/** Keeps the listeners of a connector. */
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
      const meant = [...listeners].filter(([own]) => own === event).map(([, listener]) => listener)
      tell(meant as ((payload: typeof data) => void)[], data, warn)
    },
    count: () => listeners.size,
    clear() {
      listeners.clear()
      onCount?.()
    },
  }
}

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
