import type { AdapterFeatures, Balance } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { describe } from '../connectors/parseChainId.js'
import type { Rpc } from '../rpc/createRpc.js'

type Request = Parameters<AdapterFeatures['balance:read']>[0]

/** The native balance (`eth_getBalance`). */
export async function readBalance(rpc: Rpc, { account, network, signal }: Request): Promise<Balance> {
  const call = { method: 'eth_getBalance', params: [account.address, 'latest'] }
  const value = toBigInt(call.method, await rpc.request(network, call, signal))
  const { decimals, symbol } = network.nativeCurrency
  return { value, decimals, symbol }
}

/** A quantity that a node answered with. Throws `INTERNAL_ERROR`: the node's, not ours. */
export function toBigInt(method: string, reply: unknown): bigint {
  if (typeof reply === 'string' && /^0x[\da-f]{1,64}$/i.test(reply)) return BigInt(reply)
  throw new RpcError(-32603, 'INTERNAL_ERROR', { details: `${method}: ${describe(reply)}` })
}
