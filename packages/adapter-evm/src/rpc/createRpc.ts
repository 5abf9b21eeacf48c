import type { Network } from '@latchkey/core'
import { AbortedError, waitFor } from '@latchkey/core/plugin'
import type { RpcCall } from '../provider.js'
import { createFetch } from './createFetch.js'
import { createPool, type Pool } from './createPool.js'
import type { RpcContext } from './rpcContext.js'
import { toRpcFault } from './toRpcFault.js'

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
        throw signal.aborted ? signal.reason : toRpcFault(cause)
      }
    },
    destroy,
  }
}
