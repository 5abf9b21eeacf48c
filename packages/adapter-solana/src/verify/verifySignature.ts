import type { SignatureClaim, SignatureVerdict, VerifySignature } from '@latchkey/core'
import { ed25519 } from '@noble/curves/ed25519.js'
import { parseBase58 } from '../encoding.js'

export type SolanaVerifier = { readonly namespace: 'solana'; readonly verify: VerifySignature }

/**
 * Verifies sign-ins with Solana wallets on servers (Ed25519), without asking a node.
 *
 * @example
 * const { verify } = createSolanaVerifier()
 * const verdict = await verify({ network: solanaMainnet, address, message, signature, signal })
 */
export function createSolanaVerifier(): SolanaVerifier {
  return { namespace: 'solana', verify: verifySignature }
}

/**
 * Whether an account signed a text (Ed25519 over its UTF-8 bytes, in base58). Solana accounts are the same on every cluster,
 * so no node is asked. Rejects only with the signal's reason.
 */
export async function verifySignature(claim: SignatureClaim): Promise<SignatureVerdict> {
  const { network, address, message, signal } = claim
  signal.throwIfAborted()
  const signature = parseBase58(claim.signature, 64)
  const isOfText = typeof message === 'string' && !/\p{Surrogate}/u.test(message)
  if (!signature || !isOfText || network.chainNamespace !== 'solana') return { isValid: false }
  const isValid = isSignatureOf(address, new TextEncoder().encode(message), signature)
  return isValid ? { isValid, by: 'key' } : { isValid }
}

/** Whether the key of an address signed these bytes (Ed25519, RFC 8032, as strictly as Solana's nodes). */
export function isSignatureOf(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const key = parseBase58(address, 32)
  if (!key || signature.length !== 64) return false
  try {
    return ed25519.verify(signature, message, key, { zip215: false })
  } catch {
    return false // not a point on the curve
  }
}
