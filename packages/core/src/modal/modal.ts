import type { AccountType } from '../contracts/account.js'
import type { AdapterInstance, Plugin } from '../contracts/adapter.js'
import type { Siwx } from '../contracts/auth.js'
import type { AuthEvent, Connector, ConnectorMeta } from '../contracts/connector.js'
import type { Network, NetworkChoice } from '../contracts/network.js'
import type { AccountTab, AccountTypeChange } from '../controllers/account/state.js'
import type { ActivityMemory, ActivityState } from '../controllers/activity/state.js'
import type { Ask, Connection, ConnectionState, Pairing, StoredConnection } from '../controllers/connection/state.js'
import type { FarcasterState, SocialLoginState } from '../controllers/login/socialState.js'
import type { Approval, EmailUpdateState, LoginState } from '../controllers/login/state.js'
import type { IdentityState, NamesState } from '../controllers/names/state.js'
import type { OnRampState } from '../controllers/onramp/state.js'
import type { PayState, RunningPayment } from '../controllers/pay/state.js'
import type { BalanceAmount, BalanceState, HoldingsRead, PortfolioState } from '../controllers/portfolio/state.js'
import type { SendState } from '../controllers/send/state.js'
import type { SmartSessionsState } from '../controllers/sessions/state.js'
import type {
  Alert,
  Fault,
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
import type { WalletMemory } from '../controllers/wallets/memory.js'
import type { WalletsState } from '../controllers/wallets/state.js'
import type { ReadonlyStore, Store } from '../store/createStore.js'
import type { Persistence } from '../store/persist.js'
import type { ByNamespace, CaipNetworkId, Namespace } from '../utils/caip.js'
import type { Env } from './env.js'
import type { Features, SocialProvider } from './features.js'
import type { ResolvedOptions } from './options/options.js'

/** State of one chain family. An event in one never changes another. */
export type NamespaceState = {
  readonly connection: ConnectionState
  /** Wallets that are connected beside the active one, with `multiWallet`. */
  readonly others: readonly Connection[]
  /** Connections that ended lately, newest first. */
  readonly ended: readonly StoredConnection[]
  /** The kind of account that the app prefers, where it says so; see getPreferredAccountType.ts. [S3.21] */
  readonly accountType: AccountType | undefined
  readonly network: NetworkChoice
  readonly balance: BalanceState
  /** What the account holds, once it was asked for. */
  readonly portfolio?: PortfolioState | undefined
  /** What the account is called, once it was asked for. */
  readonly identity?: IdentityState | undefined
}

/** All that a Modal shows, as plain serialisable data. */
export type ModalState = {
  readonly status: 'idle' | 'ready' | 'destroyed'
  readonly modal: ModalFlags
  readonly router: RouterState
  readonly connectors: readonly ConnectorMeta[]
  /** Ids of connectors used lately, newest first. */
  readonly recentConnectorIds: readonly string[]
  readonly wallets: WalletsState
  readonly networks: readonly Network[]
  readonly namespaces: ByNamespace<NamespaceState>
  readonly activeNamespace: Namespace | undefined
  readonly ask?: Ask | undefined
  readonly siwx: SiwxState
  /** A login by email, once there was one. */
  readonly login?: LoginState | undefined
  /** A change of email, once there was one. */
  readonly emailUpdate?: EmailUpdateState | undefined
  /** A login at a provider, once there was one. */
  readonly socialLogin?: SocialLoginState | undefined
  /** A login with Farcaster, once there was one. */
  readonly farcaster?: FarcasterState | undefined
  /** Transactions of the active account, once a view has asked for them. */
  readonly activity?: ActivityState | undefined
  /** A swap, once there was one. */
  readonly swap?: SwapState | undefined
  /** A purchase, once a view has asked what can be bought. */
  readonly onramp?: OnRampState | undefined
  /** A name for the account, once one was typed. */
  readonly names?: NamesState | undefined
  /** The permissions that the active account has granted, once a view has asked for them. */
  readonly smartSessions?: SmartSessionsState | undefined
  /** A transfer, once there was one. */
  readonly send?: SendState | undefined
  /** A payment that the app has asked for, once there was one. */
  readonly pay?: PayState | undefined
  /** Transactions whose outcome nobody has seen yet, once a wallet was asked for one. */
  readonly openTransfers?: readonly OpenTransfer[] | undefined
  /** A change of account type that runs, or how the last one failed. */
  readonly accountTypeChange?: AccountTypeChange | undefined
  /** The newest request that waits in an embedded wallet's own screen. */
  readonly approval?: Approval | undefined
  /** The app's own names for addresses, by lower-case address. */
  readonly addressLabels: { readonly [address: string]: string }
  /** The tab of the account that is shown, once the visitor has chosen one. */
  readonly accountTab?: AccountTab | undefined
  readonly features: Features
  readonly theme: ThemeState
  /** The language that the UI shows, as BCP 47, once the app has chosen one and it is there. */
  readonly locale?: string | undefined
  readonly toast?: Toast | undefined
  readonly alert?: Alert | undefined
  /** The last thing that happened. */
  readonly event?: ModalEvent | undefined
}

/** A stored connection whose wallet has not answered yet. */
export type AwaitedConnection = Omit<StoredConnection, 'status'> & {
  readonly namespace: Namespace
  readonly isActive: boolean
}

/** Features that a page loads only if it uses them: each is a chunk of its own. */
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
    startFarcaster(modal: Modal, options: { readonly namespace?: Namespace | undefined }): Promise<unknown>
  }>
  signIn(): Promise<{
    startSignIn(modal: Modal): Promise<void>
    finishSignedIn(modal: Modal, finish: () => void): Promise<void>
    endSignIns(modal: Modal, connections: readonly Connection[]): Promise<void>
    createPairingSignIn(modal: Modal, signal: AbortSignal): Promise<PairingSignInRun | undefined>
  }>
  telemetry(): Promise<{ reportFault(modal: Modal, fault: Fault): Promise<void> }>
}

/** Writable side of a Modal: for the controllers of core and for packages that extend it, not for apps. */
export type Internals = {
  readonly options: ResolvedOptions
  readonly store: Store<ModalState>
  readonly persistence: Persistence
  /** Cancels of running timers by name; see timers.ts. */
  readonly timers: Map<string, () => void>
  /** Running requests by key; see attempts.ts. */
  readonly attempts: Map<string | symbol, AbortController>
  /** Ends of running cooldowns by name, in milliseconds since the epoch; see cooldowns.ts. */
  readonly cooldowns: Map<string, number>
  readonly adapters: Map<Namespace, AdapterInstance>
  readonly connectors: Map<string, Connector>
  /** Stored connections that are still to be restored, by key; see toConnectionKey.ts. */
  readonly awaited: Map<string, AwaitedConnection>
  /** Ends listening to the wallet of a connection, by key. */
  readonly listening: Map<string, () => void>
  readonly transactions: TransactionEntry[]
  /** Balances that are being read, by account: who asks meanwhile waits for the same answer. */
  readonly reads: Map<string, Promise<BalanceAmount | undefined>>
  /** What the app said of features, before one of them turned others off. */
  localFeatures: Partial<Features>
  /** What the project's settings say of features, over what the app said. */
  imposedFeatures?: Partial<Features>
  /** The project does not list this page among those that may use logins. */
  areLoginsBarred?: boolean
  /** Reads the project's settings; see prefetchConfig.ts. */
  configRead?: Promise<void> | undefined
  /** What is kept of reports of errors, once there was one. */
  reports?: ReportMemory
  /** How this page is named to services, once a connector has said so. [S7.25] */
  clientId?: string
  /** The pairing that runs now: a view that asks for the same joins it. */
  pairing?: Pairing | undefined
  /** Sign-in, where it is configured: that of the option, or of the plugin since `start()`. */
  siwx?: Siwx | undefined
  /** What sign-in keeps beside the state, once it was needed. */
  signIns?: SiwxMemory | undefined
  /** Requests that wait in an embedded wallet's own screen, oldest first; absent before the first. */
  approvals?: readonly Approval[] | undefined
  /** What is kept of the wallet list beside the state, once it has been asked. */
  wallets?: WalletMemory
  /** Chains that `services.blockchainApi` serves: asked once. */
  loadServedChains?: () => Promise<readonly CaipNetworkId[]>
  /** What accounts hold, while it is fresh: asked once for all who want it. */
  holdings?: Map<string, HoldingsRead>
  /** What is kept of transactions beside the state, once they were asked for. */
  activity?: ActivityMemory
  /** What waits for the payment that was asked for last. */
  payment?: RunningPayment
  /** Searches again for a transaction without a known outcome, by its id. */
  searches?: Map<string, () => void>
  /** Each may forbid that the modal closes now. */
  readonly guards: Set<(state: ModalState) => boolean>
  readonly signal: AbortSignal
  readonly load: LazyFeatures
  onStart(run: () => void): void
  onDestroy(run: () => void): void
  /** Reports a fault, where the app has asked for that. */
  report(fault: Fault): void
  /** Tells the developer of something that did not stop the work. */
  warn(cause: unknown): void
}

export const internals: unique symbol = Symbol.for('latchkey.internals')

/** A wallet modal. Made by `createModal`; several may live on one page. */
export type Modal<plugins extends readonly Plugin[] = readonly Plugin[]> = ReadonlyStore<ModalState> & {
  readonly id: string
  readonly adapters: plugins
  readonly env: Env
  /** The only door to window, timers, storage and network. Safe to call again. */
  start(): void
  /** Leaves no node, listener, timer or request. Final. */
  destroy(): void
  readonly [internals]: Internals
}
