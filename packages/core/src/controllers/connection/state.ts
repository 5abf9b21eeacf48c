import type { Accounts } from '../../contracts/account.js'
import type { User, WalletIdentity } from '../../contracts/connector.js'
import type { PairingCode } from '../../contracts/features.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { AppLink } from '../../links/host.js'
import type { ByNamespace, CaipNetworkId, Namespace } from '../../utils/caip.js'

/** A live connection of a wallet in one namespace. [S3.3] */
export type Connection = {
  readonly connectorId: string
  readonly namespace: Namespace
  /** The first is the active one. */
  readonly accounts: Accounts
  /** The wallet's current network; not always one of the modal's. */
  readonly caipNetworkId: CaipNetworkId
  readonly approvedCaipNetworkIds?: readonly CaipNetworkId[] | undefined
  /** The wallet, for connectors that reach many. */
  readonly wallet?: WalletIdentity | undefined
  /** The session with the wallet, for connectors that keep one. */
  readonly sessionId?: string | undefined
  /** The logged-in user, for connectors with a login. */
  readonly user?: User | undefined
  /** EVM chain ids on which the wallet has a smart account. */
  readonly smartAccountEnabledNetworks?: readonly number[] | undefined
  readonly smartAccountDeployed?: boolean | undefined
}

/** State of the active connection of a namespace. [S4.1] */
export type ConnectionState =
  | { readonly status: 'disconnected' }
  | {
      readonly status: 'connecting'
      readonly connectorId: string
      readonly isReconnect: boolean
      /** The restored address, if the app's `initialState` includes it: shown until the wallet has responded. */
      readonly address?: string | undefined
    }
  | {
      readonly status: 'connected'
      readonly connection: Connection
      /** The wallet that is being asked to replace it; this connection stays until that wallet has responded. */
      readonly nextConnectorId?: string | undefined
    }

/**
 * Status of a stored connection. `active`: the one that its namespace uses; `connected`: a live one beside it;
 * `disconnected`: it ended and can be reconnected. [S4.4]
 */
export type StoredStatus = 'active' | 'connected' | 'disconnected'

/** The data that is needed to reconnect a wallet silently. */
export type StoredConnection = {
  readonly connectorId: string
  readonly address: string
  /** The last network, as some wallets don't remember it. */
  readonly caipNetworkId?: CaipNetworkId | undefined
  readonly status: StoredStatus
  /** The claimed name of the wallet, for connectors that reach many. Unparsed; read by `getConnections`. */
  readonly walletName?: unknown
  /** The session with the wallet. Unparsed; read by `readSessionId`. */
  readonly sessionId?: unknown
}

/** The request to a wallet that a view shows, and its error. */
export type Ask =
  | {
      readonly kind: 'connect'
      readonly connectorId: string
      readonly error?: RequestError | undefined
    }
  | {
      readonly kind: 'connectChains'
      readonly connectorId: string
      readonly chains: ByNamespace<NamespaceRequestState>
      readonly error?: RequestError | undefined
    }
  | {
      readonly kind: 'pair'
      readonly connectorId: string
      /** Id of the wallet in the list; absent for any wallet. */
      readonly walletId?: string | undefined
      readonly namespace?: Namespace | undefined
      /** Absent until the relay has been reached. */
      readonly code?: PairingCode | undefined
      readonly error?: RequestError | undefined
    }
  | { readonly kind: 'switch'; readonly caipNetworkId: CaipNetworkId; readonly error?: RequestError | undefined }

/** A running pairing. */
export type Pairing = {
  /** Identifies the options of the pairing. */
  readonly key: string
  /** The new connections. Rejects if it failed or the user left. */
  readonly result: Promise<readonly Connection[]>
  /** Aborts when the user leaves. */
  readonly signal: AbortSignal
  /** The link that the user followed to the wallet on this phone. */
  link?: AppLink | undefined
}

/** Progress of one of several namespaces. */
export type NamespaceRequestState =
  | { readonly status: 'waiting' | 'asking' | 'connected' }
  | { readonly status: 'failed'; readonly error: RequestError }

export type RequestError = { readonly code: ErrorCode; readonly message: string }

/** Minimum milliseconds between a failed pairing and the next one. [S9.14] */
export const pairingRetryDelay = 1_000
