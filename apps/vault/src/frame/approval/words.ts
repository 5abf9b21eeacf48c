import type { SimulatedAsset } from '../../protocol/simulation.js'
import type { EvmCall, Summary, SummaryWarning } from '../../protocol/summary.js'
import type { ApprovalRequest } from './approvalRequest.js'
import { nameToken } from './render/amounts.js'

/** Severe warnings change the button too. */
export type Warning = { readonly isSevere: boolean; readonly text: string }

const warnings: { readonly [warning in SummaryWarning]: Warning } = {
  phishingOrigin: {
    isSevere: true,
    text: 'This site is a known scam, or imitates another site. Don’t approve anything here.',
  },
  hashLike: {
    isSevere: true,
    text: 'This could authorize anything, even a payment. Sign it only if you know exactly what it is.',
  },
  hiddenCharacters: { isSevere: false, text: 'This text contains invisible characters. They are marked.' },
  notText: { isSevere: false, text: 'This message isn’t text, so it’s shown as bytes.' },
  malformedSignIn: { isSevere: false, text: 'This looks like a sign-in request, but its format is invalid.' },
  otherNetwork: { isSevere: false, text: 'This sign-in is for a different network than the one in use.' },
  notValidNow: { isSevere: false, text: 'This sign-in isn’t valid at this time.' },
  unlimitedAllowance: {
    isSevere: true,
    text: 'No limit: all of your balance of this token can be taken, now or later.',
  },
  allItems: { isSevere: true, text: 'All of your items in this collection can be taken, now or later.' },
  movesTokens: { isSevere: false, text: 'Anyone who has this signature can move your tokens with it.' },
  anyNetwork: { isSevere: false, text: 'It names no network, so the signature is valid on all of them.' },
  otherOwner: { isSevere: false, text: 'It names an owner other than your account.' },
  unknownCall: { isSevere: false, text: 'We can’t decode this call. Only approve it if you trust the site.' },
  namedCall: {
    isSevere: false,
    text: 'The function name is a guess from its selector. The contract may do something else. Only approve it if you trust the site.',
  },
  contractCreation: { isSevere: false, text: 'This deploys a new contract.' },
  burn: { isSevere: true, text: 'Anything sent to this address is lost permanently.' },
  unknownProgram: {
    isSevere: false,
    text: 'We can’t decode what one of the programs does. Only approve it if you trust the site.',
  },
  tableLookups: {
    isSevere: false,
    text: 'Some accounts come from an address lookup table and are shown by their position in it.',
  },
  ownerChange: { isSevere: true, text: 'Someone else gets control of an account.' },
  closesAccount: { isSevere: false, text: 'This closes an account and sends its remaining balance to someone else.' },
  highFee: { isSevere: true, text: 'The network fee is unusually high. Check it before you approve.' },
  ordinalsAsFee: {
    isSevere: true,
    text: 'Coins of your ordinals account would pay the fee. An inscription on them would be lost.',
  },
  movesOrdinals: {
    isSevere: false,
    text: 'This moves coins of your ordinals account, with any inscriptions on them.',
  },
  othersSpend: { isSevere: false, text: 'Others spend their coins in the same transaction, and sign it too.' },
  openOffer: {
    isSevere: true,
    text: 'This is an open offer. From now on, anyone can take what you give, as long as you get what’s listed here.',
  },
  unknownScript: {
    isSevere: false,
    text: 'We can’t tell who one of the outputs pays. Only approve it if you trust the site.',
  },
  durableNonce: { isSevere: false, text: 'This doesn’t expire: it can be submitted until its nonce is used.' },
}

export function getWarning(warning: SummaryWarning): Warning {
  // a newer vault may send warnings that an older page doesn't know
  return Object.hasOwn(warnings, warning)
    ? warnings[warning]
    : { isSevere: true, text: 'We don’t recognize this warning. Update the page before you approve.' }
}

/** Warnings about the effects of a request, besides those that custody found in it. */
export function listEffectWarnings(request: ApprovalRequest): readonly Warning[] {
  const { simulation, summary } = request
  const severe = (text: string): Warning => ({ isSevere: true, text })
  const imitations = listTokens(request).flatMap(({ address, ...claim }) => {
    const { unit, imitates } = nameToken(request, address, 'symbol' in claim ? claim : undefined)
    return imitates === undefined
      ? []
      : [severe(`A token calls itself ${unit}. It isn’t the ${imitates} of this network.`)]
  })
  const uniqueWarnings = [...new Map(imitations.map((warning) => [warning.text, warning])).values()]
  switch (simulation?.status) {
    case undefined:
      return uniqueWarnings
    case 'unavailable':
      return [...uniqueWarnings, { isSevere: false, text: unavailable[simulation.reason] }]
    case 'fails':
      return [...uniqueWarnings, severe(`This would fail now. ${simulation.reason} Sign it only if you know why.`)]
    case 'done': {
      const isTold = summary.warnings.some((one) => one === 'unlimitedAllowance' || one === 'allItems')
      const takesAll = !isTold && simulation.allows.some(({ isUnlimited }) => isUnlimited)
      return [
        ...uniqueWarnings,
        ...(takesAll ? [severe('Others could take all of your balance of an asset, now or later.')] : []),
        ...(simulation.gives.length > 0 ? [getWarning('ownerChange')] : []),
        ...(simulation.isPartial ? [severe('There are more effects than are listed here.')] : []),
      ]
    }
    default:
      return simulation satisfies never
  }
}

const unavailable = {
  node: 'We couldn’t simulate this, so its effect isn’t known. Check every detail before you approve.',
  earlier: 'We couldn’t simulate this, as it depends on another transaction. Check every detail before you approve.',
} as const

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
  /** What the site wants; follows its name. */
  readonly lead: string
  readonly approve: string
}

const calls: { readonly [call in EvmCall['type']]: Words } = {
  none: { title: 'Approve transfer', lead: 'asks you to send', approve: 'Send' },
  create: { title: 'Deploy contract', lead: 'asks you to deploy a contract', approve: 'Approve' },
  transfer: { title: 'Approve transfer', lead: 'asks you to send', approve: 'Send' },
  transferFrom: { title: 'Approve transfer', lead: 'asks you to move', approve: 'Approve' },
  approve: { title: 'Approve spending', lead: 'asks permission to spend', approve: 'Approve' },
  increaseAllowance: {
    title: 'Increase spending limit',
    lead: 'asks permission to spend an additional',
    approve: 'Approve',
  },
  decreaseAllowance: { title: 'Decrease spending limit', lead: 'asks you to reduce its limit by', approve: 'Approve' },
  itemTransfer: { title: 'Approve transfer', lead: 'asks you to send', approve: 'Send' },
  approveAll: { title: 'Approve access to all items', lead: 'asks permission to move', approve: 'Approve' },
  unknown: { title: 'Approve transaction', lead: 'asks you to call a contract', approve: 'Approve' },
}

function severalCalls(count: number): Words {
  return { title: `Approve ${count} calls`, lead: 'asks you to approve these calls together', approve: 'Approve' }
}

function getCallWords(call: EvmCall): Words {
  if (call.type === 'approveAll' && !call.isAllowed)
    return { title: 'Revoke access', lead: 'asks you to revoke access to', approve: 'Revoke' }
  if (call.type === 'approve' && call.amount === '0')
    return { title: 'Revoke spending', lead: 'asks you to revoke a spending limit', approve: 'Revoke' }
  return calls[call.type]
}

/** Title, sentence and button for a request. */
export function getWords(summary: Summary): Words {
  switch (summary.kind) {
    case 'message':
      return { title: 'Sign message', lead: 'asks you to sign this message', approve: 'Sign' }
    case 'signIn':
      return { title: 'Sign in', lead: 'asks you to verify it’s you', approve: 'Sign in' }
    case 'typedData': {
      const allows = summary.allowances.length > 0
      return allows
        ? { title: 'Approve spending', lead: 'asks you to sign a spending limit', approve: 'Sign' }
        : { title: 'Sign data', lead: 'asks you to sign this data', approve: 'Sign' }
    }
    case 'calls': {
      const [first] = summary.calls
      return first && summary.calls.length === 1 ? getCallWords(first.call) : severalCalls(summary.calls.length)
    }
    case 'permission':
      return summary.terms
        ? { title: 'Approve permission', lead: 'asks to do this without asking you, until', approve: 'Approve' }
        : {
            title: 'Revoke permission',
            lead: 'asks you to revoke a permission to act without asking',
            approve: 'Revoke',
          }
    case 'evmTransaction':
      return getCallWords(summary.call)
    case 'solanaTransactions': {
      const many = summary.transactions.length > 1
      const title = many
        ? `Sign ${summary.transactions.length} transactions`
        : summary.isSent
          ? 'Approve transaction'
          : 'Sign transaction'
      const lead = summary.isSent ? 'asks you to send this transaction' : `asks you to sign ${many ? 'these' : 'this'}`
      return { title, lead, approve: summary.isSent ? 'Send' : 'Sign' }
    }
    case 'bitcoinTransaction':
      return summary.isOffer
        ? { title: 'Sign offer', lead: 'asks you to offer', approve: 'Sign' }
        : { title: 'Approve transaction', lead: 'asks you to send', approve: 'Approve' }
    default:
      return summary satisfies never
  }
}
