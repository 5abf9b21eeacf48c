import type { Env } from '../modal/env.js'
import { settle } from './settle.js'

export type TestClock = Pick<Env, 'now' | 'setTimeout'> & {
  /** Returns the number of pending timers. */
  pending(): number
  /** Advances time, runs due timers in order and lets promises settle after each. */
  advance(ms: number): Promise<void>
}

type Timer = { readonly due: number; readonly run: () => void }

/** Creates a clock that only advances on demand. */
export function createTestClock(start = 1_700_000_000_000): TestClock {
  const timers = new Set<Timer>()
  let time = start

  const findNext = (until: number): Timer | undefined =>
    [...timers].filter((timer) => timer.due <= until).sort((a, b) => a.due - b.due)[0]

  return {
    now: () => time,
    setTimeout(run, ms) {
      const timer = { due: time + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    pending: () => timers.size,
    async advance(ms) {
      const until = time + ms
      await settle()
      for (let next = findNext(until); next; next = findNext(until)) {
        timers.delete(next)
        time = next.due
        next.run()
        await settle()
      }
      time = until
    },
  }
}
