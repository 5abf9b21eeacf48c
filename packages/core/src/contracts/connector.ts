import type { Social } from '../modal/features.js'
import type { ByNamespace, CaipNetworkId, Namespace } from '../utils/caip.js'
import type { Accounts, AccountType } from './account.js'
import type { ConnectorFeatures } from './features.js'
import type { Network } from './network.js'

export type ConnectorType = 'AUTH' | 'WALLET_CONNECT' | 'INJECTED' | 'ANNOUNCED' | 'EXTERNAL' | 'MULTI_CHAIN'

/** Describes a connector. Plain data that is kept in the state. [S3.5] */
export type ConnectorMeta = {
  /** Stable across reloads: stored connections refer to it. */
  readonly id: string
  readonly type: ConnectorType
  readonly name: string
  /** A data or https URL. Shown in image elements only. */
  readonly icon?: string | undefined
  /** Reverse domain name (EIP-6963), e.g. `io.metamask`. A claim, not a proof. */
  readonly rdns?: string | undefined
  readonly namespaces: readonly [Namespace, ...Namespace[]]
  /** The connectors that a `MULTI_CHAIN` connector combines. Connections belong to these. */
  readonly connectorIds?: ByNamespace<string> | undefined
  /** URL of the wallet's own account page, e.g. for devices and recovery. Opens in a new window. */
  readonly accountUrl?: string | undefined
  /** The looks of login providers that the modal doesn't know, by id. */
  readonly logins?: Readonly<Record<string, LoginLook>> | undefined
}

/** How the modal shows a login provider. */
export type LoginLook = {
  readonly name: string
  /** A data or https URL. Shown in image elements only. Default: the first letter of the name. */
  readonly icon?: string | undefined
}

export type ConnectRequest = {
  readonly namespace: Namespace
  /** The preferred network, chosen before connecting. The connector may pass it to its wallet. */
  readonly network?: Network | undefined
  /** The account type that the user or the app prefers, for wallets with several. [S3.21] */
  readonly accountType?: AccountType | undefined
  /** Connects only if the wallet needs no consent from the user. */
  readonly silent: boolean
  /** The stored session to restore. Another tab may have begun it: the connector then reads its storage again. */
  readonly sessionId?: string | undefined
  readonly signal: AbortSignal
}

export type ConnectResult = {
  /** The first is the active one. */
  readonly accounts: Accounts
  /** The wallet's current network, whether the app supports it or not. */
  readonly caipNetworkId: CaipNetworkId
  /** Networks that the wallet approved; absent if it accepts any. [S3.7] */
  readonly approvedCaipNetworkIds?: readonly CaipNetworkId[] | undefined
  /** The wallet behind a connector that reaches many; absent if the connector is the wallet. [S3.6] */
  readonly wallet?: WalletIdentity | undefined
  /** The session with the wallet, for connectors that keep one in storage: it has another id once it is replaced. */
  readonly sessionId?: string | undefined
  /** The logged-in user, for wallets with a login. Not stored. [S3.6] */
  readonly user?: User | undefined
  /** EVM chain ids on which the wallet has a smart account. Not stored. [S3.7] */
  readonly smartAccountEnabledNetworks?: readonly number[] | undefined
  /** Whether the smart account of this namespace is already deployed on the network. Not stored. [S3.6] */
  readonly smartAccountDeployed?: boolean | undefined
}

/** The login of an embedded wallet. [S3.6] */
export type User = {
  readonly email?: string | undefined
  /** As the provider returns it; `toUserName` formats it for display. */
  readonly username?: string | undefined
  /** The provider of a social login; absent for email logins. */
  readonly socialProvider?: Social | undefined
  /** There is no login: only this browser opens the wallet. */
  readonly isGuest?: boolean | undefined
}

/** How a wallet identifies itself. A claim, not a proof. */
export type WalletIdentity = {
  readonly name: string
  /** A data URL. Shown in image elements only. */
  readonly icon?: string | undefined
}

export type ConnectorEvents = {
  /** The wallet switched its accounts or its network. Absent fields did not change. */
  change: { readonly namespace: Namespace } & { readonly [key in keyof ConnectResult]?: ConnectResult[key] | undefined }
  /** The wallet disconnected. */
  disconnect: { readonly namespace: Namespace }
  /**
   * A request waits in the wallet's own screen, which the modal embeds (`asked`), is visible there (`shown`, again
   * whenever the screen needs another height), or has ended. Every request that is `asked` ends exactly once. [S4.19]
   */
  approval: {
    readonly namespace: Namespace
    /** Id of the request; constant until it ends. */
    readonly id: string
  } & (
    | { readonly status: 'asked' | 'done' | 'failed' }
    /** `height`: of the whole screen without scrolling, in CSS pixels. */
    | { readonly status: 'shown'; readonly height: number }
  )
  /**
   * The user granted permissions to the app, or revoked them, by a request to the wallet's own interface. `signature`:
   * see `activation` and `permissions:revoke`. [ERC-7715]
   */
  permission: {
    readonly namespace: Namespace
    readonly address: string
    readonly status: 'granted' | 'revoked'
    readonly context: string
    readonly signature?: string | undefined
  }
  /** The app called a method that this wallet never allows. It has already been rejected. [S8.17] */
  notAllowed: { readonly namespace: Namespace; readonly method: string }
}

export type NamespaceRequest = { readonly namespace: Namespace; readonly signal: AbortSignal }

export type Abilities = { readonly [name in keyof ConnectorFeatures]?: ConnectorFeatures[name] | undefined }

/** Reaches a wallet in one way. Every method rejects when its signal aborts. */
export type Connector = {
  readonly meta: ConnectorMeta
  /** Abilities by name. An absent entry is not supported. */
  readonly features: Abilities
  /**
   * Returns the abilities that the wallet has in one namespace, in addition to `features`. For connectors that span
   * namespaces.
   */
  getFeatures?(namespace: Namespace): Abilities
  /**
   * Loads the code that connecting needs, when the user is about to connect, and may run it with a made-up wallet, so that the engine has
   * compiled it. Sends nothing to the wallet.
   */
  prepare?(): void
  /** Throws `USER_REJECTED` if the user declines, and `UNAUTHORIZED` if a silent connect would need consent. */
  connect(request: ConnectRequest): Promise<ConnectResult>
  disconnect(request: NamespaceRequest): Promise<void>
  /** Returns the wallet's own interface: EIP-1193 on EVM, a Wallet Standard wallet or the injected object elsewhere. */
  getProvider(request: { readonly namespace: Namespace }): Promise<unknown>
  on<event extends keyof ConnectorEvents>(event: event, listener: (data: ConnectorEvents[event]) => void): () => void
  destroy(): void
}

/** An event of an embedded wallet about requests in its own screen. */
export type AuthEvent = ConnectorEvents['approval'] | ConnectorEvents['notAllowed']
