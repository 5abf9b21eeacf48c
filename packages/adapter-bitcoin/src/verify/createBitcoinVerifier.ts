import type { VerifySignature } from '@latchkey/core'
import { verifySignature } from './verifySignature.js'

export type BitcoinVerifier = { readonly namespace: 'bip122'; readonly verify: VerifySignature }

/**
 * Checks sign-ins with Bitcoin wallets, on servers: BIP-322 simple and BIP-137. No node is asked.
 *
 * @example
 * const { verify } = createBitcoinVerifier()
 * const verdict = await verify({ network: bitcoinMainnet, address, message, signature, signal })
 */
export function createBitcoinVerifier(): BitcoinVerifier {
  return { namespace: 'bip122', verify: verifySignature }
}
