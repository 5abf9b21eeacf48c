import type { PluginContext } from '@latchkey/core'
import { rpcDefaults, waitFor } from '@latchkey/core/plugin'
import type { EIP1193RequestFn } from 'viem'
import type { Config } from 'wagmi'
import { createRpc, type Rpc } from '../../rpc/createRpc.js'
import { toRpcFault } from '../../rpc/toRpcFault.js'

/** The nodes that the config's transports reach; networks that only the modal has are asked at their own URLs. */
export function createConfigRpc(config: Config, context: PluginContext): Rpc {
  const { request, destroy } = createRpc(context)
  return {
    async request(network, call, signal) {
      const chainId = Number(network.id)
      if (!config.chains.some(({ id }) => id === chainId)) return request(network, call, signal)
      const client = config.getClient({ chainId })
      try {
        const reply = (client.request as EIP1193RequestFn)(call as Parameters<EIP1193RequestFn>[0])
        const deadline = rpcDefaults.timeout * (rpcDefaults.retryCount + 1)
        return await waitFor(reply as Promise<unknown>, { env: context.env, signal, deadline })
      } catch (cause) {
        throw signal.aborted ? signal.reason : toRpcFault(cause)
      }
    },
    destroy,
  }
}
