import { isLatchkeyError } from '../errors/LatchkeyError.js'
import { RpcFailedError } from '../errors/network.js'
import type { Env } from '../modal/env.js'
import { readText } from '../utils/bytes.js'
import { pause, waitFor } from './wait.js'

export type NodeRequest = {
  /** Of nodes that serve the same chain: the next one is asked where one fails. */
  readonly urls: readonly [string, ...string[]]
  /** Sent by POST; without it the request is a GET. */
  readonly body?: string | undefined
  readonly contentType?: string | undefined
  readonly signal: AbortSignal
}

/** What a node answered, whether it liked the request or not. */
export type NodeReply = { readonly status: number; readonly text: string }

/**
 * Asks a node over HTTP: four tries at most, 10 s each, after 150, 300 and 600 ms or what `Retry-After` says, on lost
 * connections and the statuses that are worth it [S9.9]. The body is read within the same deadline, up to 10 MiB. Not
 * for what must not be done twice.
 *
 * Throws the reason of the signal, `TIMED_OUT` or `RPC_FAILED`; other statuses are the caller's to read.
 */
export async function requestNode(env: Env, request: NodeRequest): Promise<NodeReply> {
  const { urls, signal } = request
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt === rpcDefaults.retryCount
    const [url = urls[0]] = urls.slice(attempt % urls.length)
    let retryAfter: string | null = null
    try {
      const reply = await fetchReply(env, url, request)
      if (isLast || !isRetryStatus(reply.status)) return reply
      retryAfter = reply.retryAfter
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (isLast) throw isLatchkeyError(cause) ? cause : new RpcFailedError({ cause })
    }
    const delay = toRetryDelay({ attempt, retryAfter, now: env.now() })
    await pause(env, delay, signal)
  }
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
    return await waitFor(read(), { env, signal, deadline: rpcDefaults.timeout })
  } catch (cause) {
    controller.abort(cause)
    throw cause
  }
}

/** Defaults of every JSON-RPC call: milliseconds and counts. [S9.9] */
export const rpcDefaults = {
  timeout: 10_000,
  retryCount: 3,
  retryDelay: 150,
  batchSize: 1000,
} as const

/** Milliseconds. Whoever asks for more is tried again no sooner than that, and no later. */
const maxRetryDelay = 60_000

const retryStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]

/** Whether an HTTP status is worth another try. [S9.9] */
export function isRetryStatus(status: number): boolean {
  return retryStatuses.includes(status)
}

type RetryDelayRequest = {
  /** 0 before the first retry. */
  readonly attempt: number
  /** Value of a `Retry-After` header, seconds or an HTTP date (RFC 9110 §10.2.3). */
  readonly retryAfter?: string | null | undefined
  /** Milliseconds since the epoch, for a date in `retryAfter`. */
  readonly now: number
}

/** Milliseconds to wait before the next try: what the server asks for, else 150, 300, 600. [S9.9] */
export function toRetryDelay({ attempt, retryAfter, now }: RetryDelayRequest): number {
  return parseRetryAfter(retryAfter, now) ?? rpcDefaults.retryDelay * 2 ** attempt
}

function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, maxRetryDelay)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now), maxRetryDelay)
}

/** How the ranking of equal endpoints weighs its two measures, and how often it looks. [S9.10] */
export const rankDefaults = {
  /** Milliseconds between polls. */
  interval: 4_000,
  stabilityWeight: 0.7,
  latencyWeight: 0.3,
  /** Polls that count: older ones are forgotten. */
  sampleCount: 10,
} as const

/** One poll of one endpoint: milliseconds, and whether it answered as it should. */
export type RankSample = { readonly latency: number; readonly isSuccess: boolean }

/** Indices of the endpoints, best first. Endpoints with equal scores keep their order. [S9.10] */
export function rankEndpoints(samples: readonly (readonly RankSample[])[]): readonly number[] {
  const recent = samples.map((list) => list.slice(-rankDefaults.sampleCount))
  const slowest = Math.max(1, ...recent.flat().map((sample) => sample.latency))
  const scores = recent.map((list) => toScore(list, slowest))
  return scores.map((_, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
}

function toScore(samples: readonly RankSample[], slowest: number): number {
  const successes = samples.filter((sample) => sample.isSuccess)
  if (successes.length === 0) return 0
  const latency = successes.reduce((sum, sample) => sum + sample.latency, 0) / successes.length
  const stability = successes.length / samples.length
  return rankDefaults.stabilityWeight * stability + rankDefaults.latencyWeight * (1 - latency / slowest)
}
