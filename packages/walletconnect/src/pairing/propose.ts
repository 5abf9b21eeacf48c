import type { Env } from '@latchkey/core'
import { RelayUnreachableError } from '@latchkey/core/plugin'
import type { OpenClient } from '../client/openClient.js'
import { toRelayFault } from '../client/toRelayFault.js'
import { overRelay } from './overRelay.js'
import type { Proposal } from './toProposal.js'

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
  if (env.window()?.navigator?.onLine === false) throw toRelayFault(env, {})
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
