export type Lock = {
  readonly isLocked: () => boolean
  readonly lock: () => void
  readonly unlock: () => void
  /** Resolves with the next `unlock()`. */
  readonly untilUnlocked: () => Promise<void>
}

export function createLock(): Lock {
  let isLocked = false
  let waiting: (() => void)[] = []
  return {
    isLocked: () => isLocked,
    lock: () => {
      isLocked = true
    },
    unlock: () => {
      isLocked = false
      const released = waiting
      waiting = []
      for (const resolve of released) resolve()
    },
    untilUnlocked: () => new Promise((resolve) => waiting.push(resolve)),
  }
}

/** Runs pieces of work one after the other, whether or not they fail. */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

/** Runs work, or joins the work in progress. All callers get the same outcome. */
export function createShared(): (work: () => Promise<void>) => Promise<void> {
  let running: Promise<void> | undefined
  return (work) => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
