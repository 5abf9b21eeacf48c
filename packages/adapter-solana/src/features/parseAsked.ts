import type { Account } from '@latchkey/core'
import { parseTransaction, type SolanaMessage } from '../transaction/parseTransaction.js'
import { invalidParams } from './invalidParams.js'

/** A transaction that the account is to sign. Throws `INVALID_PARAMS` with what is wrong with it. */
export function parseAsked(bytes: unknown, { address }: Account): SolanaMessage {
  const message = bytes instanceof Uint8Array ? parseTransaction(bytes) : null
  if (!message) throw invalidParams('The transaction is not one of Solana, legacy or version 0, as bytes.')
  const isSigner = message.keys.slice(0, message.signatures.length).includes(address)
  if (!isSigner) throw invalidParams(`The transaction asks for no signature of ${address}.`)
  return message
}
