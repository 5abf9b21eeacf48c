import type { Accounts } from '../../contracts/account.js'
import type { User, WalletIdentity } from '../../contracts/connector.js'
import type { PairingCode } from '../../contracts/features.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { AppLink } from '../../links/host.js'
import type { ByNamespace, CaipNetworkId, Namespace } from '../../utils/caip.js'

/** [S3.3] */
export type Connection = {
  readonly connectorId: string
  readonly namespace: Namespace
  /** The first is the active one. */
  readonly accounts: Accounts
  /** Where the wallet is; not always a network of this modal. */
  readonly caipNetworkId: CaipNetworkId
  readonly approvedCaipNetworkIds?: readonly CaipNetworkId[] | undefined
  /** Of a connector that reaches many wallets: which one this is. */
  readonly wallet?: WalletIdentity | undefined
  /** Of a connector that belongs to a login: who is logged in. */
  readonly user?: User | undefined
  /** Chain ids of EVM on which the wallet has a smart account. */
  readonly smartAccountEnabledNetworks?: readonly number[] | undefined
  readonly smartAccountDeployed?: boolean | undefined
}

/** [S4.1] */
export type ConnectionState =
  | { readonly status: 'disconnected' }
  | {
      readonly status: 'connecting'
      readonly connectorId: string
      readonly isReconnect: boolean
      /** Of what is restored, where the app's `initialState` says it: shown until the wallet has answered. */
      readonly address?: string | undefined
    }
  | {
      readonly status: 'connected'
      readonly connection: Connection
      /** The wallet that is being asked in its place; this one stays until that one has answered. */
      readonly nextConnectorId?: string | undefined
    }

/**
 * Of a stored connection: `active` is the one that a namespace uses, `connected` a live one beside it, `disconnected` one
 * that ended and can be taken up again. [S4.4]
 */
export type StoredStatus = 'active' | 'connected' | 'disconnected'

/** Enough to ask the same wallet again, silently. */
export type StoredConnection = {
  readonly connectorId: string
  readonly address: string
  /** Where it was: some wallets do not keep it themselves. */
  readonly caipNetworkId?: CaipNetworkId | undefined
  readonly status: StoredStatus
  /** Of a wallet behind a connector that reaches many: how it calls itself, as it was written. `getConnections` reads it. */
  readonly walletName?: unknown
}

/** What the wallet is being asked for in the view that shows it, and how that ended. */
export type Ask =
  | {
      readonly kind: 'connect'
      readonly connectorId: string
      readonly error?: AskError | undefined
    }
  | {
      readonly kind: 'connectChains'
      readonly connectorId: string
      readonly chains: ByNamespace<ChainAsk>
      readonly error?: AskError | undefined
    }
  | {
      readonly kind: 'pair'
      readonly connectorId: string
      /** Of the list; absent where any wallet will do. */
      readonly walletId?: string | undefined
      readonly namespace?: Namespace | undefined
      /** Absent until the relay has been reached. */
      readonly code?: PairingCode | undefined
      readonly error?: AskError | undefined
    }
  | { readonly kind: 'switch'; readonly caipNetworkId: CaipNetworkId; readonly error?: AskError | undefined }

/** A running pairing. */
export type Pairing = {
  /** What it is for. */
  readonly key: string
  /** The new connections; undefined where it failed or was left. Never rejects. */
  readonly result: Promise<readonly Connection[] | undefined>
  /** Aborts when the visitor leaves. */
  readonly signal: AbortSignal
  /** The link that the visitor has followed to the wallet on this phone. */
  link?: AppLink | undefined
}

/** How far one chain family of several has come. */
export type ChainAsk =
  | { readonly status: 'waiting' | 'asking' | 'connected' }
  | { readonly status: 'failed'; readonly error: AskError }

export type AskError = { readonly code: ErrorCode; readonly message: string }

/** Milliseconds from a pairing that failed to the next. [S9.14] */
export const pairingRetryDelay = 1_000
