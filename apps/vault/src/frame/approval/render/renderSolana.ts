import type { SolanaTransactionSummary } from '../../../protocol/solanaSummary.js'
import type { SolanaTransactionsSummary } from '../../../protocol/summary.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { formatCeiling } from '../format/formatCeiling.js'
import { h } from '../h.js'
import { createAccount, createAddress, createFact, createFacts, createWideFact } from './parts.js'
import { renderInstruction } from './renderInstruction.js'

/** Transactions of Solana: each instruction in its turn. */
export function renderSolana(summary: SolanaTransactionsSummary, request: ApprovalRequest): readonly (Node | null)[] {
  const { transactions, account } = summary
  const isMany = transactions.length > 1
  return [
    ...transactions.flatMap((transaction, index) => [
      isMany ? h('h2', {}, `Transaction ${index + 1} of ${transactions.length}`) : null,
      ...renderOne(transaction, account, request),
    ]),
    createFacts(createFact('Network', request.network.name), createAccount('Your account', account)),
  ]
}

function renderOne(
  { instructions, feePayer, feeLimit, signers, lookups }: SolanaTransactionSummary,
  account: string,
  { network }: ApprovalRequest,
): readonly (Node | null)[] {
  const others = signers.filter(({ address }) => address !== account)
  const paysFee = feePayer === account
  return [
    // the budget is in the fee
    ...instructions
      .filter(({ type }) => type !== 'budget')
      .map((instruction) => renderInstruction(instruction, { account, network })),
    createFacts(
      createFact(
        paysFee ? 'Network fee, at most' : 'Network fee',
        paysFee ? `${formatCeiling(feeLimit, network.decimals)} ${network.symbol}` : 'Paid by another',
      ),
      !paysFee && createWideFact('Who pays the fee', createAddress(feePayer)),
      ...others
        .filter(({ address }) => address !== feePayer)
        .map(({ address, hasSigned }) =>
          createWideFact(hasSigned ? 'Signed by' : 'To be signed by', createAddress(address)),
        ),
      ...lookups.map(({ table, accounts }) =>
        createWideFact('Table of accounts', createAddress(table), `${accounts} accounts`),
      ),
    ),
  ]
}
