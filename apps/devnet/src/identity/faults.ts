import { type CryptoKey, decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'

/** Faults of an id token; `oldLogin`: the login was an hour ago. */
export const tokenFaults = [
  'algNone',
  'foreignKey',
  'unknownKey',
  'wrongIssuer',
  'wrongAudience',
  'wrongNonce',
  'expired',
  'oldLogin',
] as const

export type TokenFault = (typeof tokenFaults)[number]

/** Failure of an endpoint: a status, or no response. */
export type PartFault = 500 | 503 | 'hang'

/** Faults of all providers, until changed. */
export type IdentityFaults = {
  /** The discovery document. */
  readonly discovery?: PartFault | undefined
  readonly token?: PartFault | undefined
  /** The userinfo endpoint. */
  readonly user?: PartFault | undefined
  readonly keys?: PartFault | undefined
  readonly idToken?: TokenFault | undefined
  /** The user's email address, requested or not; `isVerified` may be missing. */
  readonly email?: { readonly address: string; readonly isVerified?: boolean | undefined } | undefined
  /** Isolates the login page (COOP), which cuts the link to its opener. */
  readonly isIsolated?: boolean | undefined
}

const parts: readonly unknown[] = [undefined, 500, 503, 'hang']

const tokens: readonly unknown[] = [undefined, ...tokenFaults]

const faultNames = ['discovery', 'token', 'user', 'keys', 'idToken', 'email', 'isIsolated']

/** Parses faults. Throws for invalid ones. */
export function parseIdentityFaults(value: unknown): IdentityFaults {
  const faults = value as IdentityFaults & Readonly<Record<string, unknown>>
  const isRecord = typeof value === 'object' && value !== null
  const isGood =
    isRecord &&
    Object.keys(value).every((name) => faultNames.includes(name)) &&
    [faults.discovery, faults.token, faults.user, faults.keys].every((part) => parts.includes(part)) &&
    tokens.includes(faults.idToken) &&
    (faults.email === undefined || typeof faults.email.address === 'string') &&
    (faults.isIsolated === undefined || typeof faults.isIsolated === 'boolean')
  if (!isGood) throw new TypeError('Invalid faults of an identity provider.')
  return faults
}

type ForgeOptions = {
  readonly faults: Pick<IdentityFaults, 'idToken' | 'email'>
  readonly signer: Signer
}

/** A key of the provider, and its id in the published set. */
export type Signer = { readonly kid: string; readonly key: CryptoKey }

/** Applies a fault to an id token, and the provider's newest key; returns it unchanged if there is nothing to apply. */
export async function forgeIdToken(
  token: string,
  { faults: { idToken, email }, signer: { kid, key } }: ForgeOptions,
): Promise<string> {
  // a rotated key replaces the signature too
  if (idToken === undefined && email === undefined && decodeProtectedHeader(token).kid === kid) return token
  const claims = {
    ...decodeJwt(token),
    ...(email && { email: email.address }),
    ...(email?.isVerified !== undefined && { email_verified: email.isVerified }),
    ...(idToken === 'wrongIssuer' && { iss: 'https://accounts.attacker.example' }),
    ...(idToken === 'wrongAudience' && { aud: 'another-app' }),
    ...(idToken === 'wrongNonce' && { nonce: 'of-another-login' }),
    ...(idToken === 'expired' && { iat: lifetime() - 7_200, exp: lifetime() - 3_600 }),
    ...(idToken === 'oldLogin' && { auth_time: lifetime() - 3_600 }),
  }
  if (idToken === 'algNone') return `${encodePart({ alg: 'none', typ: 'JWT' })}.${encodePart(claims)}.`
  const { privateKey } = idToken === 'foreignKey' ? await generateKeyPair('RS256') : { privateKey: key }
  const header = { alg: 'RS256', kid: idToken === 'unknownKey' ? 'no-such-key' : kid }
  return new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
}

const lifetime = (): number => Math.floor(Date.now() / 1_000)

const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
