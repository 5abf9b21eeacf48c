/** Whom a visitor can log in with beside a mailbox. [S5.3] */
export type SocialProvider = 'google' | 'github' | 'apple' | 'facebook' | 'x' | 'discord'
export type LoginProvider = SocialProvider | 'farcaster'

/** As people know them. */
export const loginNames: Readonly<Record<LoginProvider, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
}

/**
 * What a login elsewhere is for, beside logging in, on the page `/account` alone.
 * - `link` adds it to the wallet that is logged in; `code` is the fresh one of its mailbox, where it has one
 * - `again` shows once more who is there, by a login that the wallet has
 */
export type LoginUse = { readonly use?: 'link' | 'again' | undefined; readonly code?: string | undefined }
