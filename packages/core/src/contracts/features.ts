import type { Route, ThemeState } from '../controllers/shell/state.js'
import type { SocialProvider } from '../modal/features.js'
import type { CaipNetworkId, Namespace } from '../utils/caip.js'
import type { Account, LoginAccountType } from './account.js'
import type { SiwxMessageFields, SiwxSession, VerifySignature } from './auth.js'
import type { Network } from './network.js'

/** What every request of a feature carries. */
export type FeatureRequest = {
  readonly account: Account
  readonly network: Network
  readonly signal: AbortSignal
}

/** Transactions by namespace. An adapter adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: merged into by the adapters
export interface Transactions {}

/** Typed data to sign by namespace, where the namespace has such a thing. */
// biome-ignore lint/suspicious/noEmptyInterface: merged into by the adapters
export interface TypedDataByNamespace {}

export type Transaction = Transactions[keyof Transactions]

export type TypedData = TypedDataByNamespace[keyof TypedDataByNamespace]

/** Abilities that a connector may have. Packages add theirs by declaration merging. */
export interface ConnectorFeatures {
  /** The signature in the usual text form of the namespace: 0x hex on EVM, base58 on Solana, base64 on Bitcoin. */
  'message:sign': (request: FeatureRequest & { readonly message: string | Uint8Array }) => Promise<string>
  /**
   * Signs `message`, a sign-in text made of `data`, in the wallet's own sign-in form where that says the very same text (Sign
   * In With Solana). Wallets without such a form are asked for `message:sign`.
   */
  'signIn:sign': (
    request: FeatureRequest & { readonly message: string; readonly data: SiwxMessageFields },
  ) => Promise<string>
  'typedData:sign': (request: FeatureRequest & { readonly typedData: TypedData }) => Promise<string>
  /** Signs and sends; resolves with the hash or id once a node has taken it. */
  'transaction:send': (
    request: FeatureRequest & {
      readonly transaction: Transaction
      /**
       * Called with the id of what the wallet has signed, before it is handed to a node, and with what else identifies it: where the
       * response of the node is lost, the transaction is looked for by these. Connectors whose wallet sends by itself don't call it.
       */
      readonly onSigned?: ((id: string, more?: TransactionMark) => void) | undefined
    },
  ) => Promise<string>
  /** Signs without sending. Bytes in, bytes out: the serialised transaction of the namespace. */
  'transaction:sign': (request: FeatureRequest & { readonly transaction: Uint8Array }) => Promise<Uint8Array>
  /** The same for several with one consent; in their order, all or none. */
  'transaction:signAll': (
    request: FeatureRequest & { readonly transactions: readonly Uint8Array[] },
  ) => Promise<readonly Uint8Array[]>
  /** Asks for several calls at once (EIP-5792 `wallet_sendCalls`); resolves with the id of the bundle. */
  'calls:send': (request: FeatureRequest & { readonly bundle: CallBundle }) => Promise<string>
  /** What became of a bundle (EIP-5792 `wallet_getCallsStatus`). */
  'calls:status': (request: FeatureRequest & { readonly id: string }) => Promise<CallBundleStatus>
  /** Takes a permission back that the wallet has granted (`wallet_revokePermissions`), by the context that names it. [ERC-7715] */
  'permissions:revoke': (request: FeatureRequest & { readonly context: string }) => Promise<void>
  /** What the wallet can do on which network (EIP-5792 `wallet_getCapabilities`). Rejects where it cannot say: see `readCapabilities`. */
  'capabilities:read': (
    request: FeatureRequest & { readonly networks?: readonly Network[] | undefined },
  ) => Promise<Capabilities>
  /**
   * Where a visitor logs in again whose login has ended [S4.6]: the view that a stored connection of this connector is
   * taken up in. Connectors without it are asked to connect as the first time.
   */
  'login:reopen': (request: {
    readonly namespace: Namespace
    readonly address: string
    readonly signal: AbortSignal
  }) => Promise<Route>
  /**
   * Pairs with a wallet on another device: gives codes to show until the visitor's wallet agrees, each new one in time
   * before the last dies [S9.14]. Resolves with the chain families in which it agreed, of those that were asked for;
   * `connect` takes each of them up without a prompt. An older code is worth nothing once the promise has settled or a newer
   * one is shown: who scans it late connects nothing.
   *
   * Throws `USER_REJECTED`, `CHAINS_NOT_SUPPORTED`, `RELAY_UNREACHABLE` or `ABORTED`.
   */
  'pairing:start': (request: {
    readonly namespaces: readonly [Namespace, ...Namespace[]]
    readonly onCode: (code: PairingCode) => void
    readonly signIn?: PairingSignIn | undefined
    readonly signal: AbortSignal
  }) => Promise<readonly [Namespace, ...Namespace[]]>
  /**
   * Begins a login by email. Resolves with what comes next: to approve this device by a mailed link, to type a mailed code,
   * or nothing but `connect`. [S4.35]
   *
   * Throws `EMAIL_COOLDOWN`, `INVALID_EMAIL`, `FRAME_LOAD_FAILED`, `FRAME_REQUEST_TIMED_OUT` or `FRAME_FAILED`.
   */
  'email:login': (request: { readonly email: string; readonly signal: AbortSignal }) => Promise<EmailLoginAction>
  /** Resolves when the mailed link was approved: a code is mailed next. */
  'email:approveDevice': (request: { readonly signal: AbortSignal }) => Promise<void>
  /** Takes the mailed code. After it `connect` needs no prompt. */
  'email:verify': (request: { readonly code: string; readonly signal: AbortSignal }) => Promise<void>
  /** Begins to change the email of the login; resolves with the mailbox whose code comes next. [S4.36] */
  'email:update': (request: { readonly email: string; readonly signal: AbortSignal }) => Promise<EmailUpdateAction>
  /** Takes the code that was mailed to the old address. */
  'email:verifyPrimary': (request: { readonly code: string; readonly signal: AbortSignal }) => Promise<void>
  /** Takes the code that was mailed to the new address; resolves with the email that holds from now on. */
  'email:verifySecondary': (request: {
    readonly code: string
    readonly signal: AbortSignal
  }) => Promise<{ readonly email: string }>
  /**
   * Logs in at a provider: opens the popup before it returns, so that the press which led here does, where the code is loaded
   * (`prepare()`). Resolves when the wallet knows who it is: `connect` then needs no prompt. When `signal` aborts the popup closes.
   * [S4.10] [S4.11]
   *
   * Throws `POPUP_BLOCKED`, `POPUP_CLOSED`, `SOCIAL_FAILED`, `FOREIGN_RESULT`, `FRAME_LOAD_FAILED`,
   * `FRAME_REQUEST_TIMED_OUT` or `FRAME_FAILED`.
   */
  'social:login': (request: {
    readonly provider: SocialProvider
    readonly signal: AbortSignal
    /** `popup`: the provider has the visitor; that is so unless told. `retrieving`: its result is here, and is being checked. */
    readonly onStep: (step: SocialStep) => void
  }) => Promise<void>
  /** Brings the popup of the running login to the front. */
  'social:reopen': () => void
  /**
   * Only there where the visitor has come back to this page from a provider, without a popup: takes the result out of the page's
   * address and goes on with it. `onStart` is called once, before anything is waited for. Resolves and throws as `social:login`.
   */
  'social:resume': (request: {
    readonly signal: AbortSignal
    readonly onStart: (provider: SocialProvider) => void
  }) => Promise<void>
  /**
   * Begins a login with Farcaster: resolves with the link to follow on the phone that has it. Left before `farcaster:wait` has
   * resolved, the wallet begins anew.
   *
   * Throws `FARCASTER_FAILED`, `FRAME_LOAD_FAILED`, `FRAME_REQUEST_TIMED_OUT` or `FRAME_FAILED`.
   */
  'farcaster:start': (request: { readonly signal: AbortSignal }) => Promise<{ readonly url: string }>
  /** Resolves when the visitor has agreed on the phone: `connect` then needs no prompt. Throws as `farcaster:start`. */
  'farcaster:wait': (request: { readonly signal: AbortSignal }) => Promise<void>
  /**
   * Which of its accounts the wallet uses in a chain family from now on; resolves with that account. Where it throws, the wallet
   * uses the `eoa`. What changed is told by `change` as well. [S4.14]
   */
  'account:type': (request: {
    readonly namespace: Namespace
    readonly type: LoginAccountType
    readonly signal: AbortSignal
  }) => Promise<{ readonly type: LoginAccountType; readonly address: string }>
  /** Where the view leaves room for the wallet's own screen; null where it does not show. */
  'approval:place': (rect: Rect | null) => void
  /** The visitor has left: what waits for a decision is rejected with `REQUEST_ABORTED`. */
  'approval:reject': () => void
  /** The look of the modal, for screens of the wallet's own. */
  'theme:sync': (theme: ThemeState) => void
  /** Resolves once the wallet is there, which the connector has checked. Adds the network where the wallet lacks it. */
  'network:switch': (request: { readonly network: Network; readonly signal: AbortSignal }) => Promise<void>
}

/** What a login by email needs next. [S4.35] */
export type EmailLoginAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'

/** How far a login at a provider has come. */
export type SocialStep = 'popup' | 'retrieving'

/** Which mailbox has to confirm a new email next: the old one, or the new one. [S4.36] */
export type EmailUpdateAction = 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'

/** A place on the page, in CSS pixels of the viewport. */
export type Rect = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What a wallet on another device scans or is given by a link. */
export type PairingCode = {
  /** `wc:…`, an EIP-1328 URI. */
  readonly uri: string
  /** Milliseconds since the epoch; a newer code comes before. */
  readonly expiresAt: number
}

/**
 * Signs in with the consent that connects, where the wallet can (`wc_sessionAuthenticate`); a wallet that cannot connects as
 * without it. On EVM only. [S4.24] [S5.21]
 */
export type PairingSignIn = {
  /** Networks to sign in on, of one namespace. */
  readonly chainIds: readonly CaipNetworkId[]
  /** What to sign, but for the account: made anew for each code. */
  readonly createMessage: () => Promise<SiwxMessageFields>
  /** What the wallet signed, before the promise of the pairing resolves. Not checked yet. */
  readonly onSigned: (sessions: readonly SiwxSession[]) => void
}

/** Calls for one consent (EIP-5792). Amounts in atomic units. */
export type CallBundle = {
  readonly calls: readonly [Call, ...Call[]]
  /** All or none. True unless told. */
  readonly isAtomic?: boolean | undefined
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined
  /** Of the app's own choice; the wallet makes one unless told. */
  readonly id?: string | undefined
}

export type Call = {
  readonly to?: string | undefined
  /** 0x hex. */
  readonly data?: string | undefined
  readonly value?: bigint | undefined
}

/** [EIP-5792] */
export type CallBundleStatus = {
  /** `partial`: some calls of a bundle that was not atomic failed, and their effects stay. */
  readonly status: 'pending' | 'confirmed' | 'failed' | 'reverted' | 'partial'
  /** The wallet's own number, e.g. 200. */
  readonly code: number
  readonly isAtomic: boolean
  /** Of the transactions that are in a block. */
  readonly hashes: readonly string[]
}

/** By CAIP-2 id, then by name of the capability. */
export type Capabilities = { readonly [caipNetworkId in CaipNetworkId]?: Readonly<Record<string, unknown>> }

/** What became of a transaction that was sent. `expired`: it can never come into a block any more. */
export type TransactionOutcome =
  /** `id`: of the transaction that has replaced it with the same effect, e.g. at a higher fee. */
  | { readonly status: 'confirmed'; readonly id?: string | undefined }
  | { readonly status: 'failed'; readonly reason: string }
  | { readonly status: 'expired' }

/**
 * Identifies a transaction that is about to be sent, so that it can be found without its hash: numbers of the chain at that moment, ids and
 * digests. Plain data of the adapter's own, which core keeps in storage: no amounts and no texts of the user.
 */
export type TransactionMark = { readonly [name: string]: string | number | readonly string[] }

/** Where a transaction without a known outcome is. `void`: it can never come into a block any more. */
export type TransactionTrace = { readonly status: 'found'; readonly id: string } | { readonly status: 'void' }

/** An amount in atomic units (wei, lamports, sats). */
export type Balance = { readonly value: bigint; readonly decimals: number; readonly symbol: string }

/** A transfer from the account: of the native currency, or of a token. */
export type TransferRequest = FeatureRequest & {
  /** Address of the receiver, not of a token account. */
  readonly to: string
  /** Atomic units. */
  readonly amount: bigint
  /** Contract or mint; the native currency where absent. */
  readonly token?: { readonly address: string; readonly decimals: number } | undefined
}

/** What the user agreed to swap. Amounts in atomic units; a token without an address is the native currency. */
export type SwapTrade = {
  readonly from: { readonly address?: string | undefined; readonly decimals: number }
  readonly to: { readonly address?: string | undefined; readonly decimals: number }
  readonly amount: bigint
  /** The least that the account has to receive. */
  readonly minimum: bigint
  /** Address of the contract that swaps, as it was shown. */
  readonly router: string
}

/** A contract that swaps. `isPinned`: the app, or the adapter by default, names it for the network. */
export type SwapRouter = { readonly address: string; readonly isPinned: boolean }

/** What a service has built for a trade, to be looked at. */
export type SwapCheckRequest = FeatureRequest & {
  readonly transaction: Transaction
  readonly trade: SwapTrade
  /** The routers that the app pins on the network, in place of those that the adapter knows. */
  readonly routers?: readonly string[] | undefined
}

/** How a token calls itself, and how many decimals its amounts have. */
export type TokenFacts = { readonly name: string; readonly symbol: string; readonly decimals: number }

/** Abilities that a chain adapter may have, wallet or no wallet. */
export interface AdapterFeatures {
  /** The native balance. */
  'balance:read': (request: FeatureRequest) => Promise<Balance>
  /** What the account has of a token, by its contract or mint. Throws `INVALID_PARAMS` where there is no token at the address. */
  'token:balance': (request: FeatureRequest & { readonly address: string }) => Promise<Balance>
  /** Whether a signature is the address's own: for sign-in in the browser. */
  'message:verify': VerifySignature
  /** Units of gas or fee that the transaction needs at most. */
  'gas:estimate': (request: FeatureRequest & { readonly transaction: Transaction }) => Promise<bigint>
  /** A transfer as a transaction of the namespace, for `transaction:send`. Throws `INVALID_PARAMS` for what cannot be sent. */
  'transfer:build': (request: TransferRequest) => Promise<Transaction>
  /** What such a transfer costs at most, in atomic units of the native currency; throws where it would fail. */
  'transfer:fee': (request: TransferRequest) => Promise<bigint>
  /** Whether one can send to a text: an address of the network, with its checksum right where it has one. */
  'address:check': (request: { readonly address: string; readonly network: Network }) => Promise<boolean>
  /** What a token says of itself. Throws `INVALID_PARAMS` where there is no token at the address. */
  'token:read': (request: {
    readonly network: Network
    readonly address: string
    readonly signal: AbortSignal
  }) => Promise<TokenFacts>
  /** The contract that a swap goes through: the one that the service names, else the first that is pinned. Throws `SWAP_UNSAFE` without. */
  'swap:router': (request: {
    readonly network: Network
    readonly signal: AbortSignal
    readonly routers?: readonly string[] | undefined
    readonly named?: string | undefined
  }) => Promise<SwapRouter>
  /**
   * Makes sure that a transaction lets the router of a trade take exactly its amount, or takes back what was allowed before
   * (`clears`). `swap` is the transaction to follow, needed where the router is not pinned. Throws as `swap:check`.
   */
  'swap:approval': (
    request: SwapCheckRequest & { readonly swap?: Transaction | undefined },
  ) => Promise<{ readonly clears: boolean }>
  /**
   * Makes sure that a transaction does what a trade says and nothing else: by its arguments, where the router is pinned and they
   * are understood, else by a simulation on the network's nodes. `now`: milliseconds since the epoch.
   *
   * Throws `SWAP_UNSAFE`, `SWAP_NOT_CHECKED` where nobody can say, or `SWAP_FAILED` where the network would refuse it.
   */
  'swap:check': (request: SwapCheckRequest & { readonly now: number }) => Promise<void>
  /** Hands a signed transaction to the network's nodes; resolves with its hash, also when they have it already. */
  'transaction:broadcast': (request: {
    readonly network: Network
    /** As the nodes take it: 0x hex on EVM, base64 on Solana, hex on Bitcoin. */
    readonly signed: string
    readonly signal: AbortSignal
  }) => Promise<string>
  /**
   * Waits until a sent transaction is in a block, or can no longer come into one. `signed` are its bytes where they are
   * known: they say how long it is valid.
   */
  'transaction:confirm': (request: {
    readonly network: Network
    /** Hash, signature or id, as `transaction:send` gave it. */
    readonly id: string
    readonly signed?: Uint8Array | undefined
    /** What was noted before it was sent: see `transaction:mark`. */
    readonly mark?: TransactionMark | undefined
    readonly signal: AbortSignal
  }) => Promise<TransactionOutcome>
  /** Notes what a transaction can be found by later. Called right before a wallet is asked to send it. */
  'transaction:mark': (request: FeatureRequest & { readonly transaction: Transaction }) => Promise<TransactionMark>
  /**
   * Looks for a transaction whose sending ended without an answer, until it is found, or can never go through any more: another
   * transaction has its nonce, its blockhash has expired, its inputs are spent. Nodes may fail in between; only the signal ends the wait.
   */
  'transaction:find': (request: {
    readonly network: Network
    /** The account that was to send it. */
    readonly address: string
    readonly mark: TransactionMark
    /** The id, where it is known. */
    readonly id?: string | undefined
    /** The wallet has not answered yet: it may sign at any time, so nothing makes the transaction `void`. */
    readonly canStillSign: boolean
    readonly signal: AbortSignal
  }) => Promise<TransactionTrace>
  /**
   * Calls `onActivity` whenever the account's transactions have changed what it has: for views that show it. Only where the
   * app has switched that on. Resolves when it has seen enough; a node that fails is asked again later.
   */
  'activity:watch': (request: FeatureRequest & { readonly onActivity: () => void }) => Promise<void>
  /** A data URL of the network's mark, or undefined where the adapter has none. */
  'network:image': (request: { readonly network: Network }) => Promise<string | undefined>
}
