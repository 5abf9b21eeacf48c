import type { SimulatedAsset } from '../../protocol/simulation.js'
import type { EvmCall, Summary, SummaryWarning } from '../../protocol/summary.js'
import type { ApprovalRequest } from './approvalRequest.js'
import { nameToken } from './render/amounts.js'

/** Severe warnings change the button too. */
export type Warning = { readonly isSevere: boolean; readonly text: string }

const warnings: { readonly [warning in SummaryWarning]: Warning } = {
  phishingOrigin: {
    isSevere: true,
    text: 'This site is known to deceive, or looks like one that it is not. Approve nothing here.',
  },
  hashLike: {
    isSevere: true,
    text: 'This may stand for anything, even for a payment. Sign it only if you know what it is.',
  },
  hiddenCharacters: { isSevere: false, text: 'The text has characters that are not seen. They are marked.' },
  notText: { isSevere: false, text: 'This message is not text. It is shown as bytes.' },
  malformedSignIn: { isSevere: false, text: 'It looks like a sign-in, but does not follow the rules for one.' },
  otherNetwork: { isSevere: false, text: 'The sign-in names another network than the one in use.' },
  notValidNow: { isSevere: false, text: 'By its own dates this sign-in does not count now.' },
  unlimitedAllowance: {
    isSevere: true,
    text: 'No limit: all of this token that you have, now or later, can be taken.',
  },
  allItems: { isSevere: true, text: 'Every item that you have of this collection, now and later, can be taken.' },
  movesTokens: { isSevere: false, text: 'Whoever holds this signature can move your tokens with it.' },
  anyNetwork: { isSevere: false, text: 'It names no network: the signature counts on all of them.' },
  otherOwner: { isSevere: false, text: 'It names another owner than your account.' },
  unknownCall: { isSevere: false, text: 'We can’t decode this call. Only approve it if you trust the site.' },
  contractCreation: { isSevere: false, text: 'This puts a new contract on the network.' },
  burn: { isSevere: true, text: 'What is sent here is gone for good.' },
  unknownProgram: {
    isSevere: false,
    text: 'We can’t decode what one of the programs does. Only approve it if you trust the site.',
  },
  tableLookups: {
    isSevere: false,
    text: 'Some accounts come from a table on the network and are named by their place in it.',
  },
  ownerChange: { isSevere: true, text: 'Somebody else gets control of an account.' },
  closesAccount: { isSevere: false, text: 'An account is closed, and what is left in it goes to somebody else.' },
  durableNonce: { isSevere: false, text: 'This does not expire: it can be used until its nonce is.' },
}

export function getWarning(warning: SummaryWarning): Warning {
  // a newer vault may send warnings that an older page doesn't know
  return Object.hasOwn(warnings, warning) ? warnings[warning] : { isSevere: true, text: 'This needs a closer look.' }
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
      return [...uniqueWarnings, severe(`It would fail now. ${simulation.reason} Sign it only if you know why.`)]
    case 'done': {
      const isTold = summary.warnings.some((one) => one === 'unlimitedAllowance' || one === 'allItems')
      const takesAll = !isTold && simulation.allows.some(({ isUnlimited }) => isUnlimited)
      return [
        ...uniqueWarnings,
        ...(takesAll ? [severe('Others could take all that you have of something, now or later.')] : []),
        ...(simulation.gives.length > 0 ? [getWarning('ownerChange')] : []),
        ...(simulation.isPartial ? [severe('More happens than is listed here.')] : []),
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
  none: { title: 'Send', lead: 'asks you to send', approve: 'Send' },
  create: { title: 'Create a contract', lead: 'asks you to create a contract', approve: 'Approve' },
  transfer: { title: 'Send', lead: 'asks you to send', approve: 'Send' },
  transferFrom: { title: 'Move tokens', lead: 'asks you to move', approve: 'Approve' },
  approve: { title: 'Allow spending', lead: 'asks you to allow spending of', approve: 'Approve' },
  increaseAllowance: { title: 'Allow more spending', lead: 'asks you to allow spending of more', approve: 'Approve' },
  decreaseAllowance: { title: 'Allow less spending', lead: 'asks you to allow spending of less', approve: 'Approve' },
  itemTransfer: { title: 'Send items', lead: 'asks you to send', approve: 'Send' },
  approveAll: { title: 'Allow all items', lead: 'asks you to allow moving of', approve: 'Approve' },
  unknown: { title: 'Approve transaction', lead: 'asks you to call a contract', approve: 'Approve' },
}

function severalCalls(count: number): Words {
  return { title: `Approve ${count} calls`, lead: 'asks you to do all of this at once', approve: 'Approve' }
}

function getCallWords(call: EvmCall): Words {
  if (call.type === 'approveAll' && !call.isAllowed)
    return { title: 'Take back', lead: 'asks you to end moving of', approve: 'Approve' }
  if (call.type === 'approve' && call.amount === '0')
    return { title: 'Take back', lead: 'asks you to end an allowance', approve: 'Approve' }
  return calls[call.type]
}

/** Title, sentence and button for a request. */
export function getWords(summary: Summary): Words {
  switch (summary.kind) {
    case 'message':
      return { title: 'Sign message', lead: 'asks you to sign this message', approve: 'Sign' }
    case 'signIn':
      return { title: 'Sign in', lead: 'wants to know it’s you', approve: 'Sign in' }
    case 'typedData': {
      const allows = summary.allowances.length > 0
      return allows
        ? { title: 'Allow spending', lead: 'asks you to sign an allowance', approve: 'Sign' }
        : { title: 'Sign data', lead: 'asks you to sign this', approve: 'Sign' }
    }
    case 'calls': {
      const [first] = summary.calls
      return first && summary.calls.length === 1 ? getCallWords(first.call) : severalCalls(summary.calls.length)
    }
    case 'permission':
      return summary.terms
        ? { title: 'Allow for a time', lead: 'asks to do this without asking you, until', approve: 'Approve' }
        : { title: 'Take back', lead: 'asks you to end what it may do without asking', approve: 'Approve' }
    case 'evmTransaction':
      return getCallWords(summary.call)
    case 'solanaTransactions': {
      const many = summary.transactions.length > 1
      const title = many
        ? `Sign ${summary.transactions.length} transactions`
        : summary.isSent
          ? 'Send'
          : 'Sign transaction'
      const lead = summary.isSent ? 'asks you to send this transaction' : `asks you to sign ${many ? 'these' : 'this'}`
      return { title, lead, approve: summary.isSent ? 'Send' : 'Sign' }
    }
    default:
      return summary satisfies never
  }
}
