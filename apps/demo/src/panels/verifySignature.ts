import type { AccountState } from '@latchkey/core'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { type Hex, verifyMessage } from 'viem'

/** Whether a signature is the account's, by a library that knows nothing of this project; null where there is none. */
export async function verifySignature(
  { namespace, address = '' }: AccountState,
  message: string,
  signature: string,
): Promise<boolean | null> {
  if (namespace === 'eip155') return verifyMessage({ address: address as Hex, message, signature: signature as Hex })
  if (namespace === 'solana')
    return ed25519.verify(base58.decode(signature), new TextEncoder().encode(message), base58.decode(address))
  // no library for BIP-322 runs in browsers: the adapter has verified it, and the browser tests do so again
  return null
}
