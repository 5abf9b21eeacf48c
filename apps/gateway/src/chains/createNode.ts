import { createEnv, RpcFailedError, requestNode } from '@latchkey/core/plugin'
import { z } from 'zod'
import { NodeRefusal } from './NodeRefusal.js'

export type NodeCall = {
  readonly method: string
  readonly params?: readonly unknown[] | undefined
  readonly signal: AbortSignal
}

export type Node = {
  /** What the node answers. Throws `RPC_FAILED` or `TIMED_OUT` where it does not, a `NodeRefusal` where it refuses. */
  readonly call: (call: NodeCall) => Promise<unknown>
  /** The same for many calls in one request, in their order; rejects with the first fault. */
  readonly batch: (
    calls: readonly Omit<NodeCall, 'signal'>[],
    options: { readonly signal: AbortSignal },
  ) => Promise<readonly unknown[]>
}

const reply = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).nullish(),
})

/** A node of JSON-RPC over HTTP: lost connections and full nodes are tried again, 10 s each. */
export function createNode({
  url,
  fetch,
  now,
}: {
  readonly url: string
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
}): Node {
  const env = createEnv({ fetch, now })
  const ask = async (value: unknown, signal: AbortSignal): Promise<unknown> => {
    const { status, text } = await requestNode(env, { urls: [url], body: JSON.stringify(value), signal })
    const parsed = parse(text)
    if (parsed === undefined) throw new RpcFailedError({ details: `The node answered ${status} without JSON.` })
    return parsed
  }
  return {
    async call({ method, params = [], signal }) {
      return read(await ask({ jsonrpc: '2.0', id: 1, method, params }, signal))
    },
    async batch(calls, { signal }) {
      if (calls.length === 0) return []
      const value = calls.map(({ method, params = [] }, id) => ({ jsonrpc: '2.0', id, method, params }))
      const parsed = z.array(reply).safeParse(await ask(value, signal))
      if (!parsed.success) throw new RpcFailedError({ cause: parsed.error })
      const byId = new Map(parsed.data.map((one) => [one.id, one]))
      return calls.map((_, id) => read(byId.get(id)))
    },
  }
}

function read(value: unknown): unknown {
  const { success, data, error } = reply.safeParse(value)
  if (!success) throw new RpcFailedError({ cause: error })
  if (data.error) throw new NodeRefusal(data.error.message, { rpcCode: data.error.code, data: data.error.data })
  return data.result
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the status says more than what is wrong with the text
  }
}
