/** State of one of several equivalent servers. */
export type EndpointState = {
  /** `UNKNOWN` until it was asked; `WRONG` if it serves something else. */
  readonly state: 'OK' | 'UNKNOWN' | 'DOWN' | 'BEHIND' | 'WRONG'
  readonly head: number | null
  /** Milliseconds since the epoch. */
  readonly lastSuccessAt: number | null
  readonly lastFailure: { readonly at: number; readonly reason: string } | null
  /** Milliseconds since the epoch: from then on it is tried again. Null unless it failed. */
  readonly retryAt: number | null
}

/** The health of equivalent servers, by their place in the list. */
export type EndpointBook = {
  /** The places in the order in which to try them: the working ones as they are listed, then those that lag, failed, or are wrong. */
  readonly order: () => readonly number[]
  /** Whether a failed one has waited long enough to be tried again. */
  readonly isDue: (place: number) => boolean
  readonly succeed: (place: number, head?: number | undefined) => void
  /** @param isWrong it works, but serves something else, which no retry changes soon */
  readonly fail: (place: number, reason: string, isWrong?: boolean | undefined) => void
  readonly read: (place: number) => EndpointState
}

export type CreateEndpointBookOptions = {
  readonly count: number
  /** Blocks that a server may be behind the others. Default: heads are not compared. */
  readonly maxLag?: number | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Milliseconds after a failure: doubled with each further one. */
const delays = { first: 1_000, wrong: 30_000, max: 60_000 } as const

type Entry = {
  failures: number
  isWrong: boolean
  /** By `performance.now()`, which no change of the clock moves. */
  retryAt: number
  /** By the clock of the options, for people. */
  shownRetryAt: number
  head: number | null
  lastSuccessAt: number | null
  lastFailure: { readonly at: number; readonly reason: string } | null
}

/**
 * Remembers which of several equivalent servers work. A failed one is retried after one second, then two, and so on up to a minute;
 * its first success resets that.
 *
 * A server that lags behind is tried after the others. Heads are compared with the highest, or, of three or more, with the second
 * highest, so that one server with a false height can't exclude all others.
 */
export function createEndpointBook({ count, maxLag, now }: CreateEndpointBookOptions): EndpointBook {
  const entries = Array.from({ length: count }, (): Entry => {
    return {
      failures: 0,
      isWrong: false,
      retryAt: 0,
      shownRetryAt: 0,
      head: null,
      lastSuccessAt: null,
      lastFailure: null,
    }
  })
  const getEntry = (place: number): Entry => {
    const entry = entries[place]
    if (entry) return entry
    throw new RangeError(`There is no server ${place}.`)
  }
  const isBehind = ({ head }: Entry): boolean => {
    if (maxLag === undefined || head === null) return false
    const heads = entries.flatMap((one) => (one.failures > 0 || one.head === null ? [] : one.head))
    heads.sort((a, b) => b - a)
    const reference = heads[heads.length >= 3 ? 1 : 0] ?? head
    return reference - head > maxLag
  }
  const getState = (entry: Entry): EndpointState['state'] => {
    if (entry.isWrong) return 'WRONG'
    if (entry.failures > 0) return 'DOWN'
    if (isBehind(entry)) return 'BEHIND'
    return entry.lastSuccessAt === null ? 'UNKNOWN' : 'OK'
  }
  const ranks = { OK: 0, UNKNOWN: 0, BEHIND: 1, DOWN: 2, WRONG: 3 } as const
  return {
    order: () => {
      const ranked = entries.map((entry, place) => ({ place, rank: ranks[getState(entry)] }))
      return ranked.sort((a, b) => a.rank - b.rank || a.place - b.place).map(({ place }) => place)
    },
    isDue: (place) => performance.now() >= getEntry(place).retryAt,
    succeed(place, head) {
      const entry = getEntry(place)
      Object.assign(entry, { failures: 0, isWrong: false, retryAt: 0, lastSuccessAt: now() })
      if (head !== undefined) entry.head = head
    },
    fail(place, reason, isWrong = false) {
      const entry = getEntry(place)
      // requests that failed at the same time are one failure
      if (performance.now() < entry.retryAt && entry.isWrong === isWrong) {
        entry.lastFailure = { at: now(), reason }
        return
      }
      const delay = isWrong ? delays.wrong : Math.min(delays.first * 2 ** entry.failures, delays.max)
      const at = now()
      Object.assign(entry, { failures: entry.failures + 1, isWrong, lastFailure: { at, reason } })
      Object.assign(entry, { retryAt: performance.now() + delay, shownRetryAt: at + delay })
    },
    read: (place) => {
      const entry = getEntry(place)
      const { head, lastSuccessAt, lastFailure, failures, shownRetryAt } = entry
      return { state: getState(entry), head, lastSuccessAt, lastFailure, retryAt: failures > 0 ? shownRetryAt : null }
    },
  }
}
