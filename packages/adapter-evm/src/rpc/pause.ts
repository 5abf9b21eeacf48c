import type { Env } from '@latchkey/core'
import { waitFor } from '@latchkey/core/plugin'

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
