import type { Account, Transaction } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { parseAddress } from '../address.js'
import { isBytes, toQuantity } from './hex.js'
import type { EvmTransaction } from './types.js'

const quantities = ['value', 'gas', 'maxFeePerGas', 'maxPriorityFeePerGas', 'nonce'] as const

/**
 * The transaction as JSON-RPC takes it. Throws `INVALID_PARAMS`, with the field that is wrong. Other adapters add their
 * transactions to the type; whoever calls the feature of this one means one of EVM.
 */
export function toRpcTransaction(account: Account, given: Transaction): Readonly<Record<string, string>> {
  const transaction = given as EvmTransaction
  const { to, data } = transaction
  const address = to === undefined ? undefined : parseAddress(to)
  if (address === null) throw new RpcError(-32602, 'INVALID_PARAMS', { details: 'to is no address.' })
  if (data !== undefined && !isBytes(data))
    throw new RpcError(-32602, 'INVALID_PARAMS', { details: 'data is no hexadecimal text of whole bytes.' })
  const amounts = quantities.flatMap((name) => {
    const value = transaction[name]
    return value === undefined ? [] : [[name, toQuantity(name, value)] as const]
  })
  return {
    from: account.address,
    ...(address && { to: address }),
    ...(data && { data }),
    ...Object.fromEntries(amounts),
  }
}
