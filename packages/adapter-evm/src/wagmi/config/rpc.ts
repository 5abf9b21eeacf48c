import type { PluginContext } from '@latchkey/core'
import { rpcDefaults, waitFor } from '@latchkey/core/plugin'
import type { EIP1193RequestFn } from 'viem'
import type { Config } from 'wagmi'
import { type ChainFeatures, createChainFeatures } from '../../features/chainFeatures.js'
import { createRpc, type Rpc, toRpcError } from '../../rpc/rpc.js'

/** The chain features of `evm()`, over the transports of the config. */
export function createConfigFeatures(config: Config, context: PluginContext): ChainFeatures {
  return createChainFeatures(context, createConfigRpc(config, context))
}

/** JSON-RPC over the config's transports; networks that only the modal has are reached by their own URLs. */
export function createConfigRpc(config: Config, context: PluginContext): Rpc {
  const { request, destroy } = createRpc(context)
  return {
    async request(network, call, signal) {
      const chainId = Number(network.id)
      if (!config.chains.some(({ id }) => id === chainId)) return request(network, call, signal)
      const client = config.getClient({ chainId })
      try {
        const reply = (client.request as EIP1193RequestFn)(call as Parameters<EIP1193RequestFn>[0])
        const timeout = rpcDefaults.timeout * (rpcDefaults.retryCount + 1)
        return await waitFor(reply as Promise<unknown>, { env: context.env, signal, timeout })
      } catch (cause) {
        throw signal.aborted ? signal.reason : toRpcError(cause)
      }
    },
    destroy,
  }
}
