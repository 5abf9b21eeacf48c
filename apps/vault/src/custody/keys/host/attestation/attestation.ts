import { verifyNitro } from './nitro.js'
import { AttestationError, type AttestationPolicy, type Claim } from './policy.js'
import { verifyTdx } from './tdx.js'

/**
 * Verifies that a document was made by genuine hardware of the policy's kind, for the code that the policy names, in answer to this nonce,
 * and that it vouches for this public key. Throws {@link AttestationError}.
 */
export function verifyAttestation(document: Uint8Array, claim: Claim, policy: AttestationPolicy): void {
  try {
    if (policy.kind === 'nitro') verifyNitro(document, claim, policy)
    else verifyTdx(document, claim, policy)
  } catch (cause) {
    if (cause instanceof AttestationError) throw cause
    throw new AttestationError('The document is malformed.', { cause })
  }
}
