import { type CryptoKey, decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import type { IdentityFaults } from './identityFaults.js'

export type ForgeOptions = {
  readonly faults: Pick<IdentityFaults, 'idToken' | 'email'>
  readonly key: CryptoKey
}

/** An id token with what it must not have; the one that was given where nothing is to be wrong with it. */
export async function forgeIdToken(token: string, { faults: { idToken, email }, key }: ForgeOptions): Promise<string> {
  if (idToken === undefined && email === undefined) return token
  const { kid = '' } = decodeProtectedHeader(token)
  const claims = {
    ...decodeJwt(token),
    ...(email && { email: email.address }),
    ...(email?.isVerified !== undefined && { email_verified: email.isVerified }),
    ...(idToken === 'wrongIssuer' && { iss: 'https://accounts.attacker.example' }),
    ...(idToken === 'wrongAudience' && { aud: 'another-app' }),
    ...(idToken === 'wrongNonce' && { nonce: 'of-another-login' }),
    ...(idToken === 'expired' && { iat: seconds() - 7_200, exp: seconds() - 3_600 }),
    ...(idToken === 'oldLogin' && { auth_time: seconds() - 3_600 }),
  }
  if (idToken === 'algNone') return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`
  const { privateKey } = idToken === 'foreignKey' ? await generateKeyPair('RS256') : { privateKey: key }
  const header = { alg: 'RS256', kid: idToken === 'unknownKey' ? 'no-such-key' : kid }
  return new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
}

const seconds = (): number => Math.floor(Date.now() / 1_000)
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
