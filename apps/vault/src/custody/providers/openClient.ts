import { importPKCS8, SignJWT } from 'jose'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import type { ClientSecret, Provider } from './provider.js'

/** Request timeout in seconds. */
const timeout = 6

/** Configures the vault as a client of a provider. Rejects if discovery fails. */
export async function openClient(provider: Provider): Promise<Configuration> {
  const { issuer, clientId, secret } = provider
  const authentication = await toAuthentication(secret, provider)
  // http beyond this machine was rejected when the configuration was parsed
  const local = new URL(issuer).protocol === 'http:' ? [allowInsecureRequests] : []
  if (provider.kind === 'oidc')
    return discovery(new URL(issuer), clientId, undefined, authentication, {
      [customFetch]: boundedFetch,
      // a token counts by its signature, not by the connection it came over
      execute: [enableNonRepudiationChecks, ...local],
      timeout,
    })
  const { authorizationUrl, tokenUrl } = provider
  const server = { issuer, authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl }
  const client = new Configuration(server, clientId, undefined, authentication)
  client[customFetch] = boundedFetch
  client.timeout = timeout
  if (new URL(tokenUrl).protocol === 'http:') allowInsecureRequests(client)
  return client
}

async function toAuthentication(secret: ClientSecret, provider: Provider): Promise<ClientAuth> {
  if (secret.kind === 'none') return None()
  if (secret.kind === 'apple') return ClientSecretPost(await createAppleSecret(secret, provider))
  return secret.kind === 'basic' ? ClientSecretBasic(secret.value) : ClientSecretPost(secret.value)
}

/** Creates Apple's client secret: a JWT that is valid for five minutes, signed with the team's key. Uses the real clock, as Apple does. */
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

/** Max bytes of a provider's response. */
const limit = 262_144

/** Fetches from a provider, with a size limit and without following redirects. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, { ...options, redirect: 'manual' } as RequestInit)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    // leaving the loop closes the connection
    if (size > limit) throw new Error(`${new URL(url).host} returned more than ${limit} bytes.`)
    parts.push(part)
  }
  const { status, headers } = response
  const isEmpty = status === 204 || status === 205 || status === 304 || status < 200
  return new Response(isEmpty ? null : Buffer.concat(parts), { status: Math.max(status, 200), headers })
}
