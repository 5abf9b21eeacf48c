import type { EvmCall, EvmTransactionSummary } from '../../protocol/summary.js'
import type { MethodRequest } from '../signingRequest.js'
import { decodeCall } from './decodeCall.js'
import type { EvmTransaction } from './evmTransaction.js'
import { findCallWarnings } from './findCallWarnings.js'

/** What a visitor is shown of a transaction. */
export function toEvmSummary(
  transaction: EvmTransaction,
  { method, chain, account }: MethodRequest,
): EvmTransactionSummary {
  const { to, value, nonce, gas, data } = transaction
  const isMarket = transaction.type === 'eip1559'
  const maxFeePerGas = isMarket ? transaction.maxFeePerGas : transaction.gasPrice
  const call: EvmCall = to === null ? { type: 'create' } : decodeCall(to, data)
  return {
    kind: 'evmTransaction',
    method,
    chain,
    account,
    to,
    value: value.toString(),
    nonce,
    gas: gas.toString(),
    maxFeePerGas: maxFeePerGas.toString(),
    ...(isMarket && { maxPriorityFeePerGas: transaction.maxPriorityFeePerGas.toString() }),
    feeLimit: (gas * maxFeePerGas).toString(),
    call,
    data,
    warnings: findCallWarnings(call, transaction),
  }
}
