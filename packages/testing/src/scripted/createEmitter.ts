type Listener = (...args: never[]) => void

export type Emitter = {
  readonly on: (event: string, listener: Listener) => void
  readonly off: (event: string, listener: Listener) => void
  readonly emit: (event: string, payload?: unknown) => void
  readonly count: (event: string) => number
}

/** A listener that throws affects neither the wallet nor other listeners; the page gets an uncaught error. */
export function createEmitter(): Emitter {
  const listeners = new Map<string, Listener[]>()
  return {
    on: (event, listener) => void listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    off: (event, listener) => {
      const list = listeners.get(event) ?? []
      const index = list.lastIndexOf(listener)
      listeners.set(
        event,
        list.filter((_, other) => other !== index),
      )
    },
    count: (event) => (listeners.get(event) ?? []).length,
    emit: (event, payload) => {
      for (const listener of listeners.get(event) ?? []) {
        try {
          ;(listener as (payload: unknown) => void)(payload)
        } catch (error) {
          setTimeout(() => {
            throw error
          })
        }
      }
    },
  }
}
