import type { FrameNetwork } from '../../../protocol/network.js'
import type { SolanaAccount, SolanaInstruction, SolanaTransactionSummary } from '../../../protocol/solanaSummary.js'
import type { SolanaTransactionsSummary } from '../../../protocol/summary.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { h } from '../h.js'
import { formatAmount, formatCeiling } from './amounts.js'
import {
  createAccount,
  createAddress,
  createBytes,
  createDetails,
  createFact,
  createFacts,
  createText,
  createWideFact,
} from './elements.js'

/** Solana transactions, instruction by instruction. */
export function renderSolana(summary: SolanaTransactionsSummary, request: ApprovalRequest): readonly (Node | null)[] {
  const { transactions, account } = summary
  const isMany = transactions.length > 1
  return [
    ...transactions.flatMap((transaction, index) => [
      isMany ? h('h2', {}, `Transaction ${index + 1} of ${transactions.length}`) : null,
      ...renderTransaction(transaction, account, request),
    ]),
    createFacts(createFact('Network', request.network.name), createAccount('Your account', account)),
  ]
}

function renderTransaction(
  { instructions, feePayer, feeLimit, signers, lookups }: SolanaTransactionSummary,
  account: string,
  { network }: ApprovalRequest,
): readonly (Node | null)[] {
  const others = signers.filter(({ address }) => address !== account)
  const paysFee = feePayer === account
  return [
    // the budget is part of the fee
    ...instructions
      .filter(({ type }) => type !== 'budget')
      .map((instruction) => renderInstruction(instruction, { account, network })),
    createFacts(
      createFact(
        'Network fee',
        paysFee ? `Up to ${formatCeiling(feeLimit, network.decimals)} ${network.symbol}` : 'Paid by another account',
      ),
      !paysFee && createWideFact('Fee paid by', createAddress(feePayer)),
      ...others
        .filter(({ address }) => address !== feePayer)
        .map(({ address, hasSigned }) =>
          createWideFact(hasSigned ? 'Signed by' : 'Also needs the signature of', createAddress(address)),
        ),
      ...lookups.map(({ table, accounts }) =>
        createWideFact('Address lookup table', createAddress(table), `${accounts} accounts`),
      ),
    ),
  ]
}

type Context = { readonly account: string; readonly network: FrameNetwork }

const roles = {
  mint: 'Mint authority',
  freeze: 'Freeze authority',
  owner: 'Ownership',
  close: 'Close authority',
  other: 'Another authority',
} as const

/** One instruction: what it does, and the accounts that matter. */
function renderInstruction(instruction: SolanaInstruction, context: Context): HTMLElement {
  const [title, ...parts] = describeInstruction(instruction, context)
  return h('section', { class: 'instruction' }, h('h3', {}, title), ...parts)
}

function describeInstruction(
  one: SolanaInstruction,
  { account, network }: Context,
): readonly [string, ...(Node | null)[]] {
  const at = (name: string, place: SolanaAccount): HTMLElement =>
    place.address === account ? createFact(name, 'Your account') : createWideFact(name, createPlace(place))
  const sol = (lamports: string): string => `${formatAmount(lamports, network.decimals)} ${network.symbol}`
  // without its decimals, an amount is a number of atomic units
  const tokens = (amount: string, decimals: number | undefined): string =>
    decimals === undefined ? `${formatAmount(amount, 0)} units` : `${formatAmount(amount, decimals)} tokens`
  const mint = (place: SolanaAccount | undefined): HTMLElement | null => (place ? at('Token', place) : null)
  switch (one.type) {
    case 'transfer':
      return [`Send ${sol(one.lamports)}`, createFacts(at('To', one.to), at('From', one.from))]
    case 'createAccount':
      return [
        `Create an account with ${sol(one.lamports)}`,
        createFacts(
          at('Account', one.account),
          at('From', one.from),
          createWideFact('Owner program', createAddress(one.owner)),
        ),
      ]
    case 'assignAccount':
      return [
        'Assign an account to a program',
        createFacts(at('Account', one.account), createWideFact('Program', createAddress(one.owner))),
      ]
    case 'tokenTransfer':
      return [
        `Send ${tokens(one.amount, one.decimals)}`,
        createFacts(at('To', one.to), mint(one.mint), at('From', one.from), at('Authority', one.authority)),
      ]
    case 'tokenApprove':
      return [
        `Approve spending of ${one.isUnlimited ? 'unlimited tokens' : tokens(one.amount, one.decimals)}`,
        createFacts(at('Spender', one.delegate), mint(one.mint), at('From', one.account)),
      ]
    case 'tokenRevoke':
      return ['Revoke an allowance', createFacts(at('Account', one.account))]
    case 'tokenBurn':
      return [`Burn ${tokens(one.amount, one.decimals)}`, createFacts(mint(one.mint), at('From', one.account))]
    case 'tokenAuthority':
      return [
        one.next === null ? `${roles[one.authority]} is removed` : `${roles[one.authority]} is transferred`,
        createFacts(at('Account', one.account), one.next !== null && at('To', { address: one.next })),
      ]
    case 'tokenClose':
      return ['Close a token account', createFacts(at('Account', one.account), at('Remaining balance goes to', one.to))]
    case 'tokenAccount':
      return [
        'Create a token account',
        createFacts(at('Owner', one.owner), at('Token', one.mint), at('Paid by', one.payer)),
      ]
    case 'memo':
      return ['Memo', createText(one.text)]
    case 'budget':
      return ['Limits', createFacts(createFact(one.setting, formatAmount(one.value, 0)))]
    case 'advanceNonce':
      return ['Advance a durable nonce', createFacts(at('Nonce', one.nonce), at('Authority', one.authority))]
    case 'unknown': {
      const program = createFacts(
        createWideFact('Program', createAddress(one.program), one.name),
        createFact('Accounts', String(one.accounts)),
      )
      const bytes = (one.data.length - 2) / 2
      return [
        'Call a program',
        program,
        bytes > 0 ? createDetails(`Data (${bytes} bytes)`, createBytes(one.data)) : null,
      ]
    }
    default:
      return one satisfies never
  }
}

function createPlace(place: SolanaAccount): HTMLElement {
  if (place.address !== undefined) return createAddress(place.address)
  return h('span', {}, `Entry ${place.index} of `, createAddress(place.table))
}
