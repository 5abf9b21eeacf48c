import { base58 } from '@scure/base'
import { getTransactionDecoder, type Transaction } from '@solana/kit'
import { SolanaRpcError } from '../SolanaRpcError.js'
import { type CompiledMessage, decodeMessage } from './decodeMessage.js'

export type DecodedTransaction = {
  readonly bytes: Uint8Array
  /** The first signature in base58: the id of the transaction. */
  readonly signature: string
  readonly transaction: Transaction
  /** Whether there is a signature of everybody who has to sign, right or wrong. */
  readonly isSigned: boolean
  readonly message: CompiledMessage
}

/** What fits into one packet of the network. */
const maxBytes = 1_232
const typeName = 'solana_transaction::versioned::VersionedTransaction'

/** Throws what a node says of bytes that are no transaction. */
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
