import type { CaipNetworkId, Env } from '@latchkey/core'
import { TimedOutError, waitFor } from '@latchkey/core/plugin'
import type { OpenClient } from '../client/openClient.js'
import { toRelayFault } from '../client/toRelayFault.js'
import type { RelayCall } from './liveSession.js'
import { toWalletFault } from './toWalletFault.js'

export type SendRequest = (request: {
  readonly topic: string
  readonly chain: CaipNetworkId
  readonly call: RelayCall
  /** Seconds. */
  readonly expiry: number
  readonly signal: AbortSignal
}) => Promise<unknown>

/** Sends requests to the wallet at the other end, and names whatever comes back of them. */
export function createSendRequest(env: Env, open: OpenClient, onMissing: (topic: string) => void): SendRequest {
  const { client, turns } = open
  return async ({ topic, chain, call, expiry, signal }) => {
    signal.throwIfAborted()
    if (!client.session.keys.includes(topic)) onMissing(topic)
    signal.throwIfAborted()
    const { method, params = [] } = call
    const over = new AbortController()
    const reply = turns.take({
      method: 'wc_sessionRequest',
      send: () => client.request<unknown>({ topic, chainId: chain, request: { method, params }, expiry }),
      signal: over.signal,
    })
    try {
      return await waitFor(reply, { env, signal, deadline: expiry * 1_000 })
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (cause instanceof TimedOutError) throw cause
      // the wallet let go while it was asked
      if (!client.session.keys.includes(topic)) onMissing(topic)
      signal.throwIfAborted()
      // the client's own errors have no code; what it lacks for a sound request is the relay
      if (!hasCode(cause)) throw toRelayFault(env, open.getWords(), cause)
      throw toWalletFault(cause)
    } finally {
      // one whose turn has not come is not sent any more
      over.abort()
    }
  }
}

function hasCode(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && typeof (cause as { readonly code?: unknown }).code === 'number'
}
