import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { VersionedTransaction } from '@solana/web3.js'

/** Whether a serialized transaction has a valid signature of an address, verified with other libraries. */
export function isSignedBy(bytes: Uint8Array, address: string): boolean {
  const { message, signatures } = VersionedTransaction.deserialize(bytes)
  const index = message.staticAccountKeys.findIndex((key) => key.toBase58() === address)
  const signature = signatures[index]
  return signature !== undefined && ed25519.verify(signature, message.serialize(), base58.decode(address))
}
