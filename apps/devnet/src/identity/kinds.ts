import { createHash } from 'node:crypto'

export type IdentityName = 'google' | 'github' | 'apple' | 'facebook' | 'x' | 'discord' | 'acme'

type IdentityKind =
  /** OpenID Connect. */
  | { readonly kind: 'oidc' }
  /** OAuth 2.0 with a provider-specific userinfo endpoint. */
  | { readonly kind: 'oauth2'; readonly scopes: readonly string[]; readonly toUser: (name: string) => unknown }

/** Derives a user id from a name, as long as the provider's own. */
const toNumber = (name: string, digits: number): string =>
  BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 24)}`)
    .toString()
    .padStart(digits, '1')
    .slice(0, digits)

/** Settings of each imitated provider. */
export const identityKinds: Readonly<Record<IdentityName, IdentityKind>> = {
  google: { kind: 'oidc' },
  apple: { kind: 'oidc' },
  acme: { kind: 'oidc' },
  github: {
    kind: 'oauth2',
    scopes: ['read:user'],
    toUser: (login) => ({ id: Number(toNumber(login, 8)), login, name: login, email: `${login}@example.org` }),
  },
  facebook: {
    kind: 'oauth2',
    scopes: ['public_profile'],
    toUser: (name) => ({ id: toNumber(name, 17), name }),
  },
  x: {
    kind: 'oauth2',
    scopes: ['users.read', 'tweet.read'],
    toUser: (username) => ({ data: { id: toNumber(username, 19), name: username, username } }),
  },
  discord: {
    kind: 'oauth2',
    scopes: ['identify'],
    toUser: (username) => ({ id: toNumber(username, 18), username, global_name: username, discriminator: '0' }),
  },
}

export const identityNames: readonly IdentityName[] = ['google', 'github', 'apple', 'facebook', 'x', 'discord', 'acme']

/** Display names. */
export const identityTitles: Readonly<Record<IdentityName, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
  acme: 'Acme ID',
}
