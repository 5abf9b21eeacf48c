export type ServerClock = {
  /** The vault's clock: milliseconds since the epoch. */
  now(): number
  set(now: number): void
}

/** The vault's clock as the page was sent, and what has gone by since. What the visitor's own clock shows does not matter. */
export function createServerClock(start: number, { elapsed }: { elapsed: () => number }): ServerClock {
  let offset = start - elapsed()
  return {
    now: () => Math.round(offset + elapsed()),
    set(now) {
      offset = now - elapsed()
    },
  }
}
