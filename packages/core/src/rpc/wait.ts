import { TimedOutError } from '../errors/connection.js'
import type { Env } from '../modal/env.js'

/** Resolves after `ms` milliseconds, or rejects with the reason of the signal; leaves no timer behind. */
export async function pause(env: Env, ms: number, signal: AbortSignal): Promise<void> {
  let cancel: (() => void) | undefined
  const passed = new Promise<void>((resolve) => {
    cancel = env.setTimeout(resolve, ms)
  })
  try {
    await waitFor(passed, { env, signal })
  } finally {
    cancel?.()
  }
}

export type WaitOptions = {
  readonly env: Env
  readonly signal: AbortSignal
  /** Milliseconds; without it only the signal ends the wait. */
  readonly deadline?: number | undefined
}

/** Settles with the promise, or rejects with the reason of the signal or `TIMED_OUT`, whichever is first. */
export function waitFor<value>(promise: Promise<value>, { env, signal, deadline }: WaitOptions): Promise<value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    const cancel = deadline === undefined ? undefined : env.setTimeout(() => reject(new TimedOutError()), deadline)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort)
      cancel?.()
    })
  })
}
