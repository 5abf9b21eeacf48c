import type { SolanaAccount, SolanaInstruction, SolanaTransactionSummary } from '../../protocol/solanaSummary.js'
import type { BitcoinTransactionSummary, CallSummary, Summary, TypedDataNode } from '../../protocol/summary.js'

/** The most that leaves an account when a request is signed, or that others may take from then on. */
export type Outflow = {
  /** `native`, or the address of a token or collection; null if the request doesn't say which. */
  readonly asset: string | null
  /** Atomic units; the number of items for collections. */
  readonly amount: bigint
  /** Who gets it, or may take it; null if the request doesn't say. `fee`: the network. */
  readonly recipient: string | null | 'fee'
}

export type Effects = {
  readonly outflows: readonly Outflow[]
  /** Contracts and programs whose effect custody can't read; null for an unnamed one. */
  readonly unread: readonly (string | null)[]
}

/** An unlimited amount. */
export const unlimited: bigint = 2n ** 256n - 1n

const none: Effects = { outflows: [], unread: [] }

/** Reads what a request moves, as far as custody can, and what it can't read. */
export function toEffects(summary: Summary): Effects {
  switch (summary.kind) {
    case 'evmTransaction': {
      const { to, value, feeLimit, call, data, account } = summary
      return join([
        toFee(feeLimit),
        to === null ? toOutflow('native', value, null) : readCall({ to, value, call, data }, account),
      ])
    }
    case 'calls': {
      const { calls, paymaster, feeLimit, account } = summary
      return join([...(paymaster === null ? [toFee(feeLimit)] : []), ...calls.map((call) => readCall(call, account))])
    }
    case 'typedData': {
      const { allowances, transfers, domain } = summary
      if (allowances.length + transfers.length > 0)
        return join([
          ...allowances.map(({ token, spender, amount, isUnlimited }) =>
            toOutflow(token, isUnlimited ? unlimited : amount, spender),
          ),
          ...transfers.map(({ token, to, amount }) => toOutflow(token, amount, to ?? null)),
        ])
      const contract = findValue(domain, 'verifyingContract')
      return contract === undefined ? none : { outflows: [], unread: [contract] }
    }
    case 'solanaTransactions':
      return join(summary.transactions.map((transaction) => readSolana(transaction, summary.account)))
    case 'bitcoinTransaction':
      return readBitcoin(summary)
    default:
      return none
  }
}

function join(parts: readonly Effects[]): Effects {
  return { outflows: parts.flatMap(({ outflows }) => outflows), unread: parts.flatMap(({ unread }) => unread) }
}

/** Nothing if the amount is 0; a malformed amount counts as unlimited. */
function toOutflow(asset: string | null, amount: string | bigint, recipient: Outflow['recipient']): Effects {
  const units = typeof amount === 'bigint' ? amount : /^\d+$/.test(amount) ? BigInt(amount) : unlimited
  return units === 0n ? none : { outflows: [{ asset, amount: units, recipient }], unread: [] }
}

function toFee(amount: string): Effects {
  return toOutflow('native', amount, 'fee')
}

type Call = Pick<CallSummary, 'to' | 'value' | 'call' | 'data'>

function readCall({ to, value, call }: Call, account: string): Effects {
  const native = toOutflow('native', value, to)
  const isOwn = (from: string): boolean => from.toLowerCase() === account.toLowerCase()
  switch (call.type) {
    case 'none':
    case 'create':
      return native
    case 'unknown':
      return { ...native, unread: [to] }
    case 'transfer':
      return join([native, toOutflow(call.token, call.amount, call.to)])
    // moving another account's tokens is not an outflow of this account
    case 'transferFrom':
      return isOwn(call.from) ? join([native, toOutflow(call.token, call.amount, call.to)]) : native
    case 'approve':
    case 'increaseAllowance':
      return join([native, toOutflow(call.token, call.isUnlimited ? unlimited : call.amount, call.spender)])
    case 'decreaseAllowance':
      return native
    case 'itemTransfer': {
      const items = call.items.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
      return isOwn(call.from) ? join([native, toOutflow(call.collection, items, call.to)]) : native
    }
    case 'approveAll':
      return call.isAllowed ? join([native, toOutflow(call.collection, unlimited, call.operator)]) : native
    default:
      return call satisfies never
  }
}

function findValue(nodes: readonly TypedDataNode[], name: string): string | undefined {
  const node = nodes.find((one) => one.name === name)
  return node && 'value' in node ? node.value : undefined
}

function readSolana({ feePayer, feeLimit, instructions }: SolanaTransactionSummary, account: string): Effects {
  // the network checks that such an account belongs to its owner, so the owner gets what is sent to it
  const owners = new Map(
    instructions.flatMap((one) =>
      one.type === 'tokenAccount' && one.account.address !== undefined && one.owner.address !== undefined
        ? [[one.account.address, one.owner.address] as const]
        : [],
    ),
  )
  const toRecipient = ({ address }: SolanaAccount): string | null =>
    address === undefined ? null : (owners.get(address) ?? address)
  return join([
    ...(feePayer === account ? [toFee(feeLimit)] : []),
    ...instructions.map((instruction) => readInstruction(instruction, { account, toRecipient })),
  ])
}

type SolanaPlace = { readonly account: string; readonly toRecipient: (account: SolanaAccount) => string | null }

function readInstruction(instruction: SolanaInstruction, { account, toRecipient }: SolanaPlace): Effects {
  // an account from a lookup table is unknown: it may be the user's
  const mayBeOwn = ({ address }: SolanaAccount): boolean => address === undefined || address === account
  switch (instruction.type) {
    case 'transfer':
      return mayBeOwn(instruction.from) ? toOutflow('native', instruction.lamports, toRecipient(instruction.to)) : none
    case 'createAccount':
      return mayBeOwn(instruction.from)
        ? toOutflow('native', instruction.lamports, toRecipient(instruction.account))
        : none
    case 'tokenTransfer':
      return mayBeOwn(instruction.authority)
        ? toOutflow(instruction.mint?.address ?? null, instruction.amount, toRecipient(instruction.to))
        : none
    case 'tokenApprove':
      return toOutflow(
        instruction.mint?.address ?? null,
        instruction.isUnlimited ? unlimited : instruction.amount,
        toRecipient(instruction.delegate),
      )
    case 'tokenBurn':
      return toOutflow(instruction.mint.address ?? null, instruction.amount, null)
    // closing sends what is left, which is everything for wrapped SOL
    case 'tokenClose':
      return mayBeOwn(instruction.to) && instruction.to.address !== undefined
        ? none
        : toOutflow('native', unlimited, toRecipient(instruction.to))
    // the owner of an account controls all of its funds
    case 'tokenAuthority':
    case 'assignAccount':
      return { outflows: [], unread: [null] }
    case 'unknown':
      return { outflows: [], unread: [instruction.program] }
    case 'tokenAccount':
    case 'tokenRevoke':
    case 'memo':
    case 'budget':
    case 'advanceNonce':
      return none
    default:
      return instruction satisfies never
  }
}

/**
 * Each recipient counts with what it gets, at most with what leaves the accounts if others pay as well; the rest is the fee. Whoever
 * completes an offer takes the coins in it, and nobody knows who that is.
 */
function readBitcoin({ isOffer, inputs, outputs, spent }: BitcoinTransactionSummary): Effects {
  if (isOffer) return join(inputs.map(({ amount }) => toOutflow('native', amount, null)))
  const total = BigInt(spent)
  const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
  const paid = outputs
    .filter(({ purpose }) => purpose === null)
    .map(({ address, amount }) => ({ address, amount: least(BigInt(amount), total) }))
  const fee = paid.reduce((rest, { amount }) => rest - amount, total)
  return join([
    ...paid.map(({ address, amount }) => toOutflow('native', amount, address)),
    ...(fee > 0n ? [toOutflow('native', fee, 'fee')] : []),
  ])
}
