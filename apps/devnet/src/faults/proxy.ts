import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { allowEveryOrigin, listen, readBody } from '../http/server.js'
import { answerExchange } from './answer.js'
import { type ProxiedRequest, parseExchange } from './exchange.js'
import { createFaultQueue, type RpcFault } from './faults.js'

export type StartRpcProxyOptions = {
  /** Where the real node is, or the Esplora server. */
  readonly rpcUrl: string
  /** Preferred port; a free one is taken where it is busy or not given. */
  readonly port?: number | undefined
}

/** One call as it arrived; of Esplora, `method` is as `GET /tx/:id/status` and `params` are the ids. */
export type ProxiedCall = {
  readonly method: string
  readonly params: unknown
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Calls in the same HTTP request; 1 for a single one. */
  readonly batchSize: number
  /** Counts HTTP requests from 0: calls of one batch share it. */
  readonly exchange: number
  readonly fault: RpcFault['kind'] | undefined
}

export type RpcProxy = {
  readonly url: string
  readonly port: number
  /** All calls so far, oldest first. */
  readonly calls: readonly ProxiedCall[]
  /** Adds a fault. The oldest one that meets a request wins, so a limited one first and then another make a script. */
  readonly fail: (fault: RpcFault) => void
  /** Forgets faults and calls. */
  readonly reset: () => void
  /** Closes every connection, hanging ones too. May be called often. */
  readonly stop: () => Promise<void>
}

/** A proxy for JSON-RPC over HTTP and for Esplora that misbehaves on demand, for tests of what talks to a node. */
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
    // JSON-RPC is answered at the node's own URL, which may have a path and a query
    const url = parsed.form === 'path' ? `${rpcUrl.replace(/\/$/, '')}${proxied.path}` : rpcUrl
    await answerExchange({ url, request: proxied, parsed, fault, response })
  }

  // what breaks here is a client that went away, or a node whose answer cannot be altered
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
