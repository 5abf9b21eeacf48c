import type { Network } from '@latchkey/core'
import { getRpcCode, RpcChainMismatchError, rpcDefaults } from '@latchkey/core/plugin'
import type { RpcCall } from '../provider.js'
import { createEndpoint, type Endpoint } from './createEndpoint.js'
import type { FetchFn } from './createFetch.js'
import { createRanking } from './createRanking.js'
import { getRpcUrls } from './getRpcUrls.js'
import type { RpcContext } from './rpcContext.js'
import { reverted } from './toRpcFault.js'

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
