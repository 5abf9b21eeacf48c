import type { FactorProof } from './factor.js'

/** Login providers besides email. [S5.3] */
export type SocialProvider = 'google' | 'github' | 'apple' | 'facebook' | 'x' | 'discord'
export type LoginProvider = SocialProvider | 'farcaster'

/** How a user logs in. */
export type LoginKind = 'email' | 'passkey' | LoginProvider

/** Display names. */
export const loginNames: Readonly<Record<Exclude<LoginKind, 'email'>, string>> = {
  passkey: 'Passkey',
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
}

/**
 * What a provider login is for, besides logging in, only on the page `/account`.
 * - `link` adds it to the current wallet; `code` is the fresh one of its mailbox, if it has one
 * - `again` reauthenticates the user, with a login that the wallet has
 */
export type LoginUse = {
  readonly use?: 'link' | 'again' | undefined
  readonly code?: string | undefined
  readonly proof?: FactorProof | undefined
}
