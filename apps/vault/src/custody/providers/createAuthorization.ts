import {
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import { openClient } from './openClient.js'
import type { Provider } from './provider.js'

/** What has to be known when the provider answers, and nobody else may know. */
export type AuthorizationSecrets = { readonly verifier: string; readonly nonce: string }

/** Where a browser is sent to, so that the provider says who its user is. Rejects where the provider cannot be asked. */
export async function createAuthorization(
  provider: Provider,
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string },
): Promise<AuthorizationSecrets & { readonly uri: string }> {
  const client: Configuration = await openClient(provider)
  const [verifier, nonce] = [randomPKCECodeVerifier(), randomNonce()]
  const uri = buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: provider.scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'oidc' && { nonce }),
    ...(provider.responseMode && { response_mode: provider.responseMode }),
  })
  return { verifier, nonce, uri: uri.href }
}
