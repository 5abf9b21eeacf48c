import type {
  Abilities,
  CaipNetworkId,
  ConnectorFeatures,
  ConnectRequest,
  ConnectResult,
  Namespace,
  NamespaceRequest,
} from '@latchkey/core'

/** The part of the connector that speaks to the frame: loaded when somebody logs in, or did before. */
export type Wallet = {
  readonly features: LoginFeatures
  /** Throws `UNAUTHORIZED` where nobody is logged in. */
  connect(request: ConnectRequest): Promise<ConnectResult>
  /** Ends the login, in every chain family. */
  disconnect(request: NamespaceRequest): Promise<void>
  getFeatures(namespace: Namespace): Abilities
  /** The same each time. */
  getProvider(request: { readonly namespace: Namespace }): Promise<unknown>
  /** Where it is in a chain family, or of all of them where none is named; before it is connected, where it will be. */
  getNetworkId(namespace?: Namespace | undefined): CaipNetworkId | undefined
  destroy(): void
}

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
