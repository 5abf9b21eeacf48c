import type { CallSummary, CallsSummary } from '../../../protocol/summary.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { formatAmount } from '../format/formatAmount.js'
import { formatCeiling } from '../format/formatCeiling.js'
import { h } from '../h.js'
import { getWarning } from '../words.js'
import {
  createAccount,
  createAddress,
  createBytes,
  createDetails,
  createFact,
  createFacts,
  createNote,
  createWideFact,
} from './parts.js'
import { renderCall } from './renderCall.js'

/** Calls of a smart account, one below the other as they are done; what they cost, and who pays that. */
export function renderCalls(summary: CallsSummary, request: ApprovalRequest): readonly (Node | null)[] {
  const { calls, account, deploys, paymaster, feeLimit, gas, maxFeePerGas, nonce } = summary
  const { symbol, decimals, name } = request.network
  const value = calls.reduce((sum, call) => sum + BigInt(call.value), 0n)
  const together = value + (paymaster === null ? BigInt(feeLimit) : 0n)
  const [first] = calls
  const shown =
    first && calls.length === 1
      ? renderOne(first, request)
      : calls.map((call, index) => renderEach(call, index, request))
  return [
    ...shown,
    createFacts(
      createFact('Network', name),
      paymaster === null
        ? createFact('Network fee, at most', `${formatCeiling(feeLimit, decimals)} ${symbol}`)
        : createFact('Network fee', 'Paid for you'),
      value > 0n && createFact('Together, at most', `${formatCeiling(together.toString(), decimals)} ${symbol}`),
      createAccount('From your smart account', account),
      deploys && createFact('First use', 'Puts the account on this network'),
    ),
    createDetails(
      'More',
      createFacts(
        createFact('Number of the operation', nonce),
        createFact('Gas, at most', formatAmount(gas, 0)),
        createFact('Price of gas, at most', `${formatAmount(maxFeePerGas, 9)} gwei`),
        paymaster !== null && createWideFact('Who pays the fee', createAddress(paymaster)),
      ),
      ...calls.map(({ data }) => (data === '0x' ? null : createBytes(data))),
    ),
  ]
}

function renderOne(call: CallSummary, request: ApprovalRequest): readonly (Node | null)[] {
  return [...renderCall(call, request), renderValue(call, request)]
}

/** One of several: each has its own warnings beside it, since they are of that call alone. */
function renderEach(call: CallSummary, index: number, request: ApprovalRequest): Node {
  const notes = call.warnings.map((warning) => createNote(getWarning(warning).text, getWarning(warning)))
  const parts = [...renderOne(call, request), ...notes].filter((part) => part !== null)
  return h('section', { class: 'call', 'aria-label': `Call ${index + 1}` }, h('h2', {}, `Call ${index + 1}`), ...parts)
}

function renderValue({ value, call }: CallSummary, { network }: ApprovalRequest): Node | null {
  const hasValue = value !== '0' && call.type !== 'none' && call.type !== 'unknown'
  return createFacts(hasValue && createFact('With it', `${formatAmount(value, network.decimals)} ${network.symbol}`))
}
