import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { BaseError, decodeErrorResult, type Hex } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { allowEveryOrigin, type Listening, listen, readBody } from '../http/server.js'

export type RpcMethods = { readonly [method: string]: (params: readonly unknown[]) => Promise<unknown> }

export type ServedCall = { readonly chainId: number; readonly method: string; readonly params: readonly unknown[] }

type ServedChains = Listening & { readonly calls: readonly ServedCall[] }

/** Serves JSON-RPC over HTTP for several chains, each at the path of its id. */
export async function serveChains(chains: ReadonlyMap<number, RpcMethods>, port: number): Promise<ServedChains> {
  const calls: ServedCall[] = []

  async function answer(chainId: number, given: unknown): Promise<object> {
    const { id = null, method = '', params = [] } = (given ?? {}) as { id?: unknown; method?: string; params?: unknown }
    const shared = { jsonrpc: '2.0', id }
    try {
      const methods = chains.get(chainId)
      const run = methods && Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw new AccountRpcError(-32601, `Unknown method: ${method}`)
      if (!Array.isArray(params)) throw new AccountRpcError(-32602, 'params is not an array')
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
    const body = parseJson(await readBody(request))
    const reply = Array.isArray(body)
      ? await Promise.all(body.slice(0, 100).map((one) => answer(chainId, one)))
      : await answer(chainId, body)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  }

  // an error here means that the client disconnected
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  return { ...(await listen(server, port)), calls }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // handled as a call without a method
  }
}

/** An error of the bundler or paymaster, with a code of ERC-7769 or JSON-RPC. */
export class AccountRpcError extends Error {
  override readonly name = 'AccountRpcError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Converts a revert of the entry point to a bundler error. [ERC-7769] */
export function toAccountRpcError(cause: unknown): AccountRpcError {
  const reason = readReason(cause)
  if (reason === null) {
    const text = cause instanceof BaseError ? cause.shortMessage : String(cause)
    return new AccountRpcError(-32500, `The operation cannot be simulated: ${text}`)
  }
  const code = reason.startsWith('AA24') ? -32507 : reason.startsWith('AA3') ? -32501 : -32500
  return new AccountRpcError(code, reason)
}

/** The reason of FailedOp and FailedOpWithRevert, e.g. `AA24 signature error`. */
function readReason(cause: unknown): string | null {
  const data = readData(cause)
  if (data === null) return null
  try {
    const { args } = decodeErrorResult({ abi: entryPoint07Abi, data })
    return typeof args?.[1] === 'string' ? args[1] : null
  } catch {
    return null // an error of a called contract
  }
}

function readData(cause: unknown): Hex | null {
  if (!(cause instanceof BaseError)) return null
  let data: Hex | null = null
  cause.walk((error) => {
    const found = (error as { readonly data?: unknown }).data
    if (typeof found === 'string' && found.startsWith('0x')) data = found as Hex
    return false
  })
  return data
}
