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
export type AuthorizationSecrets = {
  readonly verifier: string
  readonly nonce: string
  /** Seconds that the login at the provider may be old; absent where nobody asked. */
  readonly maxAge?: number | undefined
}

export type AuthorizationTerms = {
  readonly redirectUri: string
  readonly state: string
  /** The provider is to look anew who is there. */
  readonly isFresh?: boolean | undefined
}

/** Where a browser is sent to, so that the provider says who its user is. Rejects where the provider cannot be asked. */
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
