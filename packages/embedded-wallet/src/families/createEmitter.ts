import { tell } from '@latchkey/core'

type Listener = (payload: unknown) => unknown

/** Listeners by the name of their event, as wallets' own interfaces keep them. */
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
    emit: (event, payload) => tell([...(listeners.get(event) ?? [])], payload, warn),
    clear: () => listeners.clear(),
  }
}
