import { zeroAddress } from 'viem'
import type { EvmCall, EvmTransactionSummary, SummaryWarning } from '../../protocol/summary.js'
import type { MethodRequest } from '../signingRequest.js'
import { decodeCall } from './decodeCall.js'
import type { EvmTransaction } from './evmTransaction.js'

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
    warnings: findWarnings(call, transaction),
  }
}

function findWarnings(call: EvmCall, { to, value }: EvmTransaction): readonly SummaryWarning[] {
  const gone = [zeroAddress, '0x000000000000000000000000000000000000dEaD']
  switch (call.type) {
    case 'create':
      return ['contractCreation']
    case 'unknown':
      return ['unknownCall']
    case 'none':
      return value > 0n && to !== null && gone.includes(to) ? ['burn'] : []
    case 'transfer':
    case 'transferFrom':
      return [...gone, call.token].includes(call.to) ? ['burn'] : []
    case 'itemTransfer':
      return [...gone, call.collection].includes(call.to) ? ['burn'] : []
    case 'approve':
    case 'increaseAllowance':
      return call.isUnlimited ? ['unlimitedAllowance'] : []
    case 'approveAll':
      return call.isAllowed ? ['allItems'] : []
    case 'decreaseAllowance':
      return []
    default:
      return call satisfies never
  }
}
