import type { Env } from '../env.js'
import { isLatchkeyError } from '../errors/LatchkeyError.js'
import { RpcFailedError } from '../errors/network.js'
import { isRetryStatus, rpcDefaults, toRetryDelay } from './backoff.js'
import { pause } from './pause.js'
import { readText } from './readText.js'
import { waitFor } from './waitFor.js'

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
      const reply = await ask(env, url, request)
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

async function ask(
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
