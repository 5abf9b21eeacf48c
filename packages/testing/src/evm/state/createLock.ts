export type Lock = {
  readonly isLocked: () => boolean
  readonly lock: () => void
  readonly unlock: () => void
  /** Settles with the next `unlock()`. */
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
