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
import { assertOnline, toRelayError } from '../client/relayer.js'
import type { RelayCall } from './liveSession.js'

export type SendRequest = (request: {
  readonly topic: string
  readonly chain: CaipNetworkId
  readonly call: RelayCall
  /** Seconds. */
  readonly expiry: number
  /** Aborts when the session ends. */
  readonly signal: AbortSignal
  /** Aborts when the caller has left: a request that still waits for its turn or for the relay isn't sent. */
  readonly left?: AbortSignal | undefined
}) => Promise<unknown>

/** Returns a function that sends requests to the session's wallet and converts its errors. */
export function createSendRequest(env: Env, open: OpenClient, onMissing: (topic: string) => void): SendRequest {
  const { client, requests } = open
  return async ({ topic, chain, call, expiry, signal, left }) => {
    signal.throwIfAborted()
    if (!client.session.keys.includes(topic)) {
      onMissing(topic)
      throw new SessionNotFoundError({ isUnsent: true })
    }
    assertOnline(env)
    const { method, params = [] } = call
    if (!isJson(params))
      throw new RpcError(-32602, 'INVALID_PARAMS', {
        details: `${method}: params are not JSON. Write a bigint as 0x hex.`,
      })
    const ended = new AbortController()
    const leave = (): void => ended.abort(left?.reason)
    left?.addEventListener('abort', leave)
    const reply = requests.add({
      method: 'wc_sessionRequest',
      send: () => client.request<unknown>({ topic, chainId: chain, request: { method, params }, expiry }),
      signal: ended.signal,
      onId: (id) => open.setSignal(id, ended.signal),
    })
    try {
      return await waitFor(reply, { env, signal, timeout: expiry * 1_000 })
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (cause instanceof TimedOutError) throw cause
      // the wallet ended the session during the request
      if (!client.session.keys.includes(topic)) onMissing(topic)
      signal.throwIfAborted()
      // for a valid request, the client's own errors are about the relay
      if (!isReply(cause)) throw toRelayError(env, open.getWords(), cause)
      throw toWalletError(cause)
    } finally {
      left?.removeEventListener('abort', leave)
      // removes the request from the queue if it wasn't sent yet
      ended.abort()
    }
  }
}

function isJson(params: unknown): boolean {
  try {
    JSON.stringify(params)
    return true
  } catch {
    return false // a bigint, or circular
  }
}

/** Whether the client rejects with the error of a reply, which is any JSON value: wallets leave out the code, or send it as text. */
export function isReply(cause: unknown): boolean {
  return !(cause instanceof Error)
}

/** Codes of the protocol besides JSON-RPC and EIP-1193: 5000 to 5099 for rejections, 5100 and up for unsupported requests. */
const rejected = { min: 5_000, max: 5_099 } as const

/** Unknown namespaces (5104) have no chain that the wallet supports either. */
const unsupported = { chains: [5_100, 5_104], methods: 5_101 } as const

const gone = { min: 6_000, max: 6_999 } as const

const expired = 8_000

/** The error for a wallet's reply, by codes only, as messages differ. */
export function toWalletError(thrown: unknown): LatchkeyError {
  if (isLatchkeyError(thrown)) return thrown
  const code = getRpcCode(thrown) ?? 0
  const cause = thrown
  const { details } = toLatchkeyError(thrown)
  if (code >= rejected.min && code <= rejected.max) return new RpcError(code, 'USER_REJECTED', { cause, details })
  if (unsupported.chains.some((known) => known === code))
    return new RpcError(4902, 'CHAIN_UNRECOGNIZED', { cause, details })
  if (code === unsupported.methods) return new RpcError(4200, 'UNSUPPORTED_METHOD', { cause, details })
  if (code >= gone.min && code <= gone.max) return new SessionNotFoundError({ cause, details })
  if (code === expired) return new TimedOutError({ cause, details })
  return toLatchkeyError(thrown)
}
