import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import { createAppleSecret } from './appleSecret.js'
import { boundedFetch } from './boundedFetch.js'
import type { ClientSecret, Provider } from './provider.js'

/** Seconds for each request. */
const timeout = 6

/** This vault as a client of a provider. Rejects where the provider does not say where it is found. */
export async function openClient(provider: Provider): Promise<Configuration> {
  const { issuer, clientId, secret } = provider
  const authentication = await toAuthentication(secret, provider)
  // what is not on this machine was refused when the configuration was read
  const local = new URL(issuer).protocol === 'http:' ? [allowInsecureRequests] : []
  if (provider.kind === 'oidc')
    return discovery(new URL(issuer), clientId, undefined, authentication, {
      [customFetch]: boundedFetch,
      // what a token says counts by its signature, not by the connection that it came over
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
