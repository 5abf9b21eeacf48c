import type { FrameNetwork } from '../../../protocol/network.js'
import type { SolanaAccount, SolanaInstruction, SolanaTransactionSummary } from '../../../protocol/solanaSummary.js'
import type { SolanaTransactionsSummary } from '../../../protocol/summary.js'
import { say, sayWith } from '../../../words/say.js'
import { words } from '../../texts.js'
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
      isMany ? h('h2', {}, say(words.solana.transaction, { n: index + 1, count: transactions.length })) : null,
      ...renderTransaction(transaction, account, request),
    ]),
    createFacts(createFact(words.facts.network, request.network.name), createAccount(words.facts.account, account)),
  ]
}

function renderTransaction(
  { instructions, feePayer, feeLimit, signers, lookups }: SolanaTransactionSummary,
  account: string,
  { network }: ApprovalRequest,
): readonly (Node | null)[] {
  const others = signers.filter(({ address }) => address !== account)
  const paysFee = feePayer === account
  const { facts, solana } = words
  return [
    // the budget is part of the fee
    ...instructions
      .filter(({ type }) => type !== 'budget')
      .map((instruction) => renderInstruction(instruction, { account, network })),
    createFacts(
      createFact(
        facts.fee,
        paysFee
          ? say(facts.upTo, { amount: `${formatCeiling(feeLimit, network.decimals)} ${network.symbol}` })
          : facts.paidByOther,
      ),
      !paysFee && createWideFact(facts.feePayer, createAddress(feePayer)),
      ...others
        .filter(({ address }) => address !== feePayer)
        .map(({ address, hasSigned }) =>
          createWideFact(hasSigned ? solana.signed : solana.signs, createAddress(address)),
        ),
      ...lookups.map(({ table, accounts }) =>
        createWideFact(solana.table, createAddress(table), say(solana.accounts, { n: accounts })),
      ),
    ),
  ]
}

type Context = { readonly account: string; readonly network: FrameNetwork }

/** One instruction: its effect, and the relevant accounts. */
function renderInstruction(instruction: SolanaInstruction, context: Context): HTMLElement {
  const [title, ...parts] = describeInstruction(instruction, context)
  return h('section', { class: 'instruction' }, h('h3', {}, title), ...parts)
}

function describeInstruction(
  one: SolanaInstruction,
  { account, network }: Context,
): readonly [string, ...(Node | null)[]] {
  const { facts, solana } = words
  const at = (name: string, place: SolanaAccount): HTMLElement =>
    place.address === account ? createFact(name, facts.account) : createWideFact(name, createPlace(place))
  const sol = (lamports: string): string => `${formatAmount(lamports, network.decimals)} ${network.symbol}`
  // without its decimals, an amount is a number of atomic units
  const tokens = (amount: string, decimals: number | undefined): string =>
    decimals === undefined
      ? say(facts.amountUnits, { amount: formatAmount(amount, 0) })
      : say(solana.tokens, { amount: formatAmount(amount, decimals) })
  const mint = (place: SolanaAccount | undefined): HTMLElement | null => (place ? at(facts.token, place) : null)
  switch (one.type) {
    case 'transfer':
      return [
        say(solana.send, { amount: sol(one.lamports) }),
        createFacts(at(facts.to, one.to), at(facts.from, one.from)),
      ]
    case 'createAccount':
      return [
        say(solana.create, { amount: sol(one.lamports) }),
        createFacts(
          at(solana.account, one.account),
          at(facts.from, one.from),
          createWideFact(solana.ownerProgram, createAddress(one.owner)),
        ),
      ]
    case 'assignAccount':
      return [
        solana.assign,
        createFacts(at(solana.account, one.account), createWideFact(solana.program, createAddress(one.owner))),
      ]
    case 'tokenTransfer':
      return [
        say(solana.send, { amount: tokens(one.amount, one.decimals) }),
        createFacts(
          at(facts.to, one.to),
          mint(one.mint),
          at(facts.from, one.from),
          at(solana.authority, one.authority),
        ),
      ]
    case 'tokenApprove':
      return [
        one.isUnlimited ? solana.approveAll : say(solana.approve, { amount: tokens(one.amount, one.decimals) }),
        createFacts(at(facts.spender, one.delegate), mint(one.mint), at(facts.from, one.account)),
      ]
    case 'tokenRevoke':
      return [solana.revoke, createFacts(at(solana.account, one.account))]
    case 'tokenBurn':
      return [
        say(solana.burn, { amount: tokens(one.amount, one.decimals) }),
        createFacts(mint(one.mint), at(facts.from, one.account)),
      ]
    case 'tokenAuthority':
      return [
        (one.next === null ? solana.removed : solana.transferred)[
          one.authority === 'other' ? 'another' : one.authority
        ],
        createFacts(at(solana.account, one.account), one.next !== null && at(facts.to, { address: one.next })),
      ]
    case 'tokenClose':
      return [solana.close, createFacts(at(solana.account, one.account), at(solana.rest, one.to))]
    case 'tokenAccount':
      return [
        solana.createToken,
        createFacts(at(solana.owner, one.owner), at(facts.token, one.mint), at(solana.payer, one.payer)),
      ]
    case 'memo':
      return [solana.memo, createText(one.text)]
    case 'budget':
      return [one.setting, createFacts(createFact(facts.amount, formatAmount(one.value, 0)))]
    case 'advanceNonce':
      return [solana.advance, createFacts(at(facts.nonce, one.nonce), at(solana.authority, one.authority))]
    case 'unknown': {
      const program = createFacts(
        createWideFact(solana.program, createAddress(one.program), one.name),
        createFact(solana.accountCount, String(one.accounts)),
      )
      const bytes = (one.data.length - 2) / 2
      return [
        solana.call,
        program,
        bytes > 0 ? createDetails(say(solana.data, { n: bytes }), createBytes(one.data)) : null,
      ]
    }
    default:
      return one satisfies never
  }
}

function createPlace(place: SolanaAccount): HTMLElement {
  if (place.address !== undefined) return createAddress(place.address)
  const index = document.createTextNode(String(place.index))
  return h('span', {}, ...sayWith(words.solana.entry, { index, table: createAddress(place.table) }))
}
