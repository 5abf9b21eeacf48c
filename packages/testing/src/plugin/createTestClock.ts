import type { Env } from '@latchkey/core'

/** A clock that only moves when advanced. */
export type TestClock = Pick<Env, 'now' | 'setTimeout'> & {
  /** Moves the clock, runs due timers in order, and lets promises settle in between. */
  readonly advance: (ms: number) => Promise<void>
  readonly pending: () => number
}

export function createTestClock(): TestClock {
  let now = 1_700_000_000_000
  let timers: readonly { readonly at: number; readonly run: () => void }[] = []
  return {
    now: () => now,
    setTimeout: (run, ms) => {
      const timer = { at: now + ms, run }
      timers = [...timers, timer]
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    pending: () => timers.length,
    async advance(ms) {
      const end = now + ms
      for (;;) {
        await settle()
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        timers = timers.filter((timer) => timer !== next)
        now = Math.max(now, next.at)
        next.run()
      }
      now = end
    },
  }
}

/** Waits until all promises that can settle have settled. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve))
}
