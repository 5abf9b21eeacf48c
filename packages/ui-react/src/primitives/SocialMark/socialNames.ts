import type { Social } from '@latchkey/core'

/** What the providers call themselves: the same in every language. */
export const socialNames: { readonly [social in Social]: string } = {
  google: 'Google',
  x: 'X',
  farcaster: 'Farcaster',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
}
