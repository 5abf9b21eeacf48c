import { isRecord, type LatchkeyError, type Network, type PluginContext } from '@latchkey/core'
import {
  AbortedError,
  type NodeReply,
  RpcChainMismatchError,
  RpcError,
  RpcFailedError,
  RpcUrlMissingError,
  requestNode,
  toLatchkeyError,
  waitFor,
} from '@latchkey/core/plugin'
import { createChainCheck } from './chainCheck.js'

export type ChainRequest = { readonly network: Network; readonly signal: AbortSignal }

export type RpcCall = ChainRequest & { readonly method: string; readonly params: readonly unknown[] }

/**
 * Sends a call to the nodes of a network and resolves with the `result`. Rejects with the signal's reason, `RPC_URL_MISSING`,
 * `RPC_CHAIN_MISMATCH`, `TIMED_OUT`, `RPC_FAILED` or the node's error.
 */
export type Rpc = (call: RpcCall) => Promise<unknown>

/** JSON-RPC with the timeouts and retries of core's `requestNode`. [S9.9] */
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
        isNodeFailure,
        signal: controller.signal,
      })
      const { status, text } = await waitFor(reply, { env, signal: controller.signal })
      return readResult(status, text)
    } finally {
      for (const end of [signal, ended]) end.removeEventListener('abort', abort)
    }
  }
}

/** Whether a reply is about the node, e.g. one that lags or lacks the method, and not about the call. */
function isNodeFailure({ status, text }: NodeReply): boolean {
  try {
    readResult(status, text)
    return false
  } catch (cause) {
    const { code } = toLatchkeyError(cause)
    return code !== 'TRANSACTION_REJECTED' && code !== 'INVALID_PARAMS'
  }
}

function readResult(status: number, text: string): unknown {
  const reply = parseJson(text)
  if (isRecord(reply) && isRecord(reply['error'])) throw toNodeError(reply['error'])
  if (isRecord(reply) && 'result' in reply) return reply['result']
  throw new RpcFailedError({ details: `HTTP status ${status} without a JSON-RPC reply.` })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // an error page of a proxy
  }
}

/** The URLs of a network without duplicates: the routed one first, then the chain's own [S7.28]. Throws `RPC_URL_MISSING`. */
function getRpcUrls(network: Network): readonly [string, ...string[]] {
  const { default: first, chainDefault } = network.rpcUrls
  const [url, ...more] = new Set([...first.http, ...(chainDefault?.http ?? [])])
  if (!url) throw new RpcUrlMissingError(network)
  return [url, ...more]
}

/** The `value` of a result that also includes its slot. */
export function readValue(result: unknown): unknown {
  return isRecord(result) ? result['value'] : undefined
}

/** The error for a reply that doesn't fit its method. */
export function toUnexpectedReply(method: string): RpcError {
  return new RpcError(-32603, 'INTERNAL_ERROR', { details: `${method}: an unexpected reply.` })
}

/** Codes for a rejected transaction: its simulation failed, or its signatures are invalid. */
const rejectionCodes: readonly unknown[] = [-32002, -32003, -32006, -32013]

/** Codes of JSON-RPC 2.0 itself. Other codes of Solana nodes have another meaning for wallets. */
const standardCodes: readonly unknown[] = [-32700, -32600, -32601, -32602, -32603]

/** The error for the `error` of a node's reply. Its details include the node's reason and the last log lines. */
export function toNodeError(error: unknown): LatchkeyError {
  const { code, message, data } = isRecord(error) ? error : {}
  const { err, logs } = isRecord(data) ? data : {}
  const lines = Array.isArray(logs) ? logs.slice(-10).filter((line) => typeof line === 'string') : []
  const reason = err === undefined || err === null ? [] : [toReason(err)]
  const details = [typeof message === 'string' ? message : 'The node gave no reason.', ...reason, ...lines]
    .join('\n')
    .slice(0, 2_000)
  if (rejectionCodes.includes(code))
    return new RpcError(Number(code), 'TRANSACTION_REJECTED', { cause: error, details })
  if (standardCodes.includes(code)) return toLatchkeyError({ code, message: details, cause: error })
  return new RpcFailedError({ cause: error, details })
}

/** The reason of a failed transaction as text, e.g. `{"InstructionError":[0,{"Custom":1}]}`. */
export function toReason(err: unknown): string {
  return (typeof err === 'string' ? err : (JSON.stringify(err) ?? 'unknown')).slice(0, 500)
}
