import { isLatchkeyError } from '../errors/LatchkeyError.js'
import { RpcFailedError } from '../errors/network.js'
import type { Env } from '../modal/env.js'
import { readText } from '../utils/bytes.js'
import { pause, waitFor } from './wait.js'

/** Defaults of JSON-RPC calls: milliseconds and counts. [S9.9] */
export const rpcDefaults = {
  timeout: 10_000,
  retryCount: 3,
  retryDelay: 150,
  batchSize: 1000,
} as const

/** Maximum delay in milliseconds, whatever `Retry-After` says. */
const maxRetryDelay = 60_000

const retryStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]

/** Weights and interval of the ranking of equivalent endpoints. [S9.10] */
export const rankDefaults = {
  /** Milliseconds between polls. */
  interval: 4_000,
  stabilityWeight: 0.7,
  latencyWeight: 0.3,
  /** Number of polls that count; older ones are dropped. */
  sampleCount: 10,
} as const

export type NodeRequest = {
  /** Nodes of the same chain. If one fails, the next one is tried. */
  readonly urls: readonly [string, ...string[]]
  /** Sent by POST. Without a body, the request is a GET. */
  readonly body?: string | undefined
  readonly contentType?: string | undefined
  /** Whether another node may have a better reply. Default: if the status is retryable. */
  readonly isNodeFailure?: ((reply: NodeReply) => boolean) | undefined
  readonly signal: AbortSignal
}

/** A node's response, successful or not. */
export type NodeReply = { readonly status: number; readonly text: string }

type RetryDelayRequest = {
  /** 0 before the first retry. */
  readonly attempt: number
  /** Value of a `Retry-After` header: seconds or an HTTP date (RFC 9110 §10.2.3). */
  readonly retryAfter?: string | null | undefined
  /** Milliseconds since the epoch, for a date in `retryAfter`. */
  readonly now: number
}

/** One poll of an endpoint: its latency in milliseconds and whether it succeeded. */
export type RankSample = { readonly latency: number; readonly isSuccess: boolean }

/**
 * Sends a request to a node over HTTP, with at most four tries of 10 s each. Retries lost connections and retryable
 * statuses after 150, 300 and 600 ms, or after the `Retry-After` of the same node [S9.9]. The timeout includes reading the
 * body, of at most 10 MiB. Not for requests that must not be repeated.
 *
 * Throws the reason of the signal, `TIMED_OUT` or `RPC_FAILED`. The caller has to check other statuses.
 */
export async function requestNode(env: Env, request: NodeRequest): Promise<NodeReply> {
  const { urls, isNodeFailure, signal } = request
  /** When each node may be asked again. */
  const readyAt = new Map<string, number>()
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt === rpcDefaults.retryCount
    const [url = urls[0]] = urls.slice(attempt % urls.length)
    let retryAfter: string | null = null
    try {
      const reply = await fetchReply(env, url, request)
      const isForNext = urls.length > 1 && isNodeFailure?.(reply) === true
      if (isLast || !(isRetryStatus(reply.status) || isForNext)) return reply
      retryAfter = reply.retryAfter
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (isLast) throw isLatchkeyError(cause) ? cause : new RpcFailedError({ cause })
    }
    const now = env.now()
    readyAt.set(url, now + toRetryDelay({ attempt, retryAfter, now }))
    const next = readyAt.get(urls[(attempt + 1) % urls.length] ?? url) ?? now
    await pause(env, Math.max(next - now, toRetryDelay({ attempt, now })), signal)
  }
}

/** Whether a request that failed with this HTTP status is retried. [S9.9] */
export function isRetryStatus(status: number): boolean {
  return retryStatuses.includes(status)
}

/** Returns the milliseconds to wait before the next try: from `Retry-After`, else 150, 300, 600. [S9.9] */
export function toRetryDelay({ attempt, retryAfter, now }: RetryDelayRequest): number {
  return parseRetryAfter(retryAfter, now) ?? rpcDefaults.retryDelay * 2 ** attempt
}

/** Ranks endpoints. Returns their indices, best first; equal scores keep their order. [S9.10] */
export function rankEndpoints(samples: readonly (readonly RankSample[])[]): readonly number[] {
  const recent = samples.map((list) => list.slice(-rankDefaults.sampleCount))
  const slowest = Math.max(1, ...recent.flat().map((sample) => sample.latency))
  const scores = recent.map((list) => toScore(list, slowest))
  return scores.map((_, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
}

async function fetchReply(
  env: Env,
  url: string,
  { body, contentType = 'application/json', signal }: NodeRequest,
): Promise<NodeReply & { readonly retryAfter: string | null }> {
  const controller = new AbortController()
  const init = body === undefined ? {} : { method: 'POST', body, headers: { 'Content-Type': contentType } }
  const read = async (): Promise<NodeReply & { readonly retryAfter: string | null }> => {
    const response = await env.fetch(url, { ...init, signal: controller.signal })
    const retryAfter = response.headers.get('Retry-After')
    return { status: response.status, text: await readText(response), retryAfter }
  }
  try {
    signal.throwIfAborted()
    return await waitFor(read(), { env, signal, timeout: rpcDefaults.timeout })
  } catch (cause) {
    controller.abort(cause)
    throw cause
  }
}

function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, maxRetryDelay)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now), maxRetryDelay)
}

function toScore(samples: readonly RankSample[], slowest: number): number {
  const successes = samples.filter((sample) => sample.isSuccess)
  if (successes.length === 0) return 0
  const latency = successes.reduce((sum, sample) => sum + sample.latency, 0) / successes.length
  const stability = successes.length / samples.length
  return rankDefaults.stabilityWeight * stability + rankDefaults.latencyWeight * (1 - latency / slowest)
}
