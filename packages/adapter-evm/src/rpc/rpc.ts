import { isLatchkeyError, isRecord, type LatchkeyError, type Network } from '@latchkey/core'
import {
  AbortedError,
  getRpcCode,
  RpcChainMismatchError,
  RpcError,
  RpcFailedError,
  RpcUrlMissingError,
  rpcDefaults,
  TimedOutError,
  toLatchkeyError,
  waitFor,
} from '@latchkey/core/plugin'
import { createEndpoint, type Endpoint, type RpcCall } from './endpoint.js'
import { createFetch, type FetchFn, type RpcContext } from './fetch.js'
import { createRanking } from './ranking.js'

/** JSON-RPC over the nodes of all networks. */
export type Rpc = {
  /** Rejects with the signal's reason, `RPC_CHAIN_MISMATCH`, `TIMED_OUT` or the node's error. */
  request(network: Network, call: RpcCall, signal: AbortSignal): Promise<unknown>
  destroy(): void
}

export function createRpc({ signal: ended, ...outside }: RpcContext): Rpc {
  const pools = new Map<string, Pool>()
  const controller = new AbortController()
  const context = { ...outside, signal: controller.signal }
  const fetchFn = createFetch(context)

  /** Keyed by URLs too, as apps may replace them. */
  const getPool = (network: Network): Pool => {
    const key = JSON.stringify([network.caipNetworkId, network.rpcUrls])
    const pool = pools.get(key) ?? createPool(context, network, fetchFn)
    pools.set(key, pool)
    return pool
  }

  const destroy = (): void => {
    ended.removeEventListener('abort', destroy)
    controller.abort(new AbortedError())
    for (const pool of pools.values()) pool.destroy()
    pools.clear()
  }
  ended.addEventListener('abort', destroy)
  if (ended.aborted) destroy()

  return {
    async request(network, call, signal) {
      try {
        return await waitFor(getPool(network).request(call), { env: context.env, signal })
      } catch (cause) {
        throw signal.aborted ? signal.reason : toRpcError(cause)
      }
    },
    destroy,
  }
}

/** JSON-RPC over the nodes of one network. */
export type Pool = { request(call: RpcCall): Promise<unknown>; destroy(): void }

/**
 * Asks the best node first and falls back to the others; if all fail, the best one is retried. Skips nodes of another chain.
 * Throws `RPC_CHAIN_MISMATCH` if there are no others.
 *
 * viem's `fallback` isn't used, because its ranking loop cannot be stopped.
 */
function createPool(context: RpcContext, network: Network, fetchFn: FetchFn): Pool {
  const { env } = context
  const endpoints = getRpcUrls(network).map((url) => createEndpoint({ url, network, fetchFn, env }))
  const ranking = createRanking(context, endpoints)
  const isOne = endpoints.length === 1

  const getUsable = (): readonly Endpoint[] => ranking.getOrder().filter((endpoint) => !endpoint.isForeign())

  return {
    async request(call) {
      ranking.touch()
      let failure: unknown
      for (const endpoint of isOne ? [] : getUsable()) {
        try {
          return await endpoint.request(call, { retryCount: 0 })
        } catch (cause) {
          if (isCallFailure(cause)) throw cause
          failure = cause
        }
      }
      const [best] = getUsable()
      if (best) return best.request(call, { retryCount: rpcDefaults.retryCount })
      throw new RpcChainMismatchError({ cause: failure, details: `No endpoint is on ${network.caipNetworkId}.` })
    },
    destroy: ranking.destroy,
  }
}

/** The URLs of a network without duplicates: the routed one first, then the chain's own [S7.28]. Throws `RPC_URL_MISSING`. */
export function getRpcUrls(network: Network): readonly [string, ...string[]] {
  const { default: first, chainDefault } = network.rpcUrls
  const [url, ...more] = new Set([...first.http, ...(chainDefault?.http ?? [])])
  if (!url) throw new RpcUrlMissingError(network)
  return [url, ...more]
}

/** Error codes for a call that reverts. The second is that of older Nethermind nodes. */
const revertCodes: readonly (number | undefined)[] = [3, -32_015]

/** The code of geth and older Besu nodes, which use it for other failures too. */
const inputCode = -32_000

/** How geth and older Besu nodes start the message about a call that fails. A node's message is not translated. */
const failurePattern =
  /^(execution reverted|invalid opcode|invalid jump destination|gas required exceeds allowance|failed with \d+ gas)/i

/** Whether an error of viem is that of a call that fails, as it does at every node. */
function isCallFailure(cause: unknown): boolean {
  const code = getRpcCode(cause)
  if (revertCodes.includes(code)) return true
  return code === inputCode && isRecord(cause) && failurePattern.test(String(cause['details']))
}

/** Errors of wallets only. Nodes use the code of `REQUEST_PENDING`, -32002, for a call that timed out. */
const ofWallets: readonly string[] = ['CONNECTOR_FAILED', 'REQUEST_PENDING']

/** Converts an error of viem or a node. The details omit the URL, which may include a key. */
export function toRpcError(cause: unknown): LatchkeyError {
  const name = cause instanceof Error ? cause.name : undefined
  if (isLatchkeyError(cause) || name === 'AbortError') return toLatchkeyError(cause)
  const details = toDetails(cause)
  if (name === 'TimeoutError') return new TimedOutError({ cause, details })
  const code = getRpcCode(cause)
  if (isCallFailure(cause)) return new RpcError(-32003, 'TRANSACTION_REJECTED', { cause, details })
  const error = toLatchkeyError(Object.assign(new Error(details, { cause }), code === undefined ? {} : { code }))
  return ofWallets.includes(error.code) ? new RpcFailedError({ cause, details }) : error
}

/**
 * The messages of viem and the node, without the URL and the request. Of a call that fails, only the node's: views show it
 * as the reason why a transaction would fail.
 */
function toDetails(cause: unknown): string {
  if (!isRecord(cause)) return 'The node could not be reached.'
  const { shortMessage, details, status } = cause
  if (typeof details === 'string' && isCallFailure(cause)) return details.slice(0, 500)
  const known = [shortMessage, details !== shortMessage && details, status && `Status: ${status}`]
  return known.filter(Boolean).join(' ').slice(0, 500)
}
