import type { Env } from '@latchkey/core'

/** Milliseconds without a heartbeat after which the page was frozen or the device asleep. Hidden pages get one per minute. */
const maxPulseGap = 90_000

export type Wake = {
  /** Whether the page was inactive for so long that its socket may be dead. */
  readonly isStale: boolean
}

export type WatchWakeOptions = {
  readonly env: Env
  /** The client's heartbeat, every five seconds. */
  readonly onPulse: (run: () => void) => () => void
}

/**
 * Calls `run` when the page is back: visible, online, restored from the back-forward cache, or after a sleep without an event,
 * which the heartbeat reveals. Returns a function that stops watching.
 */
export function watchWake({ env, onPulse }: WatchWakeOptions, run: (wake: Wake) => void): () => void {
  const page = env.window()
  let seen = env.now()
  const wake = (): void => {
    const isStale = env.now() - seen > maxPulseGap
    seen = env.now()
    run({ isStale })
  }
  const onVisible = (): void => {
    if (page?.document?.visibilityState !== 'hidden') wake()
  }
  const stop = onPulse(() => {
    if (env.now() - seen > maxPulseGap) wake()
    else seen = env.now()
  })
  page?.addEventListener('visibilitychange', onVisible)
  page?.addEventListener('online', wake)
  page?.addEventListener('pageshow', wake)
  return () => {
    stop()
    page?.removeEventListener('visibilitychange', onVisible)
    page?.removeEventListener('online', wake)
    page?.removeEventListener('pageshow', wake)
  }
}
