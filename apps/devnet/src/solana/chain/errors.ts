import type { FailedTransactionMetadata } from 'litesvm'

/** A transaction error in Solana's JSON: a name, or an object with one key. */
export type TransactionError = string | Readonly<Record<string, unknown>>

export type DescribedError = {
  readonly err: TransactionError
  /** A node's description, after "Transaction simulation failed: ". */
  readonly words: string
}

/** Converts litesvm's error: simple ones are numbers, those with details are class instances. */
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

/** `MissingRequiredSignature` → `missing required signature`, as nodes describe most errors. */
function toWords(name: string): string {
  return name.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase()
}

/** Errors without details in the order of litesvm's numbers, with a node's descriptions. */
export const transactionErrors: readonly (readonly [name: string, words: string])[] = [
  ['AccountInUse', 'Account in use'],
  ['AccountLoadedTwice', 'Account loaded twice'],
  ['AccountNotFound', 'Attempt to debit an account but found no record of a prior credit.'],
  ['ProgramAccountNotFound', 'Attempt to load a program that does not exist'],
  ['InsufficientFundsForFee', 'Insufficient funds for fee'],
  ['InvalidAccountForFee', 'This account may not be used to pay transaction fees'],
  ['AlreadyProcessed', 'This transaction has already been processed'],
  ['BlockhashNotFound', 'Blockhash not found'],
  ['CallChainTooDeep', 'Loader call chain is too deep'],
  ['MissingSignatureForFee', 'Transaction requires a fee but has no signature present'],
  ['InvalidAccountIndex', 'Transaction contains an invalid account reference'],
  ['SignatureFailure', 'Transaction did not pass signature verification'],
  ['InvalidProgramForExecution', 'This program may not be used for executing instructions'],
  ['SanitizeFailure', 'Transaction failed to sanitize accounts offsets correctly'],
  ['ClusterMaintenance', 'Transactions are currently disabled due to cluster maintenance'],
  ['AccountBorrowOutstanding', 'Transaction processing left an account with an outstanding borrowed reference'],
  ['WouldExceedMaxBlockCostLimit', 'Transaction would exceed max Block Cost Limit'],
  ['UnsupportedVersion', 'Transaction version is unsupported'],
  ['InvalidWritableAccount', 'Transaction loads a writable account that cannot be written'],
  ['WouldExceedMaxAccountCostLimit', 'Transaction would exceed max account limit within the block'],
  ['WouldExceedAccountDataBlockLimit', 'Transaction would exceed account data limit within the block'],
  ['TooManyAccountLocks', 'Transaction locked too many accounts'],
  ['AddressLookupTableNotFound', "Transaction loads an address table account that doesn't exist"],
  ['InvalidAddressLookupTableOwner', 'Transaction loads an address table account with an invalid owner'],
  ['InvalidAddressLookupTableData', 'Transaction loads an address table account with invalid data'],
  ['InvalidAddressLookupTableIndex', 'Transaction address table lookup uses an invalid index'],
  ['InvalidRentPayingAccount', 'Transaction leaves an account with a lower balance than rent-exempt minimum'],
  ['WouldExceedMaxVoteCostLimit', 'Transaction would exceed max Vote Cost Limit'],
  ['WouldExceedAccountDataTotalLimit', 'Transaction would exceed total account data limit'],
  ['MaxLoadedAccountsDataSizeExceeded', 'Transaction exceeded max loaded accounts data size cap'],
  ['ResanitizationNeeded', 'ResanitizationNeeded'],
  ['InvalidLoadedAccountsDataSizeLimit', 'LoadedAccountsDataSizeLimit set for transaction must be greater than 0.'],
  ['UnbalancedTransaction', 'Sum of account balances before and after transaction do not match'],
  ['ProgramCacheHitMaxLimit', 'Program cache hit max limit'],
  ['CommitCancelled', 'CommitCancelled'],
]

/** Errors of an instruction without details, in the order of litesvm's numbers. */
export const instructionErrors: readonly string[] = [
  'GenericError',
  'InvalidArgument',
  'InvalidInstructionData',
  'InvalidAccountData',
  'AccountDataTooSmall',
  'InsufficientFunds',
  'IncorrectProgramId',
  'MissingRequiredSignature',
  'AccountAlreadyInitialized',
  'UninitializedAccount',
  'UnbalancedInstruction',
  'ModifiedProgramId',
  'ExternalAccountLamportSpend',
  'ExternalAccountDataModified',
  'ReadonlyLamportChange',
  'ReadonlyDataModified',
  'DuplicateAccountIndex',
  'ExecutableModified',
  'RentEpochModified',
  'NotEnoughAccountKeys',
  'AccountDataSizeChanged',
  'AccountNotExecutable',
  'AccountBorrowFailed',
  'AccountBorrowOutstanding',
  'DuplicateAccountOutOfSync',
  'InvalidError',
  'ExecutableDataModified',
  'ExecutableLamportChange',
  'ExecutableAccountNotRentExempt',
  'UnsupportedProgramId',
  'CallDepth',
  'MissingAccount',
  'ReentrancyNotAllowed',
  'MaxSeedLengthExceeded',
  'InvalidSeeds',
  'InvalidRealloc',
  'ComputationalBudgetExceeded',
  'PrivilegeEscalation',
  'ProgramEnvironmentSetupFailure',
  'ProgramFailedToComplete',
  'ProgramFailedToCompile',
  'Immutable',
  'IncorrectAuthority',
  'AccountNotRentExempt',
  'InvalidAccountOwner',
  'ArithmeticOverflow',
  'UnsupportedSysvar',
  'IllegalOwner',
  'MaxAccountsDataAllocationsExceeded',
  'MaxAccountsExceeded',
  'MaxInstructionTraceLengthExceeded',
  'BuiltinProgramsMustConsumeComputeUnits',
  'BorshIoError',
]

type SolanaRpcErrorOptions = {
  /** -32700 to -32600 of JSON-RPC, -32001 to -32019 of Solana. Default -32602: the parameters are wrong. */
  readonly code?: number
  readonly data?: unknown
  readonly cause?: unknown
}

/** A JSON-RPC error of a node. */
export class SolanaRpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(message: string, { code = -32_602, data, cause }: SolanaRpcErrorOptions = {}) {
    super(message, { cause })
    this.name = 'SolanaRpcError'
    this.code = code
    this.data = data
  }
}
