import { zeroAddress } from 'viem'
import { type Policy, toAccountId, toAssetId } from '../../projects/policy.js'
import type { SolanaAccount, SolanaInstruction, SolanaTransactionSummary } from '../../protocol/solanaSummary.js'
import type {
  BitcoinTransactionSummary,
  CallSummary,
  Summary,
  TypedDataNode,
  TypedDataSummary,
} from '../../protocol/summary.js'
import { listBitcoinAccounts } from '../../signing/bitcoin/accounts.js'
import type { Accounts } from '../../signing/keys.js'
import { toSmartAccount } from '../../signing/smart/smartAccount.js'

/** The most that leaves an account when a request is signed, or that others may take from then on. */
export type Outflow = {
  /** `native`, or the address of a token or collection; null if the request doesn't say which. */
  readonly asset: string | null
  /** Atomic units; the number of items for collections. */
  readonly amount: bigint
  /** The account that gets it, or may take it; null if the request doesn't say. `fee`: the network. */
  readonly recipient: string | null | 'fee'
}

export type Effects = {
  readonly outflows: readonly Outflow[]
  /** Contracts and programs whose effect custody can't read; null for an unnamed one. */
  readonly unread: readonly (string | null)[]
  /** A signature that is valid on every EVM network, whichever the request names. */
  readonly isOnAnyNetwork?: boolean | undefined
}

/** An unlimited amount. */
export const unlimited: bigint = 2n ** 256n - 1n

const none: Effects = { outflows: [], unread: [] }

/** The user's own accounts on a network, as CAIP-10 ids. */
export function toOwnAccounts(chain: string, accounts: Accounts): ReadonlySet<string> {
  const bitcoin = listBitcoinAccounts(accounts.bip122, chain).map(({ address }) => address)
  const own = [accounts.eip155, accounts.solana, toSmartAccount(accounts).address, ...bitcoin]
  return new Set(own.map((address) => toAccountId(chain, address)))
}

/** Known facts about accounts and contracts on EVM. */
type Known = {
  /** The user's. */
  readonly isOwn: (address: string) => boolean
  /** The user's, and only custody signs for it. */
  readonly isCustodial: (address: string) => boolean
  /** The policy lists it with decimals, so it is no collection. */
  readonly isFungible: (contract: string) => boolean
}

function toKnown({ summary: { chain }, accounts, policy }: EffectsOptions): Known {
  const own = toOwnAccounts(chain, accounts)
  // the recovery code signs for a smart account in self-custody, without custody
  const custodial = accounts.selfCustody ? new Set([toAccountId(chain, accounts.eip155)]) : own
  return {
    isOwn: (address) => own.has(toAccountId(chain, address)),
    isCustodial: (address) => custodial.has(toAccountId(chain, address)),
    isFungible: (contract) => (policy?.assets.get(toAssetId(chain, contract))?.decimals ?? 0) > 0,
  }
}

export type EffectsOptions = {
  readonly summary: Summary
  /** The user's own. */
  readonly accounts: Accounts
  readonly policy: Policy | undefined
}

/** Reads what a request moves, as far as custody can, and what it can't read. */
export function toEffects(options: EffectsOptions): Effects {
  const { summary, accounts } = options
  const known = toKnown(options)
  switch (summary.kind) {
    case 'evmTransaction': {
      const { to, value, feeLimit, call, data } = summary
      return join([
        toFee(feeLimit),
        to === null ? toOutflow('native', value, null) : readCall({ to, value, call, data }, known),
      ])
    }
    case 'calls': {
      const { calls, paymaster, feeLimit } = summary
      return join([...(paymaster === null ? [toFee(feeLimit)] : []), ...calls.map((call) => readCall(call, known))])
    }
    case 'typedData':
      return { ...readTypedData(summary, known), isOnAnyNetwork: isOnAnyNetwork(summary, accounts) }
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

/**
 * Returns nothing for the zero address, which revokes the approval of an item, and for an own account that only custody
 * signs for: its transfers count when they are signed.
 */
function toAllowance(
  asset: string,
  { amount, spender }: { readonly amount: string | bigint; readonly spender: string },
  { isCustodial }: Known,
): Effects {
  return isCustodial(spender) || spender === zeroAddress ? none : toOutflow(asset, amount, spender)
}

function readTypedData({ allowances, transfers, domain }: TypedDataSummary, known: Known): Effects {
  const contract = findValue(domain, 'verifyingContract')
  if (allowances.length + transfers.length > 0)
    return join([
      ...allowances.map(({ token, spender, isUnlimited, ...allowance }) => {
        const amount = isUnlimited ? unlimited : allowance.amount
        // transfers of an own account through Permit2 can't be read, so the allowance counts now
        return token === contract ? toAllowance(token, { amount, spender }, known) : toOutflow(token, amount, spender)
      }),
      ...transfers.map(({ token, to, amount }) => toOutflow(token, amount, to ?? null)),
    ])
  return contract === undefined ? none : { outflows: [], unread: [contract] }
}

/**
 * Whether the domain names no network. Instead of `chainId`, tokens of Polygon have it as their `salt`. The smart account's signature names
 * the network itself.
 */
function isOnAnyNetwork({ domain, account, chain }: TypedDataSummary, { eip155 }: Accounts): boolean {
  if (account !== eip155 || findValue(domain, 'chainId') !== undefined) return false
  const salt = findValue(domain, 'salt')
  return salt === undefined || `eip155:${BigInt(salt)}` !== chain
}

type Call = Pick<CallSummary, 'to' | 'value' | 'call' | 'data'>

function readCall({ to, value, call }: Call, known: Known): Effects {
  const native = toOutflow('native', value, to)
  // by an allowance: tokens of others that an own account receives. All else counts: they may be those of an own account, also a former one
  const isIncome = ({ from, to }: { readonly from: string; readonly to: string }): boolean =>
    !known.isOwn(from) && known.isOwn(to)
  // zero may be the id of an item
  const toAmount = (contract: string, amount: string): string =>
    amount === '0' && !known.isFungible(contract) ? '1' : amount
  switch (call.type) {
    case 'none':
    case 'create':
      return native
    case 'unknown':
      return { ...native, unread: [to] }
    case 'transfer':
      return join([native, toOutflow(call.token, toAmount(call.token, call.amount), call.to)])
    case 'transferFrom':
      return isIncome(call) ? native : join([native, toOutflow(call.token, toAmount(call.token, call.amount), call.to)])
    case 'approve':
    case 'increaseAllowance': {
      const { type, token, spender, isUnlimited, amount } = call
      const most = isUnlimited ? unlimited : type === 'approve' ? toAmount(token, amount) : amount
      return join([native, toAllowance(token, { amount: most, spender }, known)])
    }
    case 'decreaseAllowance':
      return native
    case 'itemTransfer': {
      const items = call.items.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
      return isIncome(call) ? native : join([native, toOutflow(call.collection, items, call.to)])
    }
    case 'approveAll':
      return call.isAllowed
        ? join([native, toAllowance(call.collection, { amount: unlimited, spender: call.operator }, known)])
        : native
    default:
      return call satisfies never
  }
}

function findValue(nodes: readonly TypedDataNode[], name: string): string | undefined {
  const node = nodes.find((one) => one.name === name)
  return node && 'value' in node ? node.value : undefined
}

function readSolana({ feePayer, feeLimit, instructions }: SolanaTransactionSummary, account: string): Effects {
  // the network checks that such an account belongs to its owner, so the owner is the recipient
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
    // closing sends the remaining balance, which is everything for wrapped SOL
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
 * Reads the outflows of a transaction. Each recipient counts with its amount, at most the total that leaves the
 * accounts if others pay as well; the rest is the fee. An offer's coins go to whoever completes it, who is unknown.
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
