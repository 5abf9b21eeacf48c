import type {
  Abilities,
  CaipNetworkId,
  ConnectorFeatures,
  ConnectRequest,
  ConnectResult,
  Namespace,
  NamespaceRequest,
} from '@latchkey/core'

/** The part of the connector that talks to the frame. Loaded with a login, or after an earlier one. */
export type Wallet = {
  readonly features: LoginFeatures
  /** Throws `UNAUTHORIZED` if no user is logged in. */
  connect(request: ConnectRequest): Promise<ConnectResult>
  /** Ends the login in every namespace. */
  disconnect(request: NamespaceRequest): Promise<void>
  getFeatures(namespace: Namespace): Abilities
  /** Returns the same provider each time. */
  getProvider(request: { readonly namespace: Namespace }): Promise<unknown>
  /** The current network in a namespace (default: the first connected one); before connecting, the one that will be used. */
  getNetworkId(namespace?: Namespace | undefined): CaipNetworkId | undefined
  destroy(): void
}

/** Features of a login, its account, its email and its approval screen. */
export type LoginFeatures = Pick<
  ConnectorFeatures,
  | Extract<
      keyof ConnectorFeatures,
      | `email:${string}`
      | `passkey:${string}`
      | `phone:${string}`
      | `social:${string}`
      | `farcaster:${string}`
      | 'token:login'
      | `guest:${string}`
      | `approval:${string}`
    >
  | 'account:type'
  | 'login:reopen'
  | 'theme:sync'
>
