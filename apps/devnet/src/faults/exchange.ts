import type { RpcCall } from './faults.js'

/** A received HTTP request. */
export type ProxiedRequest = {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly body: string
  readonly contentType: string | undefined
}

/** A parsed HTTP request. */
export type ParsedExchange = {
  readonly form: 'single' | 'batch' | 'path'
  /** The calls. A path is one call, named after the path without its ids, which are the parameters. */
  readonly calls: readonly RpcCall[]
}

/** Addresses, hashes and heights. */
const idPattern = /^([0-9a-z]{26,}|\d+)$/i

/** Parses JSON-RPC bodies, else the path: `GET /tx/4a5e…/status` is the method `GET /tx/:id/status`. */
export function parseExchange({ method, path, body }: ProxiedRequest): ParsedExchange {
  const calls = method === 'POST' ? parseCalls(body) : undefined
  if (calls) return { form: Array.isArray(calls) ? 'batch' : 'single', calls: [calls].flat() }
  const parts = path.split('?', 1)[0]?.split('/') ?? []
  const ids = parts.filter((part) => idPattern.test(part))
  const name = parts.map((part) => (idPattern.test(part) ? ':id' : part)).join('/')
  return { form: 'path', calls: [{ method: `${method} ${name}`, params: body === '' ? ids : [...ids, body] }] }
}

function parseCalls(body: string): RpcCall | RpcCall[] | undefined {
  try {
    const parsed = JSON.parse(body) as unknown
    if (Array.isArray(parsed)) return parsed.every(isCall) ? parsed : undefined
    return isCall(parsed) ? parsed : undefined
  } catch {
    // not JSON: a body posted to a path
    return undefined
  }
}

function isCall(value: unknown): value is RpcCall {
  return typeof value === 'object' && value !== null && 'method' in value && typeof value.method === 'string'
}

type NodeResponse = { readonly status: number; readonly contentType: string; readonly body: string }

/** Forwards the request to the real node; undefined if it is down, which is a test case, not a failure of the proxy. */
export async function forwardToNode(url: string, request: ProxiedRequest): Promise<NodeResponse | undefined> {
  const { method, contentType, body } = request
  try {
    const response = await fetch(url, {
      method,
      ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
      ...(method === 'POST' && { body }),
    })
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? 'text/plain',
      body: await response.text(),
    }
  } catch {
    return undefined
  }
}
