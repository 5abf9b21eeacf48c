import { toTooMany } from './limits.js'

/**
 * What one process counts in its own memory, beside the database: nobody who writes to the database can take it back. Each process
 * counts for itself, so that several allow that many times as much to who puts rows back; all others are counted by the database.
 */
export type OwnCounts = {
  /** Counts one more for `key`, until `until` of the first. False, and nothing is counted, where there were `max` already. */
  readonly take: (key: string, limit: { readonly max: number; readonly until: number }) => boolean
  /** What was counted last is right after all: no longer counted. */
  readonly free: (key: string) => void
  readonly getCount: (key: string) => number
}

export type CreateOwnCountsOptions = {
  readonly now: () => number
  /** Keys that are remembered at once. Beyond them nothing new is let in, so that nobody flushes what is counted. */
  readonly maxKeys?: number | undefined
}

/** Keys that are looked at with each call, the oldest first: those that are over go. */
const swept = 4

/** Throws `TOO_MANY` when it is full. */
export function createOwnCounts({ now, maxKeys = 100_000 }: CreateOwnCountsOptions): OwnCounts {
  const counts = new Map<string, { count: number; readonly until: number }>()
  const sweep = (time: number): void => {
    for (const [key, entry] of [...takeFirst(counts, swept)]) {
      counts.delete(key)
      if (entry.until > time) counts.set(key, entry)
    }
  }
  return {
    take: (key, { max, until }) => {
      const time = now()
      sweep(time)
      const known = counts.get(key)
      const entry = known && known.until > time ? known : { count: 0, until }
      if (entry.count >= max) return false
      if (!counts.has(key) && counts.size >= maxKeys) throw toTooMany(60_000)
      entry.count += 1
      counts.set(key, entry)
      return true
    },
    free: (key) => {
      const entry = counts.get(key)
      if (entry) entry.count -= 1
    },
    getCount: (key) => {
      const entry = counts.get(key)
      return entry && entry.until > now() ? entry.count : 0
    },
  }
}

function* takeFirst<value>(values: Iterable<value>, most: number): Generator<value> {
  let taken = 0
  for (const value of values) {
    if (taken++ >= most) return
    yield value
  }
}
