import type { AccountState } from '@latchkey/core'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { createClient, type Hex, http, verifyMessage } from 'viem'
import { verifyMessage as askChain } from 'viem/actions'

export type Signed = {
  readonly message: string
  readonly signature: string
  /** A node of the account's chain, which is asked for accounts that are contracts. */
  readonly rpcUrl: string | undefined
}

/** Whether a signature is the account's, by a library that knows nothing of this project; null where there is none. */
export async function verifySignature(
  { namespace, address = '', type }: AccountState,
  { message, signature, rpcUrl }: Signed,
): Promise<boolean | null> {
  if (namespace === 'eip155') {
    const signed = { address: address as Hex, message, signature: signature as Hex }
    // ERC-1271, and ERC-6492 where it is not deployed yet
    return type === 'smartAccount' && rpcUrl
      ? askChain(createClient({ transport: http(rpcUrl) }), signed)
      : verifyMessage(signed)
  }
  if (namespace === 'solana')
    return ed25519.verify(base58.decode(signature), new TextEncoder().encode(message), base58.decode(address))
  // no library for BIP-322 runs in browsers: the adapter has verified it, and the browser tests do so again
  return null
}
