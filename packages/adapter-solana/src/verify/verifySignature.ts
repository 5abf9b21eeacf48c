import type { SignatureClaim, SignatureVerdict } from '@latchkey/core'
import { parseBase58 } from '../base58.js'
import { isSignatureOf } from '../transaction/isSignatureOf.js'

/**
 * Whether a signature is the account's own of a text (Ed25519 over its UTF-8 bytes), base58. An account of Solana is the same
 * on every cluster. Nobody is asked; nothing throws but the signal.
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
