import { ed25519 } from '@noble/curves/ed25519.js'
import { WalletRefusal } from '../WalletRefusal.js'

export type SignedSolanaTransaction = { readonly transaction: Uint8Array; readonly signature: Uint8Array }

/**
 * Puts the signature of a key into a serialised transaction, legacy or versioned: a list of signatures, then the message
 * that they sign, whose first keys are those of the signers in the same order.
 */
export function signSolanaTransaction(bytes: Uint8Array, key: Uint8Array): SignedSolanaTransaction {
  const signed = Uint8Array.from(bytes)
  const signatures = readLength(signed, 0)
  const messageStart = signatures.end + signatures.length * 64
  // the first bit tells a version; then come three counts, and the keys
  const isVersioned = ((signed[messageStart] ?? 0) & 0x80) !== 0
  const keys = readLength(signed, messageStart + (isVersioned ? 4 : 3))
  const own = ed25519.getPublicKey(key)
  for (let index = 0; index < Math.min(signatures.length, keys.length); index++) {
    const start = keys.end + index * 32
    if (!own.every((byte, offset) => signed[start + offset] === byte)) continue
    const signature = ed25519.sign(signed.subarray(messageStart), key)
    signed.set(signature, signatures.end + index * 64)
    return { transaction: signed, signature }
  }
  throw new WalletRefusal(-32_602, 'The account is no signer of the transaction.')
}

/** A count in one to three bytes of seven bits. */
function readLength(bytes: Uint8Array, start: number): { readonly length: number; readonly end: number } {
  let length = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[start + index]
    if (byte === undefined) break
    length |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return { length, end: start + index + 1 }
  }
  throw new WalletRefusal(-32_602, 'Not a transaction.')
}
