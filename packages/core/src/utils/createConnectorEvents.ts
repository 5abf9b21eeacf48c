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
