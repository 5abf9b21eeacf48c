import type { Env } from '@latchkey/core'
import { RelayUnreachableError, waitFor } from '@latchkey/core/plugin'
import type { OpenClient } from '../client/openClient.js'
import { assertOnline, toRelayError } from '../client/relayer.js'
import type { Proposal } from './proposal.js'

export type Proposed = {
  /** `wc:…` (EIP-1328). */
  readonly uri: string
  /** The pairing's topic, which identifies the code when a wallet approves it. */
  readonly topic: string
  /** Rejects with the wallet's error, or when the client's proposal expires; never resolves. */
  readonly refused: Promise<never>
}

export type ProposeOptions = {
  readonly env: Env
  readonly open: OpenClient
  readonly proposal: Proposal
  readonly signal: AbortSignal
}

/**
 * Publishes a proposal on the relay and returns its code. Throws the signal's reason, `RELAY_UNREACHABLE`, or
 * `SESSION_EXPIRED` if the relay rejects this page's clock.
 */
export async function propose({ env, open, proposal, signal }: ProposeOptions): Promise<Proposed> {
  assertOnline(env)
  const proposing = open.requests.add({
    method: 'wc_sessionPropose',
    send: () => open.client.connect({ optionalNamespaces: proposal }),
    signal,
  })
  try {
    const { uri, approval } = await overRelay(proposing, { env, open, signal })
    const topic = /^wc:([\da-f]{64})@2\?/.exec(uri ?? '')?.[1]
    if (!uri || !topic) throw new RelayUnreachableError({ details: 'The client returned no code.' })
    const refused = approval().then(() => new Promise<never>(() => undefined))
    refused.catch(() => undefined) // reported to callers that wait for it
    return { uri, topic, refused }
  } catch (cause) {
    // a code that comes too late isn't shown, and its approval is ignored
    proposing.then(({ approval }) => approval()).catch(() => undefined)
    throw cause
  }
}

export type OverRelayOptions = {
  readonly env: Env
  readonly open: OpenClient
  readonly signal: AbortSignal
}

/**
 * Waits up to ten seconds for work that needs the relay, and fails at once if the relay refuses this page. Throws the
 * signal's reason, `RELAY_UNREACHABLE`, or `SESSION_EXPIRED` if the relay rejects this page's clock.
 */
export async function overRelay<value>(work: Promise<value>, { env, open, signal }: OverRelayOptions): Promise<value> {
  let stop: (() => void) | undefined
  const refusal = new Promise<never>((_, reject) => {
    stop = open.onRefused(() => reject(toRelayError(env, open.getWords())))
  })
  try {
    return await waitFor(Promise.race([work, refusal]), { env, signal, timeout: pairingLimits.relay })
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    throw toRelayError(env, open.getWords(), cause)
  } finally {
    stop?.()
  }
}

/** Milliseconds. [S9.14] */
export const pairingLimits = {
  /** How long a code is valid. */
  expiry: 240_000,
  /** The remaining time below which a code counts as expired. */
  margin: 10_000,
  /** How long before that the next code is created. */
  ahead: 15_000,
  /** The delay of a retry after a failure. */
  retry: 1_000,
  /** The time for the relay to accept a code. */
  relay: 10_000,
  /** The time after which a code that no wallet has answered makes this device's clock suspect. */
  doubt: 15_000,
  /** The time for the app to create a message to sign, before a code is shown without one. */
  message: 5_000,
} as const
