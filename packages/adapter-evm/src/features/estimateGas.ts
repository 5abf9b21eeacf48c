import type { AdapterFeatures } from '@latchkey/core'
import type { Rpc } from '../rpc/createRpc.js'
import { toBigInt } from './toBigInt.js'
import { toRpcTransaction } from './toRpcTransaction.js'

type Request = Parameters<AdapterFeatures['gas:estimate']>[0]

/** `eth_estimateGas`. Throws `TRANSACTION_REJECTED` where the transaction would fail. */
export async function estimateGas(rpc: Rpc, request: Request): Promise<bigint> {
  const { account, network, signal, transaction } = request
  const call = { method: 'eth_estimateGas', params: [toRpcTransaction(account, transaction)] }
  return toBigInt(call.method, await rpc.request(network, call, signal))
}
