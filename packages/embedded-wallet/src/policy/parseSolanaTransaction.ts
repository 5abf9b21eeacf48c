import { invalidParams } from './invalidParams.js'

/** No node takes more bytes in a packet. */
const most = 1_232
const signatureLength = 64
const keyLength = 32

/**
 * A serialised transaction, legacy or version 0, that a key is to sign: a copy, as the app may go on to change its own.
 * Throws `INVALID_PARAMS` for anything else. What it does is read and shown by the vault.
 */
export function parseSolanaTransaction(transaction: unknown, publicKey: Uint8Array): Uint8Array {
  if (!(transaction instanceof Uint8Array) || transaction.length === 0 || transaction.length > most)
    throw invalidParams('The transaction is not one of Solana, as bytes.')
  const bytes = Uint8Array.from(transaction)
  const isSigner = readSigners(bytes).some((key) => key.every((byte, index) => byte === publicKey[index]))
  if (!isSigner) throw invalidParams('The transaction asks for no signature of this wallet.')
  return bytes
}

/** The keys that have to sign; none where the bytes are no transaction. Counts of these fit into one byte each. */
function readSigners(bytes: Uint8Array): readonly Uint8Array[] {
  const [signatures = 0] = bytes
  const message = bytes.subarray(1 + signatures * signatureLength)
  const [first = 255] = message
  // the highest bit says that a version comes first, of which there is one: 0
  if (signatures > 127 || (first > 127 && first !== 128)) return []
  const header = first === 128 ? message.subarray(1) : message
  const [required = 0, , , count = 0] = header
  const keys = header.subarray(4, 4 + count * keyLength)
  if (required !== signatures || count > 127 || required > count || keys.length !== count * keyLength) return []
  return Array.from({ length: required }, (_, index) => keys.subarray(index * keyLength, (index + 1) * keyLength))
}
