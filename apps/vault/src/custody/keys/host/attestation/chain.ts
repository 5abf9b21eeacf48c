import type { X509Certificate } from 'node:crypto'
import { AttestationError } from './policy.js'

/**
 * Verifies a certificate chain: each is signed by the next, all but the first may sign others, none has expired, and the last is the root.
 * Throws {@link AttestationError}. [RFC 5280 §6.1] Revocation lists are not read.
 */
export function verifyChain(
  chain: readonly X509Certificate[],
  { now, isRoot }: { readonly now: number; readonly isRoot: (certificate: X509Certificate) => boolean },
): void {
  for (const [index, certificate] of chain.entries()) {
    const issuer = chain[index + 1]
    const name = certificate.subject.replaceAll('\n', ', ')
    if (now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo))
      throw new AttestationError(
        `The certificate of ${name} is valid from ${certificate.validFrom} to ${certificate.validTo}.`,
      )
    if (issuer && !issuer.ca) throw new AttestationError(`${name} is signed by a certificate that may not sign others.`)
    if (issuer && !(certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)))
      throw new AttestationError(`${name} is not signed by the next certificate of its chain.`)
  }
  const [leaf, last] = [chain[0], chain.at(-1)]
  if (!leaf || leaf.ca)
    throw new AttestationError('The chain does not begin with the certificate of a key that signs documents.')
  if (!last || !isRoot(last)) throw new AttestationError('The chain does not end at the expected root.')
}

/** Whether a certificate is the one with this SHA-256 fingerprint, or the policy's own root. */
export function toRootCheck(
  fingerprint: string,
  root: X509Certificate | undefined,
): (certificate: X509Certificate) => boolean {
  const expected = root?.fingerprint256 ?? fingerprint
  return ({ fingerprint256 }) => fingerprint256 === expected
}
