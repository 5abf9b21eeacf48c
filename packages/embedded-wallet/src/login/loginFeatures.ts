import type { ConnectorFeatures } from '@latchkey/core'

/** What a login, its account, its email and its screen have as abilities; all of it is loaded with the wallet, or later. */
export type LoginFeatures = Pick<
  ConnectorFeatures,
  | Extract<
      keyof ConnectorFeatures,
      `email:${string}` | `social:${string}` | `farcaster:${string}` | `approval:${string}`
    >
  | 'account:type'
  | 'login:reopen'
  | 'theme:sync'
>
