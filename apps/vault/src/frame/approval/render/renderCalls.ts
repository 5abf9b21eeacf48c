import type { CallSummary, CallsSummary, EvmTransactionSummary } from '../../../protocol/summary.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { h } from '../h.js'
import { getWarning } from '../words.js'
import { formatAmount, formatCeiling, nameToken } from './amounts.js'
import {
  createAccount,
  createAddress,
  createBytes,
  createDetails,
  createFact,
  createFacts,
  createForeign,
  createHero,
  createNote,
  createWideFact,
} from './elements.js'
import { renderNodes } from './renderTypedData.js'

/** A transaction: what moves, to whom, and the maximum cost. */
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
      hasValue && call.type !== 'none' && createFact('Also sends', `${formatAmount(value, decimals)} ${symbol}`),
      createFact('Network', request.network.name),
      createFact('Network fee', `Up to ${formatCeiling(feeLimit, decimals)} ${symbol}`),
      hasValue && createFact('Maximum total', `${formatCeiling(total, decimals)} ${symbol}`),
      createAccount('From', account),
    ),
    createDetails(
      'Details',
      createFacts(
        createFact('Nonce', String(nonce)),
        createFact('Gas limit', formatAmount(gas, 0)),
        createFact('Max gas price', `${formatAmount(maxFeePerGas, 9)} gwei`),
      ),
      ...(data === '0x' ? [] : [createBytes(data)]),
    ),
  ]
}

/** Calls of a smart account, in order; what they cost, and who pays. */
export function renderCalls(summary: CallsSummary, request: ApprovalRequest): readonly (Node | null)[] {
  const { calls, account, deploys, paymaster, feeLimit, gas, maxFeePerGas, nonce } = summary
  const { symbol, decimals, name } = request.network
  const value = calls.reduce((sum, call) => sum + BigInt(call.value), 0n)
  const together = value + (paymaster === null ? BigInt(feeLimit) : 0n)
  const [first] = calls
  const shown =
    first && calls.length === 1
      ? renderSingleCall(first, request)
      : calls.map((call, index) => renderNumberedCall(call, index, request))
  return [
    ...shown,
    createFacts(
      createFact('Network', name),
      paymaster === null
        ? createFact('Network fee', `Up to ${formatCeiling(feeLimit, decimals)} ${symbol}`)
        : createFact('Network fee', 'Paid for you'),
      value > 0n && createFact('Maximum total', `${formatCeiling(together.toString(), decimals)} ${symbol}`),
      createAccount('From (smart account)', account),
      deploys && createFact('First transaction', 'Deploys your account'),
    ),
    createDetails(
      'Details',
      createFacts(
        createFact('Nonce', nonce),
        createFact('Gas limit', formatAmount(gas, 0)),
        createFact('Max gas price', `${formatAmount(maxFeePerGas, 9)} gwei`),
        paymaster !== null && createWideFact('Fee paid by', createAddress(paymaster)),
      ),
      ...calls.map(({ data }) => (data === '0x' ? null : createBytes(data))),
    ),
  ]
}

function renderSingleCall(call: CallSummary, request: ApprovalRequest): readonly (Node | null)[] {
  return [...renderCall(call, request), renderValue(call, request)]
}

/** One of several calls, with its own warnings. */
function renderNumberedCall(call: CallSummary, index: number, request: ApprovalRequest): Node {
  const notes = call.warnings.map((warning) => createNote(getWarning(warning).text, getWarning(warning)))
  const parts = [...renderSingleCall(call, request), ...notes].filter((part) => part !== null)
  return h('section', { class: 'call', 'aria-label': `Call ${index + 1}` }, h('h2', {}, `Call ${index + 1}`), ...parts)
}

function renderValue({ value, call }: CallSummary, { network }: ApprovalRequest): Node | null {
  const hasValue = value !== '0' && call.type !== 'none' && call.type !== 'unknown'
  return createFacts(hasValue && createFact('Also sends', `${formatAmount(value, network.decimals)} ${network.symbol}`))
}

/** What a transaction does, as far as known, with the addresses that matter. */
function renderCall(
  { call, to, value, data }: Pick<EvmTransactionSummary, 'call' | 'to' | 'value' | 'data'>,
  request: ApprovalRequest,
): readonly (Node | null)[] {
  const { network } = request
  const native = (): HTMLElement => createHero(formatAmount(value, network.decimals), network.symbol)
  const bytes = `${(data.length - 2) / 2} bytes`
  switch (call.type) {
    case 'none':
      return [native(), createFacts(to !== null && createWideFact('To', createAddress(to)))]
    case 'create':
      return [createHero('New contract'), createFacts(createFact('Code', bytes))]
    case 'unknown':
      return [
        value === '0' ? createHero('Contract call') : native(),
        createFacts(
          to !== null && createWideFact('Contract', createAddress(to)),
          call.named !== undefined && createFact('Function', createForeign(call.named.name), 'unverified name'),
          createFact(call.named ? 'Selector' : 'Function', call.selector),
          createFact('Data', bytes),
        ),
        call.named && call.named.args.length > 0
          ? h('section', { class: 'tree' }, 'Arguments', renderNodes(call.named.args))
          : null,
      ]
    case 'approveAll':
      return [
        createHero(call.isAllowed ? 'All items' : 'No items'),
        createFacts(
          createWideFact(call.isAllowed ? 'Who can move them' : 'Who no longer can', createAddress(call.operator)),
          createWideFact('Collection', createAddress(call.collection)),
        ),
      ]
    case 'itemTransfer':
      return [
        createHero(call.items.length === 1 ? '1 item' : `${call.items.length} items`),
        createFacts(
          createWideFact('To', createAddress(call.to)),
          createWideFact('Collection', createAddress(call.collection)),
          createWideFact('From', createAddress(call.from)),
          ...call.items.slice(0, 20).map(({ id, amount }) => createFact(`No. ${id}`, `× ${formatAmount(amount, 0)}`)),
          call.items.length > 20 && createFact('More items', `${call.items.length - 20}`),
        ),
      ]
    case 'transfer':
    case 'transferFrom':
    case 'approve':
    case 'increaseAllowance':
    case 'decreaseAllowance': {
      const { unit, decimals } = nameToken(request, call.token)
      const isUnlimited = 'isUnlimited' in call && call.isUnlimited
      const amount = isUnlimited ? 'Unlimited' : formatAmount(call.amount, decimals)
      return [
        createHero(amount, unit ?? 'units, or an item number'),
        createFacts(
          'spender' in call
            ? createWideFact('Spender', createAddress(call.spender))
            : createWideFact('To', createAddress(call.to)),
          'from' in call && createWideFact('From', createAddress(call.from)),
          createWideFact('Token', createAddress(call.token)),
        ),
      ]
    }
    default:
      return call satisfies never
  }
}
