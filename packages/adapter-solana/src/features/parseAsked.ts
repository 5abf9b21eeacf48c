import type { Account } from '@latchkey/core'
import { copyBytes } from '../bytes.js'
import { parseTransaction, type SolanaMessage } from '../transaction/parseTransaction.js'
import { invalidParams } from './invalidParams.js'

export type AskedTransaction = {
  readonly message: SolanaMessage
  /** A copy that nobody else holds: a Buffer shares its bytes with what is sliced from it. */
  readonly bytes: Uint8Array
}

/** A transaction that the account is to sign. Throws `INVALID_PARAMS` with what is wrong with it. */
export function parseAsked(transaction: unknown, { address }: Account): AskedTransaction {
  const bytes = copyBytes(transaction)
  const message = bytes && parseTransaction(bytes)
  if (!message) throw invalidParams('The transaction is not one of Solana, legacy or version 0, as bytes.')
  const isSigner = message.keys.slice(0, message.signatures.length).includes(address)
  if (!isSigner) throw invalidParams(`The transaction asks for no signature of ${address}.`)
  return { message, bytes }
}
