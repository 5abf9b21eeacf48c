import type { EncodedAccount } from '@solana/kit'
import { FailedTransactionMetadata, type TransactionMetadata } from 'litesvm'
import type { SolanaChain } from './chain.js'
import type { DecodedTransaction } from './decode.js'
import { type DescribedError, toTransactionError } from './errors.js'

export type Simulation = {
  /** Why it fails; undefined on success. */
  readonly error: DescribedError | undefined
  /** Undefined if nothing was run. */
  readonly metadata: TransactionMetadata | undefined
  readonly accounts: readonly EncodedAccount[]
}

type SimulateOptions = {
  readonly isSignatureChecked: boolean
  readonly isBlockhashChecked: boolean
}

/** Simulates a transaction. */
export function simulateTransaction(
  chain: SolanaChain,
  transaction: DecodedTransaction,
  options: SimulateOptions,
): Simulation {
  const refuse = (error: number): Simulation => ({
    error: toTransactionError(error),
    metadata: undefined,
    accounts: [],
  })
  if (chain.landed.has(transaction.signature)) return refuse(alreadyProcessed)
  if (options.isBlockhashChecked && !chain.isInTime(transaction.message)) return refuse(blockhashNotFound)
  if (options.isSignatureChecked && !transaction.isSigned) return refuse(signatureFailure)
  chain.svm.withSigverify(options.isSignatureChecked)
  try {
    const result = chain.svm.simulateTransaction(transaction.transaction)
    return result instanceof FailedTransactionMetadata
      ? { error: toTransactionError(result.err()), metadata: result.meta(), accounts: [] }
      : { error: undefined, metadata: result.meta(), accounts: result.postAccounts() }
  } finally {
    chain.svm.withSigverify(true)
  }
}

/** Indexes in the list of errors. */
const alreadyProcessed = 6

const blockhashNotFound = 7

const signatureFailure = 11
