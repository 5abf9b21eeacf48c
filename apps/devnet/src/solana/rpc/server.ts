import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { allowEveryOrigin, type Listening, listen, readBody } from '../../http/server.js'
import type { SolanaChain } from '../chain/chain.js'
import { SolanaRpcError } from '../chain/errors.js'
import type { Methods } from './params.js'
import { createSubscriptions } from './subscriptions.js'

type ServeSolanaOptions = {
  readonly chain: SolanaChain
  /** Methods over HTTP and WebSocket. */
  readonly methods: Methods
  readonly onCall: OnCall
  /** Preferred port; 0 for a free one. */
  readonly port: number
}

/** Serves JSON-RPC over HTTP and WebSocket on one port, to any origin. */
export async function serveSolana({ chain, methods, onCall, port }: ServeSolanaOptions): Promise<Listening> {
  const server = createServer((request, response) => {
    if (allowEveryOrigin(request, response)) return
    if (request.method !== 'POST') {
      response.writeHead(405).end('Used HTTP Method is not allowed. POST or OPTIONS is required')
      return
    }
    readBody(request).then(
      (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(handleRpc(body, methods, onCall)),
      // the client disconnected early
      () => response.destroy(),
    )
  })
  const sockets = new WebSocketServer({ server })
  const flushes = new Set<() => void>()
  chain.watch(() => {
    for (const flush of flushes) setImmediate(flush)
  })
  sockets.on('connection', (socket) => {
    const send = (text: string): void => {
      if (socket.readyState === socket.OPEN) socket.send(text)
    }
    const subscriptions = createSubscriptions(chain, send)
    const all = { ...methods, ...subscriptions.methods }
    flushes.add(subscriptions.flush)
    socket.on('message', (data) => send(handleRpc(String(data), all, onCall)))
    socket.on('close', () => flushes.delete(subscriptions.flush))
    // `close` follows
    socket.on('error', () => socket.terminate())
  })
  const listening = await listen(server, port)
  return {
    ...listening,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate()
      await listening.close()
    },
  }
}

type RpcRequest = { readonly id?: unknown; readonly method: string; readonly params: readonly unknown[] }

/** Called before each call is handled. */
type OnCall = (method: string, params: readonly unknown[]) => void

/** Handles a JSON-RPC 2.0 request or batch, from text to text. */
function handleRpc(text: string, methods: Methods, onCall: OnCall): string {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // the client is notified
    return JSON.stringify(toErrorResponse(null, new SolanaRpcError('Parse error', { code: -32_700 })))
  }
  if (!Array.isArray(body)) return JSON.stringify(handleOne(body, methods, onCall))
  if (body.length === 0)
    return JSON.stringify(toErrorResponse(null, new SolanaRpcError('Invalid request', { code: -32_600 })))
  return JSON.stringify(body.map((entry) => handleOne(entry, methods, onCall)))
}

function handleOne(body: unknown, methods: Methods, onCall: OnCall): object {
  const request = parseRequest(body)
  if (!request) return toErrorResponse(null, new SolanaRpcError('Invalid request', { code: -32_600 }))
  const { id = null, method, params } = request
  onCall(method, params)
  try {
    if (!Object.hasOwn(methods, method)) throw new SolanaRpcError('Method not found', { code: -32_601 })
    return { jsonrpc: '2.0', id, result: methods[method]?.(...params) }
  } catch (error) {
    return toErrorResponse(id, error)
  }
}

function parseRequest(body: unknown): RpcRequest | null {
  if (typeof body !== 'object' || body === null) return null
  const { id, method, params = [] } = body as { id?: unknown; method?: unknown; params?: unknown }
  return typeof method === 'string' && Array.isArray(params) ? { id, method, params } : null
}

function toErrorResponse(id: unknown, error: unknown): object {
  // unexpected errors are internal errors of the node
  const known =
    error instanceof SolanaRpcError ? error : new SolanaRpcError(`Internal error: ${String(error)}`, { code: -32_603 })
  const { code, message, data } = known
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
}
