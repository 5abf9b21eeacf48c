import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import { base58 } from '@scure/base'

const sizes = { signature: 64, key: 32, header: 3 } as const

/**
 * A serialised transaction of Solana, legacy or versioned, with the signature of one of its signers in its place. Throws
 * `INVALID_WALLET_REPLY` where the account is none of them.
 */
export function insertSignature(transaction: Uint8Array, address: string, signature: Uint8Array): Uint8Array {
  const signers = readCount(transaction, 0)
  const message = signers.end + signers.count * sizes.signature
  // the highest bit says that a version comes before the header
  const isVersioned = ((transaction[message] ?? 0) & 0x80) !== 0
  const keys = readCount(transaction, message + (isVersioned ? 1 : 0) + sizes.header)
  const own = base58.decode(address).join()
  for (let index = 0; index < Math.min(signers.count, keys.count); index++) {
    const start = keys.end + index * sizes.key
    if (transaction.slice(start, start + sizes.key).join() !== own || signature.length !== sizes.signature) continue
    const signed = transaction.slice()
    signed.set(signature, signers.end + index * sizes.signature)
    return signed
  }
  throw new InvalidWalletReplyError({ details: `The signature is not one of ${address} of this transaction.` })
}

/** A number of Solana's short form: seven bits a byte, the lowest first. */
function readCount(bytes: Uint8Array, start: number): { readonly count: number; readonly end: number } {
  let count = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[start + index] ?? 0
    count |= (byte & 0x7f) << (7 * index)
    if ((byte & 0x80) === 0) return { count, end: start + index + 1 }
  }
  return { count, end: start + 3 }
}
