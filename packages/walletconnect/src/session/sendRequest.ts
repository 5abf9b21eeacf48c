import { type CaipNetworkId, type Env, isLatchkeyError, type LatchkeyError } from '@latchkey/core'
import {
  getRpcCode,
  RpcError,
  SessionNotFoundError,
  TimedOutError,
  toLatchkeyError,
  waitFor,
} from '@latchkey/core/plugin'
import type { OpenClient } from '../client/openClient.js'
import { toRelayError } from '../client/relayer.js'
import type { RelayCall } from './liveSession.js'

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
      if (!hasCode(cause)) throw toRelayError(env, open.getWords(), cause)
      throw toWalletError(cause)
    } finally {
      // one whose turn has not come is not sent any more
      over.abort()
    }
  }
}

function hasCode(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && typeof (cause as { readonly code?: unknown }).code === 'number'
}

/** Codes of the protocol beside those of JSON-RPC and EIP-1193: refusals are 5000 to 5099, what a wallet lacks 5100 on. */
const rejected = { least: 5_000, most: 5_099 } as const

const unsupported = { chains: 5_100, methods: 5_101 } as const

const gone = { least: 6_000, most: 6_999 } as const

const expired = 8_000

/** The named fault of whatever the wallet at the other end answered: by codes alone, never by words. */
export function toWalletError(thrown: unknown): LatchkeyError {
  if (isLatchkeyError(thrown)) return thrown
  const code = getRpcCode(thrown) ?? 0
  const cause = thrown
  const { details } = toLatchkeyError(thrown)
  if (code >= rejected.least && code <= rejected.most) return new RpcError(code, 'USER_REJECTED', { cause, details })
  if (code === unsupported.chains) return new RpcError(4902, 'CHAIN_UNRECOGNIZED', { cause, details })
  if (code === unsupported.methods) return new RpcError(4200, 'UNSUPPORTED_METHOD', { cause, details })
  if (code >= gone.least && code <= gone.most) return new SessionNotFoundError({ cause, details })
  if (code === expired) return new TimedOutError({ cause, details })
  return toLatchkeyError(thrown)
}
