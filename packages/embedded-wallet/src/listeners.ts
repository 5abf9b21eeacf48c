import { notifyListeners } from '@latchkey/core'

export type Listeners<events> = {
  on<event extends keyof events>(event: event, listener: (data: events[event]) => void): () => void
  /** Notifies the listeners of this event. A listener that throws is reported and doesn't stop the others. */
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
      notifyListeners(meant as ((payload: typeof data) => void)[], data, warn)
    },
    clear: () => listeners.clear(),
  }
}

type Listener = (payload: unknown) => unknown

/** Listeners by event name, in the style of EIP-1193 and Wallet Standard providers. */
export type Emitter = {
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
  emit(event: string, payload: unknown): void
  clear(): void
}

export function createEmitter(warn: (cause: unknown) => void): Emitter {
  const listeners = new Map<string, Set<Listener>>()
  return {
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set<Listener>()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    emit: (event, payload) => notifyListeners([...(listeners.get(event) ?? [])], payload, warn),
    clear: () => listeners.clear(),
  }
}
