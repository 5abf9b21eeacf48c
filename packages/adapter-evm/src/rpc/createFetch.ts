import { isRecord, type PluginContext } from '@latchkey/core'
import { readText } from '@latchkey/core/plugin'
import { normalizeBatch } from './normalizeBatch.js'

export type FetchFn = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * The fetch that viem's transports use: the page's own, ended with the modal, and with the replies to a batch put in
 * the order of its requests. The body is read here, where viem's deadline still holds.
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

/** Undefined for what is no batch, and for what is no JSON: viem refuses that. */
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
