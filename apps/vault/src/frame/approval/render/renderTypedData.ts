import type { Allowance, SignedTransfer, TypedDataNode, TypedDataSummary } from '../../../protocol/summary.js'
import { words } from '../../texts.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { h } from '../h.js'
import { formatAmount, formatUntil, nameToken } from './amounts.js'
import {
  createAccount,
  createAddress,
  createFact,
  createFacts,
  createForeign,
  createHero,
  createWideFact,
} from './elements.js'

/** Typed data: its allowances and offers first, then every field. */
export function renderTypedData(summary: TypedDataSummary, request: ApprovalRequest): readonly (Node | null)[] {
  const { allowances, transfers, primaryType, domain, message, account } = summary
  return [
    ...allowances.flatMap((allowance) => renderAllowance(allowance, request)),
    ...transfers.flatMap((transfer) => renderTransfer(transfer, request)),
    createFacts(createAccount(words.facts.account, account)),
    h('h2', {}, words.facts.allData),
    h('section', { class: 'tree' }, createForeign(primaryType), renderNodes(message)),
    h('section', { class: 'tree' }, createForeign(words.facts.domain), renderNodes(domain)),
  ]
}

function renderAllowance(
  { token, spender, amount, isUnlimited, until }: Allowance,
  request: ApprovalRequest,
): readonly (Node | null)[] {
  const { facts } = words
  const { unit = facts.units, decimals } = nameToken(request, token)
  return [
    createHero(isUnlimited ? facts.unlimited : formatAmount(amount, decimals), unit),
    createFacts(
      createWideFact(facts.spender, createAddress(spender)),
      createWideFact(facts.token, createAddress(token)),
      until !== undefined && createFact(facts.expires, formatUntil(until)),
    ),
  ]
}

function renderTransfer(
  { token, to, amount, until }: SignedTransfer,
  request: ApprovalRequest,
): readonly (Node | null)[] {
  const { facts } = words
  const { unit = facts.units, decimals } = nameToken(request, token)
  return [
    createHero(formatAmount(amount, decimals), unit),
    createFacts(
      to !== undefined && createWideFact(facts.to, createAddress(to)),
      createWideFact(facts.token, createAddress(token)),
      until !== undefined && createFact(facts.expires, formatUntil(until)),
    ),
  ]
}

/** Named values as a tree. */
export function renderNodes(nodes: readonly TypedDataNode[]): HTMLElement {
  return h('ul', {}, ...nodes.map(renderNode))
}

function renderNode(node: TypedDataNode): HTMLElement {
  const name = h('span', { class: 'name' }, createForeign(node.name))
  if ('children' in node) return h('li', {}, name, renderNodes(node.children))
  const isPlain = node.type === 'string'
  const value = isPlain ? createForeign(node.value) : h('code', { dir: 'ltr' }, node.value)
  return h('li', {}, name, h('span', { class: 'value' }, value))
}
