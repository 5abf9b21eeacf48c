import type { FailedTransactionMetadata } from 'litesvm'
import { instructionErrors, transactionErrors } from './transactionErrors.js'

/** An error of a transaction as Solana's JSON has it: a name, or an object of one key. */
export type TransactionError = string | Readonly<Record<string, unknown>>

export type DescribedError = {
  readonly err: TransactionError
  /** What a node says of it, after "Transaction simulation failed: ". */
  readonly words: string
}

/** Reads litesvm's error: simple ones are numbers, those with details are objects of classes. */
export function toTransactionError(error: ReturnType<FailedTransactionMetadata['err']>): DescribedError {
  if (typeof error === 'number') {
    const [err, words] = transactionErrors[error] ?? [`Unknown(${error})`, `Unknown error ${error}`]
    return { err, words }
  }
  if ('err' in error) return toInstructionError(error.index, error.err())
  if ('accountIndex' in error) {
    const name = error.constructor.name.replace('TransactionError', '')
    const words =
      name === 'InsufficientFundsForRent'
        ? `Transaction results in an account (${error.accountIndex}) with insufficient funds for rent`
        : `Execution of the program referenced by account at index ${error.accountIndex} is temporarily restricted.`
    return { err: { [name]: { account_index: error.accountIndex } }, words }
  }
  return {
    err: { DuplicateInstruction: error.index },
    words: `Transaction contains a duplicate instruction (${error.index}) that is not allowed`,
  }
}

function toInstructionError(index: number, error: number | { code: number } | { msg: string }): DescribedError {
  const toError = (detail: TransactionError, words: string): DescribedError => ({
    err: { InstructionError: [index, detail] },
    words: `Error processing Instruction ${index}: ${words}`,
  })
  if (typeof error === 'number') {
    const name = instructionErrors[error] ?? `Unknown(${error})`
    return toError(name, toWords(name))
  }
  if ('code' in error) return toError({ Custom: error.code }, `custom program error: 0x${error.code.toString(16)}`)
  return toError({ BorshIoError: error.msg }, `Failed to serialize or deserialize account data: ${error.msg}`)
}

/** `MissingRequiredSignature` → `missing required signature`: what nodes say of most of them. */
function toWords(name: string): string {
  return name.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase()
}
