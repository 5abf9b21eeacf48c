import { isRecord, type PluginContext } from '@latchkey/core'
import { readText } from '@latchkey/core/plugin'

/** The environment for requests to nodes, of a modal or a server. */
export type RpcContext = Pick<PluginContext, 'env' | 'signal' | 'warn'>

export type FetchFn = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * The fetch function for viem's transports: aborts when the modal ends, and puts the replies to a batch in the order of its
 * requests. A node that refuses batches gets its calls one by one. Reads the body, so that viem's timeout covers it.
 */
export function createFetch({ env, signal: ended }: Pick<PluginContext, 'env' | 'signal'>): FetchFn {
  /** URLs of nodes that refuse batches. */
  const oneByOne = new Set<string>()
  return async (input, init = {}) => {
    const controller = new AbortController()
    const abort = (): void => controller.abort(new DOMException('The request was cancelled.', 'AbortError'))
    const signals = [ended, init.signal].filter((signal) => signal != null)
    for (const signal of signals) signal.addEventListener('abort', abort, { once: true })
    if (signals.some((signal) => signal.aborted)) abort()
    const [url = ''] = String(input).split('#')
    const send = async (body: RequestInit['body']): Promise<Reply> => {
      const response = await env.fetch(url, { ...init, body: body ?? null, signal: controller.signal })
      const { ok, status, headers } = response
      return { isOk: ok, status, headers, text: await readText(response) }
    }
    const sendEach = async (calls: readonly unknown[]): Promise<Reply> => {
      const replies = await Promise.all(calls.map((call) => send(JSON.stringify(call))))
      const results = replies.map(({ text }) => parseJson(text))
      // some nodes give an error of a call a status of its own
      const failed = replies.find(({ isOk }, index) => !isOk && !isRecord(results[index]))
      return failed ?? { isOk: true, status: 200, headers: new Headers(), text: JSON.stringify(results) }
    }
    try {
      const calls = parseJson(init.body)
      const isBatch = Array.isArray(calls) && calls.length > 0
      let reply = isBatch && oneByOne.has(url) ? await sendEach(calls) : await send(init.body)
      if (isBatch && refusesBatch(reply)) {
        reply = await sendEach(calls)
        if (reply.isOk) oneByOne.add(url)
      }
      const { isOk, status, headers, text } = reply
      return new Response((isOk && orderReplies(calls, text)) || text || null, { status, headers })
    } finally {
      for (const signal of signals) signal.removeEventListener('abort', abort)
    }
  }
}

type Reply = { readonly isOk: boolean; readonly status: number; readonly headers: Headers; readonly text: string }

/** Whether a reply to a batch is one error for all of its calls, except that of a node that is too busy for any call. */
function refusesBatch({ status, text }: Reply): boolean {
  const reply = parseJson(text)
  if (busyStatuses.includes(status) || !isRecord(reply)) return false
  const { error } = reply
  return !(isRecord(error) && error['code'] === limitExceeded)
}

const busyStatuses: readonly number[] = [429, 503]

const limitExceeded = -32005

/** The replies in the order of the calls. Undefined for a single call and for invalid JSON, which viem rejects. */
function orderReplies(calls: unknown, text: string): string | undefined {
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
