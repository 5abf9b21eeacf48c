import { type WaitOptions, waitFor } from '@latchkey/core/plugin'
import type { Config } from 'wagmi'
import { isBusy } from './readConfig.js'

/** Resolves once wagmi neither connects nor restores. Rejects with the reason of the signal, or `TIMED_OUT`. */
export async function untilSettled(config: Config, options: WaitOptions): Promise<void> {
  let stop: (() => void) | undefined
  const settled = new Promise<void>((resolve) => {
    const check = (): void => {
      if (!isBusy(config)) resolve()
    }
    stop = config.subscribe((state) => state.status, check)
    check()
  })
  try {
    await waitFor(settled, options)
  } finally {
    stop?.()
  }
}
