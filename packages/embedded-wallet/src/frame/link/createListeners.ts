import { tell } from '@latchkey/core'

export type Listeners<events> = {
  on<event extends keyof events>(event: event, listener: (data: events[event]) => void): () => void
  /** Tells all who listen to this event; one that throws is reported and stops nobody. */
  emit<event extends keyof events>(event: event, data: events[event]): void
  clear(): void
}

export function createListeners<events>(warn: (cause: unknown) => void): Listeners<events> {
  const listeners = new Set<readonly [event: keyof events, listener: (data: never) => void]>()
  return {
    on(...entry) {
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    emit(event, data) {
      const meant = [...listeners].filter(([own]) => own === event).map(([, listener]) => listener)
      tell(meant as ((payload: typeof data) => void)[], data, warn)
    },
    clear: () => listeners.clear(),
  }
}
