import type { SimulatedAsset } from '../../protocol/simulation.js'
import type { EvmCall, SummaryWarning } from '../../protocol/summary.js'
import { type Forms, say } from '../../words/say.js'
import { words } from '../texts.js'
import type { ApprovalRequest } from './approvalRequest.js'
import { nameToken } from './render/amounts.js'

/** Severe warnings change the button too. */
export type Warning = { readonly isSevere: boolean; readonly text: string }

const severeWarnings: readonly SummaryWarning[] = [
  ...(['phishingOrigin', 'hashLike', 'unlimitedAllowance', 'allItems', 'burn'] as const),
  ...(['ownerChange', 'highFee', 'ordinalsAsFee', 'openOffer'] as const),
]

export function getWarning(warning: SummaryWarning): Warning {
  const { warnings, risks } = words
  // a newer vault may send warnings that an older page doesn't know
  return Object.hasOwn(warnings, warning)
    ? { isSevere: severeWarnings.includes(warning), text: warnings[warning] }
    : { isSevere: true, text: risks.unknown }
}

/** Warnings about the effects of a request, besides those that custody found in it. */
export function listEffectWarnings(request: ApprovalRequest): readonly Warning[] {
  const { simulation, summary } = request
  const { risks } = words
  const severe = (text: string): Warning => ({ isSevere: true, text })
  const imitations = listTokens(request).flatMap(({ address, ...claim }) => {
    const { unit, imitates } = nameToken(request, address, 'symbol' in claim ? claim : undefined)
    return imitates === undefined ? [] : [severe(say(risks.imitation, { name: unit ?? '', symbol: imitates }))]
  })
  const uniqueWarnings = [...new Map(imitations.map((warning) => [warning.text, warning])).values()]
  switch (simulation?.status) {
    case undefined:
      return uniqueWarnings
    case 'unavailable': {
      const text = simulation.reason === 'earlier' ? risks.dependent : risks.notSimulated
      return [...uniqueWarnings, { isSevere: false, text }]
    }
    case 'fails':
      return [...uniqueWarnings, severe(say(risks.fails, { reason: simulation.reason }))]
    case 'done': {
      const isTold = summary.warnings.some((one) => one === 'unlimitedAllowance' || one === 'allItems')
      const takesAll = !isTold && simulation.allows.some(({ isUnlimited }) => isUnlimited)
      return [
        ...uniqueWarnings,
        ...(takesAll ? [severe(risks.takesAll)] : []),
        ...(simulation.gives.length > 0 ? [getWarning('ownerChange')] : []),
        ...(simulation.isPartial ? [severe(risks.partial)] : []),
      ]
    }
    default:
      return simulation satisfies never
  }
}

function listTokens({
  simulation,
  tokens,
}: ApprovalRequest): readonly ({ readonly address: string } | Extract<SimulatedAsset, { readonly address: string }>)[] {
  const named = Object.keys(tokens).map((address) => ({ address }))
  if (simulation?.status !== 'done') return named
  const { sends, receives, allows } = simulation
  return [...named, ...[...sends, ...receives, ...allows].flatMap(({ asset }) => ('address' in asset ? [asset] : []))]
}

export function isSevere(request: ApprovalRequest): boolean {
  return [...request.summary.warnings.map(getWarning), ...listEffectWarnings(request)].some((one) => one.isSevere)
}

type Words = {
  readonly title: string
  /** The site's request, with `{site}` for its address. */
  readonly lead: string
  /** The key of its button. */
  readonly action: keyof typeof words.actions
}

type Keys = {
  readonly title: keyof typeof words.titles
  readonly lead: keyof typeof words.asks
  readonly action: Words['action']
  /** For titles with a number. */
  readonly count?: number | undefined
}

const transfer: Keys = { title: 'transfer', lead: 'send', action: 'send' }

const calls: { readonly [call in EvmCall['type']]: Keys } = {
  none: transfer,
  create: { title: 'create', lead: 'create', action: 'approve' },
  transfer,
  transferFrom: { title: 'transfer', lead: 'move', action: 'approve' },
  approve: { title: 'spending', lead: 'spend', action: 'approve' },
  increaseAllowance: { title: 'increase', lead: 'spendMore', action: 'approve' },
  decreaseAllowance: { title: 'decrease', lead: 'spendLess', action: 'approve' },
  itemTransfer: transfer,
  approveAll: { title: 'allItems', lead: 'moveAll', action: 'approve' },
  unknown: { title: 'transaction', lead: 'call', action: 'approve' },
}

function getCallKeys(call: EvmCall, request: ApprovalRequest): Keys {
  if (call.type === 'approveAll' && !call.isAllowed)
    return { title: 'revokeAccess', lead: 'revokeAccess', action: 'revoke' }
  // anything but a known token may be a collection, and 0 the number of one of its items
  if (call.type === 'approve' && call.amount === '0' && nameToken(request, call.token).unit !== undefined)
    return { title: 'revokeSpending', lead: 'revokeSpending', action: 'revoke' }
  return calls[call.type]
}

/** Title, sentence and button for a request. */
export function getWords(request: ApprovalRequest): Words {
  const { title, lead, action, count = 0 } = getKeys(request)
  const text: string | Forms = words.titles[title]
  return { title: typeof text === 'string' ? text : say(text, { n: count }), lead: words.asks[lead], action }
}

function getKeys(request: ApprovalRequest): Keys {
  const { summary } = request
  switch (summary.kind) {
    case 'message':
      return { title: 'message', lead: 'message', action: 'sign' }
    case 'signIn':
      return { title: 'signIn', lead: 'signIn', action: 'signIn' }
    case 'typedData':
      return summary.allowances.length > 0
        ? { title: 'spending', lead: 'signAllowance', action: 'sign' }
        : { title: 'data', lead: 'data', action: 'sign' }
    case 'calls': {
      const [first] = summary.calls
      return first && summary.calls.length === 1
        ? getCallKeys(first.call, request)
        : { title: 'calls', lead: 'calls', action: 'approve', count: summary.calls.length }
    }
    case 'permission':
      return summary.terms
        ? { title: 'permission', lead: 'permission', action: 'approve' }
        : { title: 'revokePermission', lead: 'revokePermission', action: 'revoke' }
    case 'evmTransaction':
      return getCallKeys(summary.call, request)
    case 'solanaTransactions': {
      const count = summary.transactions.length
      const isMany = count > 1
      const title = isMany ? 'signTransactions' : summary.isSent ? 'transaction' : 'signTransaction'
      const lead = summary.isSent ? 'sendTransaction' : isMany ? 'signThese' : 'signThis'
      return { title, lead, action: summary.isSent ? 'send' : 'sign', count }
    }
    case 'bitcoinTransaction':
      return summary.isOffer
        ? { title: 'offer', lead: 'offer', action: 'sign' }
        : { title: 'transaction', lead: 'send', action: 'approve' }
    default:
      return summary satisfies never
  }
}
