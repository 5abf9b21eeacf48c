import type { SolanaAccount, SolanaInstruction, SolanaTransactionSummary } from '../../protocol/solanaSummary.js'
import type { SolanaTransactionsSummary, SummaryWarning } from '../../protocol/summary.js'
import type { MethodRequest } from '../signingRequest.js'
import { decodeInstruction } from './decodeInstruction.js'
import type { SolanaMessage, SolanaTransaction } from './parseSolanaTransaction.js'

/** Summarizes transactions for the user. */
export function toSolanaSummary(
  transactions: readonly SolanaTransaction[],
  { method, chain, account, isSent }: MethodRequest & { readonly isSent: boolean },
): SolanaTransactionsSummary {
  const shown = transactions.map(toTransactionSummary)
  const warnings = shown.flatMap((transaction) => findWarnings(transaction, account))
  const [kind, unique] = ['solanaTransactions', [...new Set(warnings)]] as const
  return { kind, method, chain, account, isSent, transactions: shown, warnings: unique }
}

function toTransactionSummary({ message, signatures }: SolanaTransaction): SolanaTransactionSummary {
  const { version, keys, signers, lifetime, lookups } = message
  const accounts = toAccounts(message)
  const instructions = message.instructions.map(({ program, accounts: indexes, data }) =>
    decodeInstruction(keys[program] ?? '', { data, accounts: indexes.flatMap((index) => accounts[index] ?? []) }),
  )
  return {
    version,
    feePayer: keys[0] ?? '',
    signers: keys.slice(0, signers).map((address, index) => ({
      address,
      hasSigned: signatures[index]?.some((byte) => byte !== 0) ?? false,
    })),
    lifetime,
    feeLimit: toSolanaFee(instructions, signers).toString(),
    instructions,
    lookups: lookups.map(({ table, writable, readonly }) => ({ table, accounts: writable.length + readonly.length })),
  }
}

/** In the order of the runtime: the keys, then writable accounts of lookup tables, then read-only ones. */
function toAccounts({ keys, lookups }: SolanaMessage): readonly SolanaAccount[] {
  const looked = (access: 'writable' | 'readonly') =>
    lookups.flatMap(({ table, [access]: indexes }) => indexes.map((index) => ({ table, index })))
  return [...keys.map((address) => ({ address })), ...looked('writable'), ...looked('readonly')]
}

function findWarnings({ instructions, lookups }: SolanaTransactionSummary, account: string): readonly SummaryWarning[] {
  const of = instructions.flatMap((instruction): SummaryWarning | [] => findWarning(instruction, account))
  const isDurable = instructions[0]?.type === 'advanceNonce'
  return [
    ...of,
    ...(lookups.length > 0 ? (['tableLookups'] as const) : []),
    ...(isDurable ? (['durableNonce'] as const) : []),
  ]
}

function findWarning(instruction: SolanaInstruction, account: string): SummaryWarning | [] {
  switch (instruction.type) {
    case 'unknown':
      return 'unknownProgram'
    case 'tokenApprove':
      return instruction.isUnlimited ? 'unlimitedAllowance' : []
    case 'tokenAuthority':
      return 'ownerChange'
    case 'assignAccount':
      return instruction.account.address === account ? 'ownerChange' : []
    case 'tokenClose':
      return instruction.to.address === account ? [] : 'closesAccount'
    case 'tokenBurn':
      return 'burn'
    default:
      return []
  }
}

/** Lamports for each signature. */
const lamportsPerSignature = 5_000n

/** Default compute units per instruction, and the max of a transaction. */
const defaultUnits = 200_000n

const maxUnits = 1_400_000n

/** Max fee in lamports: signatures, and compute units at their price. */
function toSolanaFee(instructions: readonly SolanaInstruction[], signatures: number): bigint {
  const find = (setting: 'unitLimit' | 'unitPrice'): bigint | undefined => {
    const found = instructions.find((one) => one.type === 'budget' && one.setting === setting)
    return found?.type === 'budget' ? BigInt(found.value) : undefined
  }
  const others = BigInt(instructions.filter(({ type }) => type !== 'budget').length)
  const unitLimit = find('unitLimit') ?? others * defaultUnits
  const units = unitLimit < maxUnits ? unitLimit : maxUnits
  const micro = units * (find('unitPrice') ?? 0n)
  return BigInt(signatures) * lamportsPerSignature + (micro + 999_999n) / 1_000_000n
}
