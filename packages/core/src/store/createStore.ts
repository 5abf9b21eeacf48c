export type ReadonlyStore<state> = {
  getState(): state
  /** What a server renders and the first client render repeats. */
  getInitialState(): state
  /** Returns its unsubscribe. A listener that throws is reported and stops nobody. */
  subscribe(listener: (state: state, previous: state) => void): () => void
}

export type Store<state> = ReadonlyStore<state> & { setState(update: (state: state) => state): void }

type Subscription<state> = {
  readonly listener: (state: state, previous: state) => void
  /** Number of the first change that it is told of: none from before it subscribed. */
  readonly first: number
}

/**
 * One value and its listeners. They cannot stop each other, and hear of every change in the order in which it was made,
 * those that a listener makes included: a newer state never comes before the one that led to it.
 */
export function createStore<state>(initial: state, reportError: (cause: unknown) => void): Store<state> {
  const subscriptions = new Set<Subscription<state>>()
  const untold: (readonly [state: state, previous: state])[] = []
  let current = initial
  let made = 0
  let isTelling = false

  function tell(change: readonly [state, state], number: number): void {
    for (const { listener, first } of subscriptions) {
      if (first > number) continue
      try {
        listener(...change)
      } catch (cause) {
        reportError(cause)
      }
    }
  }

  return {
    getState: () => current,
    getInitialState: () => initial,
    setState(update) {
      const previous = current
      current = update(previous)
      if (Object.is(current, previous)) return
      untold.push([current, previous])
      made++
      if (isTelling) return
      isTelling = true
      for (let change = untold.shift(); change; change = untold.shift()) tell(change, made - untold.length)
      isTelling = false
    },
    subscribe(listener) {
      const subscription = { listener, first: made + 1 }
      subscriptions.add(subscription)
      return () => subscriptions.delete(subscription)
    },
  }
}
