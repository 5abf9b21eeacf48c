import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { allowEveryOrigin, listen, readBody } from '../http/server.js'
import { type ProxiedRequest, parseExchange } from './exchange.js'
import { createFaultQueue, type RpcFault } from './faults.js'
import { handleExchange } from './responses.js'

export type StartRpcProxyOptions = {
  /** URL of the real node or Esplora server. */
  readonly rpcUrl: string
  /** Preferred port. Default, or if it is busy: a free one. */
  readonly port?: number | undefined
}

/** A received call. For Esplora, `method` is e.g. `GET /tx/:id/status` and `params` are the ids. */
export type ProxiedCall = {
  readonly method: string
  readonly params: unknown
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Number of calls in the same HTTP request. */
  readonly batchSize: number
  /** Index of the HTTP request: calls of a batch share it. */
  readonly exchange: number
  readonly fault: RpcFault['kind'] | undefined
}

export type RpcProxy = {
  readonly url: string
  readonly port: number
  /** All calls so far, oldest first. */
  readonly calls: readonly ProxiedCall[]
  /** Adds a fault. The oldest matching one wins, so several limited faults form a script. */
  readonly fail: (fault: RpcFault) => void
  /** Removes all faults and calls. */
  readonly reset: () => void
  /** Closes all connections, including hanging ones. May be called more than once. */
  readonly stop: () => Promise<void>
}

/** Starts a proxy for JSON-RPC over HTTP and Esplora that misbehaves on demand, for tests of clients. */
export async function startRpcProxy({ rpcUrl, port = 0 }: StartRpcProxyOptions): Promise<RpcProxy> {
  const faults = createFaultQueue()
  const calls: ProxiedCall[] = []
  let exchanges = 0

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (allowEveryOrigin(request, response)) return
    const proxied: ProxiedRequest = {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      body: await readBody(request),
      contentType: request.headers['content-type'],
    }
    const parsed = parseExchange(proxied)
    const fault = faults.take(parsed.calls.map(({ method }) => method))
    const shared = { at: Date.now(), batchSize: parsed.calls.length, exchange: exchanges++, fault: fault?.kind }
    for (const { method, params } of parsed.calls) calls.push({ method, params, ...shared })
    // JSON-RPC goes to the node's own URL, which may have a path and a query
    const url = parsed.form === 'path' ? `${rpcUrl.replace(/\/$/, '')}${proxied.path}` : rpcUrl
    await handleExchange({ url, request: proxied, parsed, fault, response })
  }

  // an error here means that the client disconnected, or that the response could not be altered
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))

  const listening = await listen(server, port)
  return {
    url: listening.url,
    port: listening.port,
    calls,
    fail: faults.add,
    reset: () => {
      faults.clear()
      calls.length = 0
    },
    stop: listening.close,
  }
}
