import type { Social } from '../modal/features.js'
import type { ByNamespace, CaipNetworkId, Namespace } from '../utils/caip.js'
import type { Accounts, AccountType } from './account.js'
import type { ConnectorFeatures } from './features.js'
import type { Network } from './network.js'

export type ConnectorType = 'AUTH' | 'WALLET_CONNECT' | 'INJECTED' | 'ANNOUNCED' | 'EXTERNAL' | 'MULTI_CHAIN'

/** What is known of a connector: plain data, kept in the state. [S3.5] */
export type ConnectorMeta = {
  /** The same after a reload: stored connections name it. */
  readonly id: string
  readonly type: ConnectorType
  readonly name: string
  /** A data or https URL, only ever shown in an image element. */
  readonly icon?: string | undefined
  /** Reverse domain name of EIP-6963, e.g. `io.metamask`: a claim, not a proof. */
  readonly rdns?: string | undefined
  readonly namespaces: readonly [Namespace, ...Namespace[]]
  /** Of a `MULTI_CHAIN` connector: the connectors that it joins. Connections are theirs. */
  readonly connectorIds?: ByNamespace<string> | undefined
  /** Page of the wallet's own site where its owner sees to it, e.g. to devices and recovery. It opens in a window of its own. */
  readonly accountUrl?: string | undefined
}

export type ConnectRequest = {
  readonly namespace: Namespace
  /** The network chosen before connecting: a wish, which the connector may pass to its wallet. */
  readonly network?: Network | undefined
  /** The kind of account that the visitor or the app prefers, where the wallet has several. [S3.21] */
  readonly accountType?: AccountType | undefined
  /** Connect only if that needs no consent from the visitor. */
  readonly silent: boolean
  readonly signal: AbortSignal
}

export type ConnectResult = {
  /** The first is the active one. */
  readonly accounts: Accounts
  /** Where the wallet is now, whether the app supports it or not. */
  readonly caipNetworkId: CaipNetworkId
  /** Networks that the wallet approved; absent when it takes any. [S3.7] */
  readonly approvedCaipNetworkIds?: readonly CaipNetworkId[] | undefined
  /** Who is behind a connector that reaches many wallets; absent where the connector is the wallet. [S3.6] */
  readonly wallet?: WalletIdentity | undefined
  /** Who is logged in, where the wallet belongs to a login. Not stored. [S3.6] */
  readonly user?: User | undefined
  /** Chain ids of EVM on which the wallet has a smart account. Not stored. [S3.7] */
  readonly smartAccountEnabledNetworks?: readonly number[] | undefined
  /** Whether the smart account of this chain family is a contract on the network already. Not stored. [S3.6] */
  readonly smartAccountDeployed?: boolean | undefined
}

/** The login that an embedded wallet belongs to. [S3.6] */
export type User = {
  readonly email?: string | undefined
  /** As the provider gives it; `toUserName` says how it is shown. */
  readonly username?: string | undefined
  /** Where the visitor logged in; absent of a login by email. */
  readonly socialProvider?: Social | undefined
}

/** How a wallet calls itself: a claim, not a proof. */
export type WalletIdentity = {
  readonly name: string
  /** A data URL, only ever shown in an image element. */
  readonly icon?: string | undefined
}

export type ConnectorEvents = {
  /** The wallet switched its accounts or its network; what is absent did not change. */
  change: { readonly namespace: Namespace } & { readonly [key in keyof ConnectResult]?: ConnectResult[key] | undefined }
  /** The wallet let go. */
  disconnect: { readonly namespace: Namespace }
  /**
   * A request waits in the wallet's own screen, which is shown in the modal (`asked`), or has come to its end. Every one that
   * was asked ends, once. [S4.19]
   */
  approval: {
    readonly namespace: Namespace
    /** Of the request, the same until it ends. */
    readonly id: string
    readonly status: 'asked' | 'done' | 'failed'
  }
  /** The app asked for what this wallet never does; it was refused already. [S8.17] */
  notAllowed: { readonly namespace: Namespace; readonly method: string }
}

export type NamespaceRequest = { readonly namespace: Namespace; readonly signal: AbortSignal }

export type Abilities = { readonly [name in keyof ConnectorFeatures]?: ConnectorFeatures[name] | undefined }

/** One way to reach a wallet. Every method gives up when its signal aborts. */
export type Connector = {
  readonly meta: ConnectorMeta
  /** Abilities by name: absent means absent. */
  readonly features: Abilities
  /** Of a connector that spans chain families: the abilities that its wallet has in one of them, beside `features`. */
  getFeatures?(namespace: Namespace): Abilities
  /** Loads what connecting will need, as the visitor is about to ask for it; asks the wallet nothing. */
  prepare?(): void
  /** Throws `USER_REJECTED` when declined; when silent and consent would be needed, `UNAUTHORIZED`. */
  connect(request: ConnectRequest): Promise<ConnectResult>
  disconnect(request: NamespaceRequest): Promise<void>
  /** The wallet's own interface: EIP-1193 on EVM, the wallet of Wallet Standard or the injected object elsewhere. */
  getProvider(request: { readonly namespace: Namespace }): Promise<unknown>
  on<event extends keyof ConnectorEvents>(event: event, listener: (data: ConnectorEvents[event]) => void): () => void
  destroy(): void
}

/** What an embedded wallet reports about requests that wait in its own screen. */
export type AuthEvent = ConnectorEvents['approval'] | ConnectorEvents['notAllowed']
