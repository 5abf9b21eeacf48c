import type { Connector, ConnectorEvents } from '../connector.js'
import { tell } from './tell.js'

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
  const listeners: { readonly [event in keyof ConnectorEvents]: Set<(data: ConnectorEvents[event]) => void> } = {
    change: new Set(),
    disconnect: new Set(),
  }
  return {
    on(event, listener) {
      listeners[event].add(listener)
      onCount?.()
      return () => {
        listeners[event].delete(listener)
        onCount?.()
      }
    },
    emit: (event, data) => tell(listeners[event], data, warn),
    count: () => listeners.change.size + listeners.disconnect.size,
    clear() {
      listeners.change.clear()
      listeners.disconnect.clear()
      onCount?.()
    },
  }
}
