import type { EvmTransactionSummary } from '../../../protocol/summary.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { formatAmount } from '../format/formatAmount.js'
import { formatCeiling } from '../format/formatCeiling.js'
import { createAccount, createBytes, createDetails, createFact, createFacts } from './parts.js'
import { renderCall } from './renderCall.js'

/** A transaction: what moves, to whom, and what it costs at most. */
export function renderEvmTransaction(
  summary: EvmTransactionSummary,
  request: ApprovalRequest,
): readonly (Node | null)[] {
  const { account, value, feeLimit, call, data, gas, maxFeePerGas, nonce } = summary
  const { symbol, decimals } = request.network
  const hasValue = value !== '0'
  const total = (BigInt(value) + BigInt(feeLimit)).toString()
  return [
    ...renderCall(summary, request),
    createFacts(
      hasValue && call.type !== 'none' && createFact('With it', `${formatAmount(value, decimals)} ${symbol}`),
      createFact('Network', request.network.name),
      createFact('Network fee, at most', `${formatCeiling(feeLimit, decimals)} ${symbol}`),
      hasValue && createFact('Together, at most', `${formatCeiling(total, decimals)} ${symbol}`),
      createAccount('From your account', account),
    ),
    createDetails(
      'More',
      createFacts(
        createFact('Number of the transaction', String(nonce)),
        createFact('Gas, at most', formatAmount(gas, 0)),
        createFact('Price of gas, at most', `${formatAmount(maxFeePerGas, 9)} gwei`),
      ),
      ...(data === '0x' ? [] : [createBytes(data)]),
    ),
  ]
}
