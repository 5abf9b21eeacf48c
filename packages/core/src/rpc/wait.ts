import { TimedOutError } from '../errors/connection.js'
import type { Env } from '../modal/env.js'

export type WaitOptions = {
  readonly env: Env
  readonly signal: AbortSignal
  /** Milliseconds. Default: no timeout. */
  readonly timeout?: number | undefined
}

/** Resolves after `ms` milliseconds, or rejects with the reason of the signal. Leaves no timer behind. */
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

/** Settles with the promise, or rejects with the signal's reason or `TIMED_OUT`, whichever comes first. */
export function waitFor<value>(promise: Promise<value>, { env, signal, timeout }: WaitOptions): Promise<value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    const cancel = timeout === undefined ? undefined : env.setTimeout(() => reject(new TimedOutError()), timeout)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort)
      cancel?.()
    })
  })
}
