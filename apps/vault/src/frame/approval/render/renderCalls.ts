import type { CallSummary, CallsSummary, EvmTransactionSummary } from '../../../protocol/summary.js'
import { say } from '../../../words/say.js'
import { words } from '../../texts.js'
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

/** A transaction: assets, recipients, and the maximum fee. */
export function renderEvmTransaction(
  summary: EvmTransactionSummary,
  request: ApprovalRequest,
): readonly (Node | null)[] {
  const { account, value, feeLimit, call, data, gas, maxFeePerGas, nonce } = summary
  const { symbol, decimals } = request.network
  const { facts } = words
  const hasValue = value !== '0'
  const total = (BigInt(value) + BigInt(feeLimit)).toString()
  return [
    ...renderCall(summary, request),
    createFacts(
      hasValue && call.type !== 'none' && createFact(facts.alsoSends, `${formatAmount(value, decimals)} ${symbol}`),
      createFact(facts.network, request.network.name),
      createFact(facts.fee, say(facts.upTo, { amount: `${formatCeiling(feeLimit, decimals)} ${symbol}` })),
      hasValue && createFact(facts.total, `${formatCeiling(total, decimals)} ${symbol}`),
      createAccount(facts.from, account),
    ),
    createDetails(
      facts.details,
      createFacts(
        createFact(facts.nonce, String(nonce)),
        createFact(facts.gasLimit, formatAmount(gas, 0)),
        createFact(facts.gasPrice, `${formatAmount(maxFeePerGas, 9)} gwei`),
      ),
      ...(data === '0x' ? [] : [createBytes(data)]),
    ),
  ]
}

/** Calls of a smart account, in order; their fee, and its payer. */
export function renderCalls(summary: CallsSummary, request: ApprovalRequest): readonly (Node | null)[] {
  const { calls, account, deploys, paymaster, feeLimit, gas, maxFeePerGas, nonce } = summary
  const { symbol, decimals, name } = request.network
  const { facts } = words
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
      createFact(facts.network, name),
      paymaster === null
        ? createFact(facts.fee, say(facts.upTo, { amount: `${formatCeiling(feeLimit, decimals)} ${symbol}` }))
        : createFact(facts.fee, facts.paidForYou),
      value > 0n && createFact(facts.total, `${formatCeiling(together.toString(), decimals)} ${symbol}`),
      createAccount(facts.fromSmart, account),
      deploys && createFact(facts.first, facts.deploys),
    ),
    createDetails(
      facts.details,
      createFacts(
        createFact(facts.nonce, nonce),
        createFact(facts.gasLimit, formatAmount(gas, 0)),
        createFact(facts.gasPrice, `${formatAmount(maxFeePerGas, 9)} gwei`),
        paymaster !== null && createWideFact(facts.feePayer, createAddress(paymaster)),
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
  const name = say(words.facts.call, { n: index + 1 })
  return h('section', { class: 'call', 'aria-label': name }, h('h2', {}, name), ...parts)
}

function renderValue({ value, call }: CallSummary, { network }: ApprovalRequest): Node | null {
  const hasValue = value !== '0' && call.type !== 'none' && call.type !== 'unknown'
  const amount = `${formatAmount(value, network.decimals)} ${network.symbol}`
  return createFacts(hasValue && createFact(words.facts.alsoSends, amount))
}

/** The decoded effect of a transaction, as far as known, with the relevant addresses. */
function renderCall(
  { call, to, value, data }: Pick<EvmTransactionSummary, 'call' | 'to' | 'value' | 'data'>,
  request: ApprovalRequest,
): readonly (Node | null)[] {
  const { network } = request
  const { facts } = words
  const native = (): HTMLElement => createHero(formatAmount(value, network.decimals), network.symbol)
  const bytes = say(facts.bytes, { n: (data.length - 2) / 2 })
  switch (call.type) {
    case 'none':
      return [native(), createFacts(to !== null && createWideFact(facts.to, createAddress(to)))]
    case 'create':
      return [createHero(facts.newContract), createFacts(createFact(facts.code, bytes))]
    case 'unknown':
      return [
        value === '0' ? createHero(facts.contractCall) : native(),
        createFacts(
          to !== null && createWideFact(facts.contract, createAddress(to)),
          call.named !== undefined && createFact(facts.function, createForeign(call.named.name), facts.unverifiedName),
          createFact(call.named ? facts.selector : facts.function, call.selector),
          createFact(facts.data, bytes),
        ),
        call.named && call.named.args.length > 0
          ? h('section', { class: 'tree' }, facts.arguments, renderNodes(call.named.args))
          : null,
      ]
    case 'approveAll':
      return [
        createHero(call.isAllowed ? facts.allItems : facts.noItems),
        createFacts(
          createWideFact(call.isAllowed ? facts.mover : facts.formerMover, createAddress(call.operator)),
          createWideFact(facts.collection, createAddress(call.collection)),
        ),
      ]
    case 'itemTransfer':
      return [
        createHero(say(facts.items, { n: call.items.length })),
        createFacts(
          createWideFact(facts.to, createAddress(call.to)),
          createWideFact(facts.collection, createAddress(call.collection)),
          createWideFact(facts.from, createAddress(call.from)),
          ...call.items
            .slice(0, 20)
            .map(({ id, amount }) => createFact(say(facts.item, { id }), `× ${formatAmount(amount, 0)}`)),
          call.items.length > 20 && createFact(facts.moreItems, formatAmount(String(call.items.length - 20), 0)),
        ),
      ]
    case 'transfer':
    case 'transferFrom':
    case 'approve':
    case 'increaseAllowance':
    case 'decreaseAllowance': {
      const { unit, decimals } = nameToken(request, call.token)
      const isUnlimited = 'isUnlimited' in call && call.isUnlimited
      const amount = isUnlimited ? facts.unlimited : formatAmount(call.amount, decimals)
      return [
        createHero(amount, unit ?? facts.unitsOrItem),
        createFacts(
          'spender' in call
            ? createWideFact(facts.spender, createAddress(call.spender))
            : createWideFact(facts.to, createAddress(call.to)),
          'from' in call && createWideFact(facts.from, createAddress(call.from)),
          createWideFact(facts.token, createAddress(call.token)),
        ),
      ]
    }
    default:
      return call satisfies never
  }
}
