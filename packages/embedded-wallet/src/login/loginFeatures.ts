import type { ConnectorFeatures } from '@latchkey/core'

/** What a login, its account and its email have as abilities; all of it is loaded with the wallet, or later. */
export type LoginFeatures = Pick<
  ConnectorFeatures,
  | Extract<keyof ConnectorFeatures, `email:${string}` | `social:${string}` | `farcaster:${string}`>
  | 'account:type'
  | 'login:reopen'
>
