import { VersionedTransaction } from '@solana/web3.js'
import { createRpcError } from '../../evm/errors/createRpcError.js'
import { createStranger, signOrLie } from '../methods/signOrLie.js'
import type { SolanaLie } from '../solanaWalletScript.js'
import type { Key } from '../state/createKeys.js'
import { bendMessage } from './bendMessage.js'

/** Reads a transaction, legacy or versioned. -32602 for anything else. */
export function readTransaction(bytes: unknown): VersionedTransaction {
  try {
    return VersionedTransaction.deserialize(bytes as Uint8Array)
  } catch (cause) {
    throw Object.assign(createRpcError(-32_602, 'This is no transaction.'), { cause })
  }
}

export type SignOptions = {
  readonly key: Key
  readonly lie: SolanaLie | undefined
  readonly readBlockhash: () => Promise<string>
}

/** Adds the key's signature, to the transaction itself or to what the lie makes of it. */
export async function signBytes(
  transaction: VersionedTransaction,
  { key, lie, readBlockhash }: SignOptions,
): Promise<Uint8Array> {
  const stranger = createStranger().publicKey
  const bent = await bendMessage(transaction.message, { lie, stranger, readBlockhash })
  const signed = bent === transaction.message ? transaction : new VersionedTransaction(bent)
  const index = bent.staticAccountKeys.findIndex((item) => item.toBase58() === key.address)
  if (index < 0 || index >= bent.header.numRequiredSignatures)
    throw createRpcError(-32_602, 'The transaction asks for no signature of this account.')
  signed.signatures[index] = signOrLie(key, bent.serialize(), lie)
  return signed.serialize()
}
