import type { SocialProvider } from '../../protocol/login.js'

/** Common fields of all providers. */
type ProviderBase = {
  readonly provider: SocialProvider
  /** For display. */
  readonly name: string
  /** Data URL of its icon, for providers that the modal doesn't know. */
  readonly icon?: string | undefined
  /** Part of a user's identity: two providers may use the same id for different people. */
  readonly issuer: string
  readonly clientId: string
  readonly secret: ClientSecret
  readonly scope: string
  /** Additional parameters that ask for reauthentication, e.g. `prompt`. A `max_age` is checked against the response. */
  readonly fresh?: Readonly<Record<string, string>> | undefined
  /** A form post as the response from the provider. Default: a redirect. */
  readonly responseMode?: 'form_post' | undefined
}

export type ClientSecret =
  | { readonly kind: 'none' }
  | { readonly kind: 'post' | 'basic'; readonly value: string }
  /** Apple: a short-lived JWT, signed with the app owner's key. */
  | { readonly kind: 'apple'; readonly teamId: string; readonly keyId: string; readonly privateKey: string }

/** OpenID Connect: the identity is in a signed token. */
export type OidcProvider = ProviderBase & { readonly kind: 'oidc' }

/** An OAuth 2.0 provider with an endpoint that identifies the user of a token. */
export type OAuthProvider = ProviderBase & {
  readonly kind: 'oauth2'
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly userUrl: string
  /** Path within its response. */
  readonly subjectPath: readonly string[]
  readonly namePath: readonly string[]
}

export type Provider = OidcProvider | OAuthProvider

export type Providers = ReadonlyMap<SocialProvider, Provider>

/** Issuer of the ids of Farcaster users. */
export const farcasterIssuer = 'farcaster'

/** An identity that a provider vouched for. */
export type Subject = {
  readonly issuer: string
  readonly subject: string
  /** For display only. */
  readonly name?: string | undefined
}
