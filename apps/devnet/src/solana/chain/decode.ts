import { base58 } from '@scure/base'
import { address, getCompiledTransactionMessageDecoder, getTransactionDecoder, type Transaction } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { SolanaRpcError } from './errors.js'

export type DecodedTransaction = {
  readonly bytes: Uint8Array
  /** The first signature in base58: the id of the transaction. */
  readonly signature: string
  readonly transaction: Transaction
  /** Whether all required signatures are present, valid or not. */
  readonly isSigned: boolean
  readonly message: CompiledMessage
}

/** Maximum packet size. */
const maxBytes = 1_232

const typeName = 'solana_transaction::versioned::VersionedTransaction'

/** Decodes a transaction. Throws a node's error for invalid bytes. */
export function decodeTransaction(bytes: Uint8Array): DecodedTransaction {
  if (bytes.length > maxBytes)
    throw new SolanaRpcError(`decoded ${typeName} too large: ${bytes.length} bytes (max: ${maxBytes} bytes)`)
  const transaction = decode(bytes)
  const signatures = Object.values(transaction.signatures)
  const [first] = signatures
  return {
    bytes,
    signature: base58.encode(first ?? new Uint8Array(64)),
    transaction,
    isSigned: signatures.every((bytes) => bytes !== null),
    message: decodeMessage(transaction.messageBytes),
  }
}

function decode(bytes: Uint8Array): Transaction {
  try {
    return getTransactionDecoder().decode(bytes)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new SolanaRpcError(`failed to deserialize ${typeName}: ${why}`, { cause: error })
  }
}

type AnyMessage = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>

/** Legacy or version 0: what the network accepts today. */
export type CompiledMessage = Exclude<AnyMessage, { readonly version: 1 }>

/** Decodes a message. Throws a node's error for invalid bytes. */
export function decodeMessage(bytes: ArrayLike<number>): CompiledMessage {
  try {
    const message = getCompiledTransactionMessageDecoder().decode(Uint8Array.from(bytes))
    if (message.version === 1) throw new Error('version 1 is not supported')
    return message
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new SolanaRpcError(`failed to deserialize solana_message::versions::VersionedMessage: ${why}`, {
      cause: error,
    })
  }
}

export type AccountKeys = {
  /** Accounts in the message itself. */
  readonly static: readonly string[]
  /** Accounts from lookup tables. */
  readonly writable: readonly string[]
  readonly readonly: readonly string[]
  /** All accounts, in the order of instruction indexes. */
  readonly all: readonly string[]
}

/** Bytes before the first address of a lookup table. */
const tableHeader = 56

/** Resolves the accounts of a message, including lookup tables. Missing table entries are left out: the message can't run. */
export function toAccountKeys(svm: LiteSVM, message: CompiledMessage): AccountKeys {
  const lookups = ('addressTableLookups' in message ? message.addressTableLookups : undefined) ?? []
  const resolve = (table: string, indexes: readonly number[]): string[] => {
    const account = svm.getAccount(address(table))
    if (!account.exists) return []
    return indexes.flatMap((index) => {
      const entry = account.data.slice(tableHeader + 32 * index, tableHeader + 32 * (index + 1))
      return entry.length === 32 ? [base58.encode(entry)] : []
    })
  }
  const writable = lookups.flatMap((lookup) => resolve(lookup.lookupTableAddress, lookup.writableIndexes))
  const readonly = lookups.flatMap((lookup) => resolve(lookup.lookupTableAddress, lookup.readonlyIndexes))
  const own = [...message.staticAccounts]
  return { static: own, writable, readonly, all: [...own, ...writable, ...readonly] }
}
