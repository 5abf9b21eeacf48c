import { importPKCS8, SignJWT } from 'jose'
import type { ClientSecret } from './provider.js'

/**
 * What Apple takes for a client's secret: a token of five minutes, signed by the key of the app's team. By the real clock, as
 * Apple's is.
 */
export async function createAppleSecret(
  { teamId, keyId, privateKey }: Extract<ClientSecret, { readonly kind: 'apple' }>,
  { issuer, clientId }: { readonly issuer: string; readonly clientId: string },
): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(await importPKCS8(privateKey, 'ES256'))
}
