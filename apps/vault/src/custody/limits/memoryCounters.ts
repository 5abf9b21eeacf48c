import { toTooMany } from './limits.js'

/**
 * In-memory counters of one process, besides the database, so that an attacker who can write to the database can't reset them. Each process
 * counts for itself, so N processes allow N times as much to an attacker who restores rows; all others are counted in the database.
 */
export type MemoryCounters = {
  /** Counts one more for `key`, until the first one's `until`. Returns false, and counts nothing, if there were `max` already. */
  readonly take: (key: string, limit: { readonly max: number; readonly until: number }) => boolean
  /** Uncounts the last one, which turned out to be right. */
  readonly free: (key: string) => void
  readonly getCount: (key: string) => number
}

export type MemoryCountersOptions = {
  readonly now: () => number
  /** Max keys in memory. Beyond that nothing new is allowed, so that counters can't be flushed. */
  readonly maxKeys?: number | undefined
}

/** Keys checked per call, oldest first, to drop expired ones. */
const sweepSize = 4

/** Throws `TOO_MANY` when it is full. */
export function createMemoryCounters({ now, maxKeys = 100_000 }: MemoryCountersOptions): MemoryCounters {
  const counts = new Map<string, { count: number; readonly until: number }>()
  const sweep = (time: number): void => {
    for (const [key, entry] of [...takeFirst(counts, sweepSize)]) {
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
      if (!entry) return
      entry.count -= 1
      // most counts return to 0: deleting them saves memory
      if (entry.count === 0) counts.delete(key)
    },
    getCount: (key) => {
      const entry = counts.get(key)
      return entry && entry.until > now() ? entry.count : 0
    },
  }
}

function* takeFirst<value>(values: Iterable<value>, max: number): Generator<value> {
  let taken = 0
  for (const value of values) {
    if (taken++ >= max) return
    yield value
  }
}
