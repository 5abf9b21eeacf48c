import type { Env } from '@latchkey/core'
import { waitFor } from '@latchkey/core/plugin'
import type { OpenClient } from '../client/openClient.js'
import { toRelayFault } from '../client/toRelayFault.js'
import { pairingLimits } from './pairingLimits.js'

export type OverRelayOptions = {
  readonly env: Env
  readonly open: OpenClient
  readonly signal: AbortSignal
}

/**
 * Waits for what the relay has to take, ten seconds at most, and no longer where it refuses this page. Throws the reason of
 * the signal, or what keeps the relay from being reached: `RELAY_UNREACHABLE`, or `SESSION_EXPIRED` where it does not take
 * the clock of this page.
 */
export async function overRelay<value>(work: Promise<value>, { env, open, signal }: OverRelayOptions): Promise<value> {
  let stop: (() => void) | undefined
  const refusal = new Promise<never>((_, reject) => {
    stop = open.onRefused(() => reject(toRelayFault(env, open.getWords())))
  })
  try {
    return await waitFor(Promise.race([work, refusal]), { env, signal, deadline: pairingLimits.relay })
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    throw toRelayFault(env, open.getWords(), cause)
  } finally {
    stop?.()
  }
}
