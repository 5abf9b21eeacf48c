import { isRecord, type PluginContext } from '@latchkey/core'
import { readText } from '@latchkey/core/plugin'

/** The environment for requests to nodes, of a modal or a server. */
export type RpcContext = Pick<PluginContext, 'env' | 'signal' | 'warn'>

export type FetchFn = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * The fetch function for viem's transports: aborts when the modal ends, and puts the replies to a batch in the order of its
 * requests. Reads the body, so that viem's timeout covers it.
 */
export function createFetch({ env, signal: ended }: Pick<PluginContext, 'env' | 'signal'>): FetchFn {
  return async (input, init = {}) => {
    const controller = new AbortController()
    const abort = (): void => controller.abort(new DOMException('The request was cancelled.', 'AbortError'))
    const signals = [ended, init.signal].filter((signal) => signal != null)
    for (const signal of signals) signal.addEventListener('abort', abort, { once: true })
    if (signals.some((signal) => signal.aborted)) abort()
    try {
      const [url = ''] = String(input).split('#')
      const response = await env.fetch(url, { ...init, signal: controller.signal })
      const text = await readText(response)
      const { ok, status, headers } = response
      return new Response((ok && orderReplies(init.body, text)) || text || null, { status, headers })
    } finally {
      for (const signal of signals) signal.removeEventListener('abort', abort)
    }
  }
}

/** The replies in the order of the requests. Undefined for a single call and for invalid JSON, which viem rejects. */
function orderReplies(requestBody: unknown, text: string): string | undefined {
  const calls = parseJson(requestBody)
  if (!Array.isArray(calls)) return undefined
  const reply = parseJson(text)
  if (reply === undefined) return undefined
  const ids = calls.map((call: unknown) => (isRecord(call) ? call['id'] : undefined))
  return JSON.stringify(normalizeBatch(ids, reply))
}

function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** A JSON-RPC reply, which viem identifies by its position in the batch. */
export type BatchReply = { readonly jsonrpc: '2.0'; readonly id: unknown } & Readonly<Record<string, unknown>>

const internalError = -32603

/**
 * One reply per request of a batch, in order. viem sorts replies by id and then counts, so a missing one would give every later
 * caller the reply to another request. A missing reply becomes an error; of duplicates the first counts; an error for the
 * whole batch applies to each request. [F32]
 */
export function normalizeBatch(ids: readonly unknown[], reply: unknown): readonly BatchReply[] {
  const byId = new Map<string, Record<string, unknown>>()
  for (const item of Array.isArray(reply) ? reply : []) {
    // some nodes return ids as strings
    if (isRecord(item) && isReply(item) && !byId.has(String(item['id']))) byId.set(String(item['id']), item)
  }
  const common = isRecord(reply) && isRecord(reply['error']) ? reply['error'] : undefined
  const error = common ?? { code: internalError, message: 'The node did not reply to this call of the batch.' }
  return ids.map((id) => ({ error, ...pickResult(byId.get(String(id))), jsonrpc: '2.0', id }))
}

function isReply(item: Record<string, unknown>): boolean {
  return 'result' in item || isRecord(item['error'])
}

function pickResult(item: Record<string, unknown> | undefined): Readonly<Record<string, unknown>> {
  if (!item) return {}
  return isRecord(item['error']) ? { error: item['error'] } : { error: undefined, result: item['result'] }
}
