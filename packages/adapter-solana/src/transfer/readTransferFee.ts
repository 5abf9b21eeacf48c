import type { TransferRequest } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { base64 } from '@scure/base'
import type { Rpc } from '../rpc/createRpc.js'
import { readValue, toStrangeReply } from '../rpc/readValue.js'
import { prepareTransfer } from './prepareTransfer.js'

/** The number of signatures and the one of the sender come before the message. */
const signatures = 65

/**
 * Lamports that a transfer costs: the fee of the network (`getFeeForMessage`), and the rent of a token account that is made for
 * the receiver. Throws as `prepareTransfer`.
 */
export async function readTransferFee(rpc: Rpc, request: TransferRequest): Promise<bigint> {
  const { network, signal } = request
  const { serialized, newBytes } = await prepareTransfer(rpc, request)
  const ask = (method: string, params: readonly unknown[]): Promise<unknown> => rpc({ network, method, params, signal })
  const message = base64.encode(serialized.slice(signatures))
  const [fee, rent] = await Promise.all([
    ask('getFeeForMessage', [message, { commitment: 'confirmed' }]).then(readValue),
    newBytes ? ask('getMinimumBalanceForRentExemption', [newBytes]) : 0,
  ])
  if (fee === null) throw new RpcError(-32003, 'TRANSACTION_REJECTED', { details: 'The blockhash is too old.' })
  if (!Number.isSafeInteger(fee) || !Number.isSafeInteger(rent)) throw toStrangeReply('getFeeForMessage')
  return BigInt(fee as number) + BigInt(rent as number)
}
