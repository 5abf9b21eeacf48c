import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchProtectedResource,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import { z } from 'zod'
import { openClient } from './openClient.js'
import type { OAuthProvider, Provider, Subject } from './provider.js'

/** Secrets that are needed when the provider answers. */
export type AuthorizationSecrets = {
  readonly verifier: string
  readonly nonce: string
  /** Max age of the login at the provider, in seconds; undefined if it wasn't requested. */
  readonly maxAge?: number | undefined
}

type AuthorizationTerms = {
  readonly redirectUri: string
  readonly state: string
  /** Whether the provider has to reauthenticate the user. */
  readonly isFresh?: boolean | undefined
}

/** Creates the URL that sends a browser to the provider. Rejects if the provider can't be reached. */
export async function createAuthorization(
  provider: Provider,
  { redirectUri, state, isFresh = false }: AuthorizationTerms,
): Promise<AuthorizationSecrets & { readonly uri: string }> {
  const client: Configuration = await openClient(provider)
  const [verifier, nonce] = [randomPKCECodeVerifier(), randomNonce()]
  const fresh = isFresh ? (provider.fresh ?? {}) : {}
  const uri = buildAuthorizationUrl(client, {
    ...fresh,
    redirect_uri: redirectUri,
    scope: provider.scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'oidc' && { nonce }),
    ...(provider.responseMode && { response_mode: provider.responseMode }),
  })
  const { max_age: maxAge } = fresh
  return { verifier, nonce, uri: uri.href, ...(maxAge !== undefined && { maxAge: Number(maxAge) }) }
}

type ProviderAnswer = {
  /** The URL that the browser came back to, with all that the provider added. */
  readonly url: URL
  readonly state: string
  readonly secrets: AuthorizationSecrets
}

/**
 * Exchanges a code for the user's identity, by the provider's id alone: email addresses change hands, and some providers never verify them.
 * Rejects if anything is wrong: state, issuer, audience, nonce, signature, time, code. [I11]
 */
export async function readSubject(provider: Provider, { url, state, secrets }: ProviderAnswer): Promise<Subject> {
  const client = await openClient(provider)
  const isOidc = provider.kind === 'oidc'
  const tokens = await authorizationCodeGrant(client, url, {
    expectedState: state,
    pkceCodeVerifier: secrets.verifier,
    ...(isOidc && { expectedNonce: secrets.nonce, idTokenExpected: true }),
    ...(isOidc && secrets.maxAge !== undefined && { maxAge: secrets.maxAge }),
  })
  if (!isOidc) return readOAuthUser(client, provider, tokens.access_token)
  const claims = tokens.claims()
  if (!claims || claims.iss !== client.serverMetadata().issuer)
    throw new Error('The provider returned no valid ID token.')
  return toSubject(claims.iss, claims.sub, claims['name'] ?? claims['preferred_username'])
}

async function readOAuthUser(client: Configuration, provider: OAuthProvider, token: string): Promise<Subject> {
  const { issuer, userUrl, subjectPath, namePath } = provider
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'latchkey-vault' })
  const response = await fetchProtectedResource(client, token, new URL(userUrl), 'GET', null, headers)
  if (response.status !== 200) throw new Error(`The provider returned ${response.status} for the user info.`)
  const user: unknown = await response.json()
  return toSubject(issuer, readPath(user, subjectPath), readPath(user, namePath))
}

function readPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (one, name) =>
      typeof one === 'object' && one !== null && Object.hasOwn(one, name)
        ? (one as Readonly<Record<string, unknown>>)[name]
        : undefined,
    value,
  )
}

function toSubject(issuer: string, id: unknown, name: unknown): Subject {
  // unsafe integers may have been rounded to another user's id
  const subject = typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : id
  if (typeof subject !== 'string' || subject === '' || subject.length > 255)
    throw new Error('The provider returned no user id.')
  const shown = toShownName(name)
  return { issuer, subject, ...(shown !== undefined && { name: shown }) }
}

/** A foreign display name: one line of at most 64 characters, or undefined. */
export function toShownName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const name = value
    .normalize()
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return name === '' ? undefined : [...name].slice(0, 64).join('')
}

const appleUserSchema = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }).optional(),
})

/** The name that Apple sends with the first login. For display only. */
export function readAppleName(text: string | null): string | undefined {
  if (text === null) return undefined
  try {
    const { firstName = '', lastName = '' } = appleUserSchema.parse(JSON.parse(text)).name ?? {}
    return toShownName(`${firstName} ${lastName}`)
  } catch {
    return undefined // not Apple's format
  }
}
