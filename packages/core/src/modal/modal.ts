import type { AccountType } from '../contracts/account.js'
import type { AdapterInstance, Plugin } from '../contracts/adapter.js'
import type { Siwx } from '../contracts/auth.js'
import type { AuthEvent, Connector, ConnectorEvents, ConnectorMeta } from '../contracts/connector.js'
import type { Network, NetworkChoice } from '../contracts/network.js'
import type { AccountTab, AccountTypeChange } from '../controllers/account/state.js'
import type { ActivityMemory, ActivityState, RecentTransaction } from '../controllers/activity/state.js'
import type { Ask, Connection, ConnectionState, Pairing, StoredConnection } from '../controllers/connection/state.js'
import type { FarcasterState, PasskeyLoginState, SocialLoginState } from '../controllers/login/socialState.js'
import type { Approval, EmailUpdateState, LoginState } from '../controllers/login/state.js'
import type { IdentityState, NamesState } from '../controllers/names/state.js'
import type { OnRampState } from '../controllers/onramp/state.js'
import type { PayState, RunningPayment } from '../controllers/pay/state.js'
import type { PhoneLoginState } from '../controllers/phone/state.js'
import type { BalanceAmount, BalanceState, HoldingsRead, PortfolioState } from '../controllers/portfolio/state.js'
import type { SendState } from '../controllers/send/state.js'
import type { SmartSessionsState } from '../controllers/sessions/state.js'
import type {
  Alert,
  ErrorReport,
  ModalEvent,
  ModalFlags,
  ReportMemory,
  RouterState,
  ThemeState,
  Toast,
  TransactionEntry,
} from '../controllers/shell/state.js'
import type { PairingSignInRun, SiwxMemory, SiwxState } from '../controllers/sign-in/state.js'
import type { SwapState } from '../controllers/swap/state.js'
import type { OpenTransfer } from '../controllers/transfers/state.js'
import type { ListImage, WalletMemory } from '../controllers/wallets/memory.js'
import type { WalletListing, WalletsState } from '../controllers/wallets/state.js'
import type { ReadonlyStore, Store } from '../store/createStore.js'
import type { Persistence } from '../store/persist.js'
import type { ByNamespace, CaipNetworkId, Namespace } from '../utils/caip.js'
import type { Env } from './env.js'
import type { Features, LoginMethod, PasskeyUse, SocialProvider } from './features.js'
import type { Log } from './log.js'
import type { ResolvedOptions } from './options/options.js'

/** State of one namespace. Events in one namespace never change another. */
export type NamespaceState = {
  readonly connection: ConnectionState
  /** Connections beside the active one, with `multiWallet`. */
  readonly others: readonly Connection[]
  /** Recently ended connections, newest first. */
  readonly ended: readonly StoredConnection[]
  /** The account type that the user or the app prefers, if set; see `getPreferredAccountType`. [S3.21] */
  readonly accountType: AccountType | undefined
  readonly network: NetworkChoice
  readonly balance: BalanceState
  /** The account's portfolio, once requested. */
  readonly portfolio?: PortfolioState | undefined
  /** The account's name and avatar, once requested. */
  readonly identity?: IdentityState | undefined
}

/** The whole state of a modal, as plain serializable data. */
export type ModalState = {
  readonly status: 'idle' | 'ready' | 'destroyed'
  readonly modal: ModalFlags
  readonly router: RouterState
  readonly connectors: readonly ConnectorMeta[]
  /** Ids of recently used connectors, newest first. */
  readonly recentConnectorIds: readonly string[]
  /** How the user has last logged in to the embedded wallet, on this or an earlier visit. */
  readonly lastLogin?: LoginMethod | undefined
  readonly wallets: WalletsState
  readonly networks: readonly Network[]
  readonly namespaces: ByNamespace<NamespaceState>
  readonly activeNamespace: Namespace | undefined
  readonly ask?: Ask | undefined
  readonly siwx: SiwxState
  /** The current or last login by email. */
  readonly login?: LoginState | undefined
  /** The current or last change of the email address. */
  readonly emailUpdate?: EmailUpdateState | undefined
  /** The current or last login with a passkey. */
  readonly passkeyLogin?: PasskeyLoginState | undefined
  /** The current or last login by SMS. */
  readonly phoneLogin?: PhoneLoginState | undefined
  /** The current or last social login. */
  readonly socialLogin?: SocialLoginState | undefined
  /** The current or last login with Farcaster. */
  readonly farcaster?: FarcasterState | undefined
  /** Transactions of the active account, once a view has requested them. */
  readonly activity?: ActivityState | undefined
  /** The current or last swap. */
  readonly swap?: SwapState | undefined
  /** On-ramp options and the purchase, once a view has requested them. */
  readonly onramp?: OnRampState | undefined
  /** The registration of an account name, once the user has typed one. */
  readonly names?: NamesState | undefined
  /** The permissions granted by the active account, once a view has requested them. */
  readonly smartSessions?: SmartSessionsState | undefined
  /** The current or last transfer. */
  readonly send?: SendState | undefined
  /** The current or last payment requested by the app. */
  readonly pay?: PayState | undefined
  /** Transactions with an unknown outcome, once a wallet was asked for one. */
  readonly openTransfers?: readonly OpenTransfer[] | undefined
  /** Transactions that the app has registered, newest first, of all accounts, once there was one. */
  readonly recentTransactions?: readonly RecentTransaction[] | undefined
  /** The running change of account type, or the error of the last one. */
  readonly accountTypeChange?: AccountTypeChange | undefined
  /** The newest request that waits in an embedded wallet's own screen. */
  readonly approval?: Approval | undefined
  /** The app's labels for addresses, by lowercase address. */
  readonly addressLabels: { readonly [address: string]: string }
  /** The selected tab of the Account view, once the user has chosen one. */
  readonly accountTab?: AccountTab | undefined
  readonly features: Features
  readonly theme: ThemeState
  /** The language of the UI (BCP 47), once the app's choice has been loaded. */
  readonly locale?: string | undefined
  readonly toast?: Toast | undefined
  readonly alert?: Alert | undefined
  /** The most recent event. */
  readonly event?: ModalEvent | undefined
}

/** A stored connection whose wallet has not responded yet. */
export type AwaitedConnection = Omit<StoredConnection, 'status'> & {
  readonly namespace: Namespace
  readonly isActive: boolean
}

/** Features that are loaded on first use. Each one is a chunk. */
export type LazyFeatures = {
  connection(): Promise<{
    reconnect(modal: Modal, startedAt: number): void
    followAdapter(modal: Modal, namespace: Namespace, adapter: AdapterInstance): void
  }>
  login(): Promise<{
    handleAuthEvent(modal: Modal, connectorId: string, event: AuthEvent): void
    resumeSocialLogin(modal: Modal, connector: Connector): Promise<void>
    startSocialLogin(
      modal: Modal,
      options: { readonly provider: SocialProvider; readonly namespace?: Namespace | undefined },
    ): Promise<unknown>
    startPasskeyLogin(
      modal: Modal,
      options: { readonly use: PasskeyUse; readonly namespace?: Namespace | undefined },
    ): Promise<unknown>
    startFarcaster(modal: Modal, options: { readonly namespace?: Namespace | undefined }): Promise<unknown>
  }>
  wallets(): Promise<{
    prefetchWallets(modal: Modal): Promise<void>
    fetchWalletListing(
      modal: Modal,
      request: { readonly walletId: string; readonly signal?: AbortSignal | undefined },
    ): Promise<WalletListing | undefined>
    fetchImageUrl(modal: Modal, image: ListImage): Promise<string | undefined>
  }>
  images(): Promise<{
    fetchNetworkImage(modal: Modal, network: Network): Promise<string | undefined>
    fetchTokenImage(
      modal: Modal,
      token: { readonly caipNetworkId: CaipNetworkId; readonly address?: string | undefined },
    ): Promise<string | undefined>
  }>
  signIn(): Promise<{
    startSignIn(modal: Modal): Promise<void>
    finishSignedIn(modal: Modal, finish: () => void): Promise<void>
    endSignIns(modal: Modal, connections: readonly Connection[]): Promise<void>
    createPairingSignIn(modal: Modal, signal: AbortSignal): Promise<PairingSignInRun | undefined>
  }>
  sessions(): Promise<{
    recordPermission(modal: Modal, connectorId: string, event: ConnectorEvents['permission']): Promise<void>
  }>
  recentTransactions(): Promise<{ resumeRecentTransactions(modal: Modal): void }>
  telemetry(): Promise<{ reportError(modal: Modal, report: ErrorReport): Promise<void> }>
}

/** The writable side of a Modal, for core's controllers and for packages that extend it. Not for apps. */
export type Internals = {
  readonly options: ResolvedOptions
  readonly store: Store<ModalState>
  readonly persistence: Persistence
  readonly log: Log
  /** Functions that cancel running timers, by name; see attempts.ts. */
  readonly timers: Map<string, () => void>
  /** Running requests by key; see attempts.ts. */
  readonly attempts: Map<string | symbol, AbortController>
  /** End times of running cooldowns by name, in milliseconds since the epoch; see attempts.ts. */
  readonly cooldowns: Map<string, number>
  readonly adapters: Map<Namespace, AdapterInstance>
  readonly connectors: Map<string, Connector>
  /** Stored connections that are still to be restored, by `toConnectionKey`. */
  readonly awaited: Map<string, AwaitedConnection>
  /** Writes of connections to storage that wait until the connection is painted. Calling one again does nothing. */
  readonly pendingStores: Set<() => void>
  /** Functions that stop listening to the wallet of a connection, by key. */
  readonly listening: Map<string, () => void>
  readonly transactions: TransactionEntry[]
  /** Pending balance requests by account, shared by concurrent callers. */
  readonly reads: Map<string, Promise<BalanceAmount | undefined>>
  /** Features set by the app, before dependencies between them are resolved. */
  localFeatures: Partial<Features>
  /** The language that the app has chosen for the UI, if there is one. */
  readonly getLocale: () => string | undefined
  /** Features set by the project's remote settings. They override the app's. */
  imposedFeatures?: Partial<Features>
  /** Whether the project doesn't allow logins on this page. */
  areLoginsBarred?: boolean
  /** The pending or completed request for the project's settings; see prefetchConfig.ts. */
  configRead?: Promise<void> | undefined
  /** Data about sent error reports, once there was one. */
  reports?: ReportMemory
  /** The client id that identifies this page to services, once a connector has set it. [S7.25] */
  clientId?: string
  /** The running pairing. A view that requests the same one joins it. */
  pairing?: Pairing | undefined
  /** The sign-in, if configured: from the option, or from the plugin after `start()`. */
  siwx?: Siwx | undefined
  /** Sign-in data outside the state, once needed. */
  signIns?: SiwxMemory | undefined
  /** Requests that wait in an embedded wallet's own screen, oldest first; absent before the first. */
  approvals?: readonly Approval[] | undefined
  /** Wallet list data outside the state, once the list was queried. */
  wallets?: WalletMemory
  /** Loads the chains that `services.blockchainApi` supports, once. */
  loadServedChains?: () => Promise<readonly CaipNetworkId[]>
  /** Fresh portfolio responses by account, shared by concurrent callers. */
  holdings?: Map<string, HoldingsRead>
  /** Activity data outside the state, once requested. */
  activity?: ActivityMemory
  /** Functions that stop waiting for the outcome of a registered transaction, by network and hash. */
  confirmations?: Map<string, () => void>
  /** The running payment, until the app's promise settles. */
  payment?: RunningPayment | undefined
  /** Functions that search again for a transaction without a known outcome, by its id. */
  searches?: Map<string, () => void>
  /** Each returns false to keep the modal from closing. */
  readonly guards: Set<(state: ModalState) => boolean>
  readonly signal: AbortSignal
  readonly load: LazyFeatures
  onStart(run: () => void): void
  onDestroy(run: () => void): void
  /** Sends an error report if the app enabled telemetry. */
  report(report: ErrorReport): void
  /** Warns the developer about a failure that didn't stop the work. */
  warn(cause: unknown): void
}

export const internals: unique symbol = Symbol.for('latchkey.internals')

/** A wallet modal, created by `createModal`. Several can live on one page. */
export type Modal<plugins extends readonly Plugin[] = readonly Plugin[]> = ReadonlyStore<ModalState> & {
  readonly id: string
  readonly adapters: plugins
  readonly env: Env
  /** Starts the modal. Window, timers, storage and network are not used before. Safe to call again. */
  start(): void
  /** Destroys the modal for good. No node, listener, timer or request remains. */
  destroy(): void
  readonly [internals]: Internals
}
