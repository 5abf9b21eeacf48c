export type ReadonlyStore<state> = {
  getState(): state
  /** The state of server rendering and of the first client render. */
  getInitialState(): state
  /** Returns its unsubscribe. A listener that throws is reported and doesn't affect the others. */
  subscribe(listener: (state: state, previous: state) => void): () => void
}

export type Store<state> = ReadonlyStore<state> & {
  setState(update: (state: state) => state): void
  /**
   * Runs changes that belong together: listeners are notified of them as one change, at the end of `run`, also if it throws. Of an
   * asynchronous function, that is the part before its first `await`. A batch within another one is part of it.
   */
  batch<value>(run: () => value): value
}

type Subscription<state> = {
  readonly listener: (state: state, previous: state) => void
  /** Number of the first change to notify about: none from before it subscribed. */
  readonly first: number
}

/**
 * Creates a store of one value. Listeners are notified of every change in the order in which it was made, including
 * changes made by listeners: a newer state never arrives before the one that led to it. A listener that throws doesn't
 * affect the others.
 */
export function createStore<state>(initial: state, reportError: (cause: unknown) => void): Store<state> {
  const subscriptions = new Set<Subscription<state>>()
  const pending: (readonly [state: state, previous: state])[] = []
  let current = initial
  let changeCount = 0
  let isNotifying = false
  let isBatching = false

  function notify(change: readonly [state, state], number: number): void {
    for (const { listener, first } of subscriptions) {
      if (first > number) continue
      try {
        listener(...change)
      } catch (cause) {
        reportError(cause)
      }
    }
  }

  function publish(previous: state): void {
    if (Object.is(current, previous)) return
    pending.push([current, previous])
    changeCount++
    if (isNotifying) return
    isNotifying = true
    for (let change = pending.shift(); change; change = pending.shift()) notify(change, changeCount - pending.length)
    isNotifying = false
  }

  return {
    getState: () => current,
    getInitialState: () => initial,
    setState(update) {
      const previous = current
      current = update(previous)
      if (!isBatching) publish(previous)
    },
    batch(run) {
      if (isBatching) return run()
      const previous = current
      isBatching = true
      try {
        return run()
      } finally {
        isBatching = false
        publish(previous)
      }
    },
    subscribe(listener) {
      const subscription = { listener, first: changeCount + 1 }
      subscriptions.add(subscription)
      return () => subscriptions.delete(subscription)
    },
  }
}
