import { isRecord, type Network, type PluginContext } from '@latchkey/core'
import { AbortedError, RpcChainMismatchError, RpcFailedError, requestNode, waitFor } from '@latchkey/core/plugin'
import { createChainCheck } from './createChainCheck.js'
import { getRpcUrls } from './getRpcUrls.js'
import { toNodeFault } from './toNodeFault.js'

export type RpcCall = {
  readonly network: Network
  readonly method: string
  readonly params: readonly unknown[]
  readonly signal: AbortSignal
}

/**
 * Asks the nodes of a network and resolves with the `result`. Rejects with the signal's reason, `RPC_URL_MISSING`,
 * `RPC_CHAIN_MISMATCH`, `TIMED_OUT`, `RPC_FAILED` or the named fault of what the node says.
 */
export type Rpc = (call: RpcCall) => Promise<unknown>

/** JSON-RPC over core's requests to nodes, whose deadlines and retries they have. [S9.9] */
export function createRpc({ env, signal: ended }: PluginContext): Rpc {
  const check = createChainCheck(env)
  return async ({ network, method, params, signal }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const all = getRpcUrls(network)
    const [first, ...more] = all.filter((url) => !check.isForeign(network, url))
    if (!first) throw new RpcChainMismatchError({ details: `No endpoint is on ${network.caipNetworkId}.` })
    const controller = new AbortController()
    const abort = (): void => controller.abort(signal.aborted ? signal.reason : new AbortedError())
    for (const end of [signal, ended]) end.addEventListener('abort', abort)
    if (signal.aborted || ended.aborted) abort()
    try {
      const reply = requestNode(check.guard(network, method), {
        urls: [first, ...more],
        body,
        signal: controller.signal,
      })
      const { status, text } = await waitFor(reply, { env, signal: controller.signal })
      return readResult(status, text)
    } finally {
      for (const end of [signal, ended]) end.removeEventListener('abort', abort)
    }
  }
}

function readResult(status: number, text: string): unknown {
  const reply = parse(text)
  if (isRecord(reply) && isRecord(reply['error'])) throw toNodeFault(reply['error'])
  if (isRecord(reply) && 'result' in reply) return reply['result']
  throw new RpcFailedError({ details: `The node answered with status ${status}, and with no JSON-RPC reply.` })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // an error page of a proxy
  }
}
