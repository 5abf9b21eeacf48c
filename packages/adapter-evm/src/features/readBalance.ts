import type { AdapterFeatures, Balance } from '@latchkey/core'
import type { Rpc } from '../rpc/createRpc.js'
import { toBigInt } from './toBigInt.js'

type Request = Parameters<AdapterFeatures['balance:read']>[0]

/** The native balance (`eth_getBalance`). */
export async function readBalance(rpc: Rpc, { account, network, signal }: Request): Promise<Balance> {
  const call = { method: 'eth_getBalance', params: [account.address, 'latest'] }
  const value = toBigInt(call.method, await rpc.request(network, call, signal))
  const { decimals, symbol } = network.nativeCurrency
  return { value, decimals, symbol }
}
