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

/** The nodes of all networks. */
export type Rpc = {
  /** Rejects with the signal's reason, `RPC_CHAIN_MISMATCH`, `TIMED_OUT` or the named fault of what the node says. */
  request(network: Network, call: RpcCall, signal: AbortSignal): Promise<unknown>
  destroy(): void
}

export function createRpc({ signal: ended, ...outside }: RpcContext): Rpc {
  const pools = new Map<string, Pool>()
  const controller = new AbortController()
  const context = { ...outside, signal: controller.signal }
  const fetchFn = createFetch(context)

  /** A network whose URLs were replaced is another one. */
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

/** The nodes of one network. */
export type Pool = { request(call: RpcCall): Promise<unknown>; destroy(): void }

/**
 * Asks the best node, and the next where it fails; when none answers, the best one gets all its retries. Nodes of
 * another chain are left out. Throws `RPC_CHAIN_MISMATCH` where no other is left.
 *
 * viem's own `fallback` is not used: the loop behind its `rank` cannot be stopped.
 */
export function createPool(context: RpcContext, network: Network, fetchFn: FetchFn): Pool {
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
          if (getRpcCode(cause) === reverted) throw cause
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

/** The URLs of a network, each once: the routed one first, then the chain's own [S7.28]. Throws where it has none. */
export function getRpcUrls(network: Network): readonly [string, ...string[]] {
  const { default: first, chainDefault } = network.rpcUrls
  const [url, ...more] = new Set([...first.http, ...(chainDefault?.http ?? [])])
  if (!url) throw new RpcUrlMissingError(network)
  return [url, ...more]
}

/** What nodes answer to a call that the chain refuses: each of them would. */
export const reverted = 3

/** The named fault of what viem or a node reports. Its details leave out the URL, which may hold a key. */
export function toRpcError(cause: unknown): LatchkeyError {
  const name = cause instanceof Error ? cause.name : undefined
  if (isLatchkeyError(cause) || name === 'AbortError') return toLatchkeyError(cause)
  const details = toDetails(cause)
  if (name === 'TimeoutError') return new TimedOutError({ cause, details })
  const code = getRpcCode(cause)
  if (code === reverted) return new RpcError(-32003, 'TRANSACTION_REJECTED', { cause, details })
  const fault = toLatchkeyError(Object.assign(new Error(details, { cause }), code === undefined ? {} : { code }))
  // that one speaks of wallets
  return fault.code === 'CONNECTOR_FAILED' ? new RpcFailedError({ cause, details }) : fault
}

/** What viem and the node say, without what was asked where. */
function toDetails(cause: unknown): string {
  if (!isRecord(cause)) return 'The node could not be asked.'
  const { shortMessage, details, status } = cause
  const known = [shortMessage, details !== shortMessage && details, status && `Status: ${status}`]
  return known.filter(Boolean).join(' ').slice(0, 500)
}
