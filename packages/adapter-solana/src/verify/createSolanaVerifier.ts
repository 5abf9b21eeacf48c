import type { VerifySignature } from '@latchkey/core'
import { verifySignature } from './verifySignature.js'

export type SolanaVerifier = { readonly namespace: 'solana'; readonly verify: VerifySignature }

/**
 * Checks sign-ins with Solana wallets, on servers: Ed25519. No node is asked.
 *
 * @example
 * const { verify } = createSolanaVerifier()
 * const verdict = await verify({ network: solanaMainnet, address, message, signature, signal })
 */
export function createSolanaVerifier(): SolanaVerifier {
  return { namespace: 'solana', verify: verifySignature }
}
