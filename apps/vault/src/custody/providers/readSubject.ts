import { authorizationCodeGrant, type Configuration, fetchProtectedResource } from 'openid-client'
import type { AuthorizationSecrets } from './createAuthorization.js'
import { openClient } from './openClient.js'
import type { OAuthProvider, Provider, Subject } from './provider.js'
import { toShownName } from './toShownName.js'

export type ProviderAnswer = {
  /** The address that the browser came back to, with all that the provider put there. */
  readonly url: URL
  readonly state: string
  readonly secrets: AuthorizationSecrets
}

/**
 * Exchanges a code for who it is. By the provider's id alone: addresses of mail change hands, and some providers never ask whether one
 * is somebody's own. Rejects where anything is not as it has to be: state, issuer, audience, nonce, signature, time, code. [I11]
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
  if (!isOidc) return readUser(client, provider, tokens.access_token)
  const claims = tokens.claims()
  if (!claims || claims.iss !== client.serverMetadata().issuer) throw new Error('The provider does not say who it is.')
  return toSubject(claims.iss, claims.sub, claims['name'] ?? claims['preferred_username'])
}

async function readUser(client: Configuration, provider: OAuthProvider, token: string): Promise<Subject> {
  const { issuer, userUrl, subjectPath, namePath } = provider
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'latchkey-vault' })
  const response = await fetchProtectedResource(client, token, new URL(userUrl), 'GET', null, headers)
  if (response.status !== 200) throw new Error(`The provider answers ${response.status} to who it is.`)
  const user: unknown = await response.json()
  return toSubject(issuer, read(user, subjectPath), read(user, namePath))
}

function read(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (one, name) =>
      typeof one === 'object' && one !== null && Object.hasOwn(one, name)
        ? (one as Readonly<Record<string, unknown>>)[name]
        : undefined,
    value,
  )
}

function toSubject(issuer: string, id: unknown, name: unknown): Subject {
  // numbers beyond what JSON keeps would be another's
  const subject = typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : id
  if (typeof subject !== 'string' || subject === '' || subject.length > 255)
    throw new Error('The provider names nobody.')
  const shown = toShownName(name)
  return { issuer, subject, ...(shown !== undefined && { name: shown }) }
}
