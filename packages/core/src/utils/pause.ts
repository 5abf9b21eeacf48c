import type { Env } from '../env.js'
import { waitFor } from './waitFor.js'

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
