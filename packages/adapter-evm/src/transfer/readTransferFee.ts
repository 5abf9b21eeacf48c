import { type AdapterFeatures, isRecord } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { describe } from '../connectors/parseChainId.js'
import { estimateGas } from '../features/estimateGas.js'
import { toBigInt } from '../features/toBigInt.js'
import type { Rpc } from '../rpc/createRpc.js'
import { buildTransfer } from './buildTransfer.js'

type Request = Parameters<AdapterFeatures['transfer:fee']>[0]

/** Units that stay for a transfer of the native currency, whatever it needs: wallets and second layers take more than estimated. */
const nativeGas = 65_000n

/**
 * Wei that a transfer costs at most: the estimated gas, at twice the base fee and the tip that the node names (EIP-1559), or at
 * its gas price. Throws `TRANSACTION_REJECTED` where it would fail.
 */
export async function readTransferFee(rpc: Rpc, request: Request): Promise<bigint> {
  const transaction = buildTransfer(request)
  const [gas, price] = await Promise.all([estimateGas(rpc, { ...request, transaction }), readPrice(rpc, request)])
  return (request.token || gas > nativeGas ? gas : nativeGas) * price
}

async function readPrice(rpc: Rpc, { network, signal }: Request): Promise<bigint> {
  const ask = async (method: string): Promise<bigint> =>
    toBigInt(method, await rpc.request(network, { method, params: [] }, signal))
  const method = 'eth_getBlockByNumber'
  const block = await rpc.request(network, { method, params: ['latest', false] }, signal)
  if (!isRecord(block)) throw new RpcError(-32603, 'INTERNAL_ERROR', { details: `${method}: ${describe(block)}` })
  const { baseFeePerGas: base } = block
  if (base === undefined || base === null) return ask('eth_gasPrice')
  return 2n * toBigInt(method, base) + (await ask('eth_maxPriorityFeePerGas'))
}
