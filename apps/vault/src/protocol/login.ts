import type { FactorProof } from './factor.js'

/** Login providers besides email [S5.3]; any other id is an OpenID Connect provider that the operator has set up. */
export type SocialProvider = 'google' | 'github' | 'apple' | 'facebook' | 'x' | 'discord' | (string & {})

/** Besides these: `phone`, by SMS, `token`, by a JWT of the app's backend, and `guest`, by the browser alone. */
export type LoginProvider = SocialProvider | 'farcaster' | 'phone' | 'token' | 'guest'

/** A login method. */
export type LoginKind = 'email' | 'passkey' | LoginProvider

/** Display names of the known providers. */
const loginNames: Readonly<Record<string, string>> = {
  passkey: 'Passkey',
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  phone: 'SMS',
  token: 'App login',
  guest: 'Guest',
}

/** The look of a provider that the operator has set up. `icon` is a data URL. */
export type ProviderLook = { readonly name: string; readonly icon?: string | undefined }

/** The looks of such providers, by id. */
export type ProviderLooks = ReadonlyMap<string, ProviderLook>

/** Display name of a provider. One that is no longer set up is shown by its id. */
export function toLoginName(provider: LoginKind, looks?: ProviderLooks): string {
  return (
    looks?.get(provider)?.name ?? (Object.hasOwn(loginNames, provider) ? loginNames[provider] : undefined) ?? provider
  )
}

/** Ids of providers: short enough for columns and addresses, and without the characters that delimit them there. */
export const providerId = /^[a-z][a-z0-9-]{0,31}$/

/**
 * Purposes of a provider login besides logging in, only on the page `/account`.
 * - `link` adds it to the current wallet; `code` is the fresh one of its mailbox, if it has one
 * - `again` reauthenticates the user, with a login that the wallet has
 */
export type LoginUse = {
  readonly use?: 'link' | 'again' | undefined
  readonly code?: string | undefined
  readonly proof?: FactorProof | undefined
}
