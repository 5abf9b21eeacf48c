import type { Env } from '@latchkey/core'
import { SessionExpiredError, waitFor } from '@latchkey/core/plugin'

/** Milliseconds that the page's server has to respond. */
const timeout = 3_000

/**
 * Milliseconds by which this device's clock is behind, negative if it is ahead: compared with the page's own server, so that no
 * other host is contacted. Undefined if that server can't be asked, e.g. because of the page's security policy.
 */
export async function readClockLag(env: Env, signal: AbortSignal): Promise<number | undefined> {
  const origin = env.window()?.location?.origin
  if (!origin?.startsWith('http')) return undefined
  try {
    const asking = env.fetch(`${origin}/`, { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal })
    const { headers } = await waitFor(asking, { env, signal, timeout })
    const date = Date.parse(headers.get('date') ?? '') + Number(headers.get('age') ?? 0) * 1_000
    return Number.isNaN(date) ? undefined : date - env.now()
  } catch {
    return undefined // offline or blocked: nothing is known about the clock
  }
}

/** The error for a wrong clock: wallets find the codes expired, or the relay refuses the tokens. */
export function toClockError(lag: number, cause?: unknown): SessionExpiredError {
  const minutes = Math.round(Math.abs(lag) / 60_000)
  const details = `The clock of this device is ${minutes} minutes ${lag > 0 ? 'slow' : 'fast'}.`
  return new SessionExpiredError({ cause, details })
}
