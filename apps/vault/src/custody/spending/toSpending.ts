import type { SolanaAccount, SolanaInstruction, SolanaTransactionSummary } from '../../protocol/solanaSummary.js'
import type { Summary } from '../../protocol/summary.js'

/**
 * What leaves the visitor's account by a request at most, in atomic units of the network's own currency, its fees included. What a
 * program of Solana does that is not read here is not in it.
 */
export function toSpending(summary: Summary): bigint {
  switch (summary.kind) {
    case 'evmTransaction':
      return BigInt(summary.value) + BigInt(summary.feeLimit)
    case 'calls': {
      const fee = summary.paymaster === null ? BigInt(summary.feeLimit) : 0n
      return summary.calls.reduce((sum, { value }) => sum + BigInt(value), fee)
    }
    case 'solanaTransactions':
      return summary.transactions.reduce((sum, one) => sum + toLamports(one, summary.account), 0n)
    default:
      return 0n
  }
}

function toLamports({ feePayer, feeLimit, instructions }: SolanaTransactionSummary, account: string): bigint {
  const fee = feePayer === account ? BigInt(feeLimit) : 0n
  return instructions.reduce((sum, instruction) => sum + toMoved(instruction, account), fee)
}

function toMoved(instruction: SolanaInstruction, account: string): bigint {
  if (instruction.type !== 'transfer' && instruction.type !== 'createAccount') return 0n
  return mayBe(instruction.from, account) ? BigInt(instruction.lamports) : 0n
}

/** An account out of a table is not known here: it may be the visitor's. */
function mayBe({ address }: SolanaAccount, account: string): boolean {
  return address === undefined || address === account
}
