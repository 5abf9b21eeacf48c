import { address } from '@solana/kit'
import { FailedTransactionMetadata, type LiteSVM, type TransactionMetadata } from 'litesvm'
import { type TokenBalance, toTokenBalances } from '../json/tokenBalances.js'
import { type AccountKeys, type DecodedTransaction, toAccountKeys } from './decode.js'
import { type TransactionError, toTransactionError } from './errors.js'

/** A transaction in a block, successful or failed. */
export type LandedTransaction = {
  readonly decoded: DecodedTransaction
  readonly slot: number
  /** Seconds since the epoch. */
  readonly time: number
  readonly err: TransactionError | null
  readonly keys: AccountKeys
  readonly metadata: TransactionMetadata
  readonly before: Balances
  readonly after: Balances
}

/** Balances of all accounts, in order. */
type Balances = { readonly lamports: readonly number[]; readonly tokens: readonly TokenBalance[] }

/** Runs a transaction. Undefined if no block would include it: its fee is not paid or a signature is invalid. */
export function runTransaction(svm: LiteSVM, decoded: DecodedTransaction, slot: number): LandedTransaction | undefined {
  if (!decoded.isSigned) return undefined
  const keys = toAccountKeys(svm, decoded.message)
  const before = readBalances(svm, keys.all)
  const result = svm.sendTransaction(decoded.transaction)
  const after = readBalances(svm, keys.all)
  const isFailed = result instanceof FailedTransactionMetadata
  // a failed transaction is included if and only if its fee was charged
  if (isFailed && before.lamports[0] === after.lamports[0]) return undefined
  return {
    decoded,
    slot,
    time: Math.floor(Date.now() / 1_000),
    err: isFailed ? toTransactionError(result.err()).err : null,
    keys,
    metadata: isFailed ? result.meta() : result,
    before,
    after,
  }
}

function readBalances(svm: LiteSVM, keys: readonly string[]): Balances {
  return {
    lamports: keys.map((key) => Number(svm.getBalance(address(key)) ?? 0n)),
    tokens: toTokenBalances(svm, keys),
  }
}
