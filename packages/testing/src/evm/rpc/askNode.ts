import { createRpcError } from '../errors/createRpcError.js'

export type AskNodeOptions = {
  readonly fetch: typeof fetch
  readonly rpcUrl: string
  readonly method: string
  readonly params: unknown
}

type Answer = {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** One JSON-RPC request over HTTP. The node's own errors pass as they are; no usable answer is -32603. */
export async function askNode({ fetch, rpcUrl, method, params }: AskNodeOptions): Promise<unknown> {
  const answer = await post(fetch, rpcUrl, { jsonrpc: '2.0', id: 1, method, params: params ?? [] })
  if (answer.error) throw createRpcError(answer.error.code, answer.error.message, answer.error.data)
  return answer.result
}

async function post(fetch: typeof globalThis.fetch, url: string, body: unknown): Promise<Answer> {
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as Answer
  } catch (cause) {
    throw Object.assign(createRpcError(-32_603, 'The network does not answer.'), { cause })
  }
}
