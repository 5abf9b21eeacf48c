import type { Env } from '@latchkey/core'
import { act } from 'react'

export type FakeClock = Pick<Env, 'now' | 'setTimeout'> & {
  /** Advances time by this many milliseconds, and runs due timers. */
  advance(ms: number): Promise<void>
}

/** A clock that only moves when advanced. */
export function createFakeClock(start = 1_800_000_000_000): FakeClock {
  let now = start
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  const next = (end: number) => [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
  return {
    now: () => now,
    setTimeout(run, ms) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance: (ms) =>
      act(async () => {
        const end = now + ms
        for (let timer = next(end); timer; timer = next(end)) {
          timers.delete(timer)
          now = timer.at
          timer.run()
          // lets promises settle, which may start new timers
          await new Promise((resolve) => setTimeout(resolve))
        }
        now = end
      }),
  }
}
