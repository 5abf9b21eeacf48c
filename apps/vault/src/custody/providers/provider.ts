import type { SocialProvider } from '../../protocol/login.js'

/** What every provider is told apart by and asked with. */
type ProviderBase = {
  readonly provider: SocialProvider
  /** Part of who somebody is: two providers may know different people by the same id. */
  readonly issuer: string
  readonly clientId: string
  readonly secret: ClientSecret
  readonly scope: string
  /** What it is asked with besides where it has to look anew who is there, e.g. `prompt`. A `max_age` is held against its answer. */
  readonly fresh?: Readonly<Record<string, string>> | undefined
  /** How the provider sends back: an address, or a form that the browser posts. */
  readonly responseMode?: 'form_post' | undefined
}

export type ClientSecret =
  | { readonly kind: 'none' }
  | { readonly kind: 'post' | 'basic'; readonly value: string }
  /** Apple: a token that lives for minutes, signed by the key of the app's owner. */
  | { readonly kind: 'apple'; readonly teamId: string; readonly keyId: string; readonly privateKey: string }

/** OpenID Connect: who it is stands in a signed token. */
export type OidcProvider = ProviderBase & { readonly kind: 'oidc' }

/** OAuth 2.0 with an address that says whose token it is. */
export type OAuthProvider = ProviderBase & {
  readonly kind: 'oauth2'
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly userUrl: string
  /** Where in its answer. */
  readonly subjectPath: readonly string[]
  readonly namePath: readonly string[]
}

export type Provider = OidcProvider | OAuthProvider

export type Providers = ReadonlyMap<SocialProvider, Provider>

/** Whom a provider vouched for. */
export type Subject = {
  readonly issuer: string
  readonly subject: string
  /** To be shown only. */
  readonly name?: string | undefined
}
