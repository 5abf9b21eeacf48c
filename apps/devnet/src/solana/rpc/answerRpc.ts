import { SolanaRpcError } from '../SolanaRpcError.js'
import type { Methods } from './method.js'

type Request = { readonly id?: unknown; readonly method: string; readonly params: readonly unknown[] }

/** Told of each call before it is answered. */
export type OnCall = (method: string, params: readonly unknown[]) => void

/** Answers the text of one JSON-RPC 2.0 request, or of a batch, as the text of its answer. */
export function answerRpc(text: string, methods: Methods, onCall: OnCall): string {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // it is the caller who has to know
    return JSON.stringify(refuse(null, new SolanaRpcError('Parse error', { code: -32_700 })))
  }
  if (!Array.isArray(body)) return JSON.stringify(answer(body, methods, onCall))
  if (body.length === 0) return JSON.stringify(refuse(null, new SolanaRpcError('Invalid request', { code: -32_600 })))
  return JSON.stringify(body.map((entry) => answer(entry, methods, onCall)))
}

function answer(body: unknown, methods: Methods, onCall: OnCall): object {
  const request = parseRequest(body)
  if (!request) return refuse(null, new SolanaRpcError('Invalid request', { code: -32_600 }))
  const { id = null, method, params } = request
  onCall(method, params)
  try {
    if (!Object.hasOwn(methods, method)) throw new SolanaRpcError('Method not found', { code: -32_601 })
    return { jsonrpc: '2.0', id, result: methods[method]?.(...params) }
  } catch (error) {
    return refuse(id, error)
  }
}

function parseRequest(body: unknown): Request | null {
  if (typeof body !== 'object' || body === null) return null
  const { id, method, params = [] } = body as { id?: unknown; method?: unknown; params?: unknown }
  return typeof method === 'string' && Array.isArray(params) ? { id, method, params } : null
}

function refuse(id: unknown, error: unknown): object {
  // what is none of ours is a fault of the node, and says so
  const known =
    error instanceof SolanaRpcError ? error : new SolanaRpcError(`Internal error: ${String(error)}`, { code: -32_603 })
  const { code, message, data } = known
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
}
