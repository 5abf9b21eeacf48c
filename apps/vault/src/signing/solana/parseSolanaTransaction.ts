import { createReader } from './createReader.js'
import { isSoundMessage, parseSolanaMessage, type SolanaMessage } from './parseSolanaMessage.js'

/** A transaction as it goes over the wire. */
export type SolanaTransaction = {
  readonly message: SolanaMessage
  /** What is signed. */
  readonly bytes: Uint8Array
  /** One for each signer, in the order of the keys; zeros where it is missing. */
  readonly signatures: readonly Uint8Array[]
}

/** No node takes more bytes in a packet. */
export const longestTransaction = 1_232

/** Reads a serialised transaction; null for bytes that no node would take. */
export function parseSolanaTransaction(source: Uint8Array): SolanaTransaction | null {
  if (source.length > longestTransaction) return null
  try {
    const reader = createReader(source)
    const signatures = reader.list(() => reader.bytes(64))
    const bytes = source.slice(reader.offset())
    const message = parseSolanaMessage(bytes)
    const isSound = message !== null && isSoundMessage(message) && signatures.length === message.signers
    return isSound ? { message, bytes, signatures } : null
  } catch {
    return null // the reader came to the end
  }
}
