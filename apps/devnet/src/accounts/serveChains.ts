import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { allowEveryOrigin } from '../http/allowEveryOrigin.js'
import { type Listening, listen } from '../http/listen.js'
import { readBody } from '../http/readBody.js'
import { AccountRpcError } from './AccountRpcError.js'

export type RpcMethods = { readonly [method: string]: (params: readonly unknown[]) => Promise<unknown> }

export type ServedCall = { readonly chainId: number; readonly method: string; readonly params: readonly unknown[] }

export type ServedChains = Listening & { readonly calls: readonly ServedCall[] }

/** JSON-RPC over HTTP for several chains: each at the path of its id. */
export async function serveChains(chains: ReadonlyMap<number, RpcMethods>, port: number): Promise<ServedChains> {
  const calls: ServedCall[] = []

  async function answer(chainId: number, given: unknown): Promise<object> {
    const { id = null, method = '', params = [] } = (given ?? {}) as { id?: unknown; method?: string; params?: unknown }
    const shared = { jsonrpc: '2.0', id }
    try {
      const methods = chains.get(chainId)
      const run = methods && Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw new AccountRpcError(-32601, `There is no method ${method} here`)
      if (!Array.isArray(params)) throw new AccountRpcError(-32602, 'params is no list')
      calls.push({ chainId, method, params })
      return { ...shared, result: await run(params) }
    } catch (error) {
      const { code, message } = error instanceof AccountRpcError ? error : { code: -32603, message: String(error) }
      return { ...shared, error: { code, message } }
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (allowEveryOrigin(request, response)) return
    const chainId = Number((request.url ?? '').slice(1))
    const body = parse(await readBody(request))
    const reply = Array.isArray(body)
      ? await Promise.all(body.slice(0, 100).map((one) => answer(chainId, one)))
      : await answer(chainId, body)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  }

  // what breaks here is a client that went away
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  return { ...(await listen(server, port)), calls }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // answered as a call without a method
  }
}
