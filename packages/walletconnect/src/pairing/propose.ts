import type { Env } from '@latchkey/core'
import { RelayUnreachableError, waitFor } from '@latchkey/core/plugin'
import type { OpenClient } from '../client/openClient.js'
import { toRelayError } from '../client/relayer.js'
import type { Proposal } from './proposal.js'

export type Proposed = {
  /** `wc:…` (EIP-1328). */
  readonly uri: string
  /** Of the pairing: it names the code when a wallet approves it. */
  readonly topic: string
  /** Rejects with what the wallet answers, or when the client lets the proposal expire; never resolves. */
  readonly refused: Promise<never>
}

export type ProposeOptions = {
  readonly env: Env
  readonly open: OpenClient
  readonly proposal: Proposal
  readonly signal: AbortSignal
}

/**
 * Puts a proposal on the relay, for whoever holds its code. Throws the reason of the signal, or what keeps the relay from
 * being reached: `RELAY_UNREACHABLE`, or `SESSION_EXPIRED` where it does not take the clock of this page.
 */
export async function propose({ env, open, proposal, signal }: ProposeOptions): Promise<Proposed> {
  if (env.window()?.navigator?.onLine === false) throw toRelayError(env, {})
  const asked = open.turns.take({
    method: 'wc_sessionPropose',
    send: () => open.client.connect({ optionalNamespaces: proposal }),
    signal,
  })
  try {
    const { uri, approval } = await overRelay(asked, { env, open, signal })
    const topic = /^wc:([\da-f]{64})@2\?/.exec(uri ?? '')?.[1]
    if (!uri || !topic) throw new RelayUnreachableError({ details: 'The client made no code.' })
    const refused = approval().then(() => new Promise<never>(() => undefined))
    refused.catch(() => undefined) // told by who waits for it
    return { uri, topic, refused }
  } catch (cause) {
    // one that comes late is shown to nobody; its approval counts for nothing
    asked.then(({ approval }) => approval()).catch(() => undefined)
    throw cause
  }
}

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
    stop = open.onRefused(() => reject(toRelayError(env, open.getWords())))
  })
  try {
    return await waitFor(Promise.race([work, refusal]), { env, signal, deadline: pairingLimits.relay })
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    throw toRelayError(env, open.getWords(), cause)
  } finally {
    stop?.()
  }
}

/** Milliseconds. [S9.14] */
export const pairingLimits = {
  /** How long a code is shown. */
  expiry: 240_000,
  /** With less than this left, a code counts as expired. */
  margin: 10_000,
  /** Before it counts as expired, its successor is made. */
  ahead: 15_000,
  /** After a failure, until the next try. */
  retry: 1_000,
  /** That the relay has to take a code. */
  relay: 10_000,
  /** That the app has to make a message to sign, before a code goes without one. */
  message: 5_000,
} as const
