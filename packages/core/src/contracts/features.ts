import type { Route, ThemeState } from '../controllers/shell/state.js'
import type { PasskeyUse, SocialProvider } from '../modal/features.js'
import type { CaipNetworkId, Namespace } from '../utils/caip.js'
import type { Account, LoginAccountType } from './account.js'
import type { PairingSignIn, SiwxMessageFields, VerifySignature } from './auth.js'
import type { Network } from './network.js'

/** Fields that every feature request includes. */
export type FeatureRequest = {
  readonly account: Account
  readonly network: Network
  readonly signal: AbortSignal
}

/** Transaction types by namespace. Adapters add theirs by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: merged into by the adapters
export interface Transactions {}

/** Typed data types by namespace, for namespaces that have them. Adapters add theirs by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: merged into by the adapters
export interface TypedDataByNamespace {}

export type Transaction = Transactions[keyof Transactions]

export type TypedData = TypedDataByNamespace[keyof TypedDataByNamespace]

/** A permission to act for an account, e.g. `{ type: 'native-token-allowance', data: { allowanceAmount: '0x…' } }`. [ERC-7715] */
export type Permission = { readonly type: string; readonly data: Readonly<Record<string, unknown>> }

/** Permissions that a wallet granted together. */
export type GrantedPermissions = {
  /** Identifies them at the wallet: pass it with calls, and to revoke them. */
  readonly context: string
  readonly caipNetworkId: CaipNetworkId
  /** What the wallet granted, which may be less than requested. */
  readonly permissions: readonly Permission[]
  /** Seconds since the epoch; undefined if the wallet names none. */
  readonly expiry?: number | undefined
  /**
   * The account's signature of `Activate session {pci} of {account}`, if the same approval made it. The `pci` is then
   * the context without 0x.
   */
  readonly activation?: string | undefined
}

/** Abilities that a connector can have. Packages add theirs by declaration merging. */
export interface ConnectorFeatures {
  /**
   * Signs a message. Resolves with the signature in the usual encoding of the namespace: 0x hex on EVM, base58 on
   * Solana, base64 on Bitcoin.
   */
  'message:sign': (request: FeatureRequest & { readonly message: string | Uint8Array }) => Promise<string>
  /**
   * Signs `message`, a sign-in text built from `data`, with the wallet's own sign-in method if that produces exactly
   * the same text (Sign In With Solana). Wallets without such a method get a `message:sign` request.
   */
  'signIn:sign': (
    request: FeatureRequest & { readonly message: string; readonly data: SiwxMessageFields },
  ) => Promise<string>
  'typedData:sign': (request: FeatureRequest & { readonly typedData: TypedData }) => Promise<string>
  /** Signs and sends a transaction. Resolves with its hash or id once a node has accepted it. */
  'transaction:send': (
    request: FeatureRequest & {
      readonly transaction: Transaction
      /**
       * Called with the transaction id, and with further data that identifies the transaction, after signing and before
       * broadcasting. If the node's response is lost, the transaction is looked up by these. Connectors whose wallet
       * broadcasts by itself don't call it.
       */
      readonly onSigned?: ((id: string, more?: TransactionMark) => void) | undefined
    },
  ) => Promise<string>
  /** Signs a transaction without sending it. Input and output are the serialized transaction of the namespace. */
  'transaction:sign': (request: FeatureRequest & { readonly transaction: Uint8Array }) => Promise<Uint8Array>
  /** Signs several transactions with one consent. Returns them in order, all or none. */
  'transaction:signAll': (
    request: FeatureRequest & { readonly transactions: readonly Uint8Array[] },
  ) => Promise<readonly Uint8Array[]>
  /** Sends several calls at once (EIP-5792 `wallet_sendCalls`). Resolves with the id of the bundle. */
  'calls:send': (request: FeatureRequest & { readonly bundle: CallBundle }) => Promise<string>
  /** Reads the status of a bundle (EIP-5792 `wallet_getCallsStatus`). */
  'calls:status': (request: FeatureRequest & { readonly id: string }) => Promise<CallBundleStatus>
  /**
   * Asks the user for permissions to act for the account without asking each time
   * (`wallet_requestExecutionPermissions`). All are granted or none. [ERC-7715]
   */
  'permissions:request': (
    request: FeatureRequest & {
      readonly permissions: readonly Permission[]
      /** Seconds since the epoch. */
      readonly expiry: number
    },
  ) => Promise<GrantedPermissions>
  /** Lists what the account has granted this app on any network (`wallet_getGrantedExecutionPermissions`). [ERC-7715] */
  'permissions:list': (request: FeatureRequest) => Promise<readonly GrantedPermissions[]>
  /**
   * Revokes what the wallet granted under a context (`wallet_revokeExecutionPermission`). Resolves with the account's
   * signature of `Revoke session {pci} of {account}` if the same approval made it. [ERC-7715]
   */
  'permissions:revoke': (request: FeatureRequest & { readonly context: string }) => Promise<string | undefined>
  /**
   * Reads the wallet's capabilities by network (EIP-5792 `wallet_getCapabilities`). Rejects if the wallet can't report
   * them; see `readCapabilities`.
   */
  'capabilities:read': (
    request: FeatureRequest & { readonly networks?: readonly Network[] | undefined },
  ) => Promise<Capabilities>
  /**
   * Returns the view in which a user whose login has ended logs in again [S4.6], to resume a stored connection of this
   * connector. Connectors without this ability connect as they did the first time.
   */
  'login:reopen': (request: {
    readonly namespace: Namespace
    readonly address: string
    readonly signal: AbortSignal
  }) => Promise<Route>
  /**
   * Pairs with a wallet on another device. Reports codes to display until the user's wallet approves, each new code in
   * time before the previous one expires [S9.14]. Resolves with the approved namespaces among those requested;
   * `connect` then connects each of them without a prompt. A code is invalid once the promise has settled or a newer
   * code is shown: scanning it late connects nothing.
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
   * Starts a login by email. Resolves with the next step: approve this device by the emailed link, enter the emailed
   * code, or go straight to `connect`. [S4.35]
   *
   * Throws `EMAIL_COOLDOWN`, `INVALID_EMAIL`, `FRAME_LOAD_FAILED`, `FRAME_REQUEST_TIMED_OUT` or `FRAME_FAILED`.
   */
  'email:login': (request: { readonly email: string; readonly signal: AbortSignal }) => Promise<EmailLoginAction>
  /** Resolves when the emailed link has been approved. A code is emailed next. */
  'email:approveDevice': (request: { readonly signal: AbortSignal }) => Promise<void>
  /** Submits the emailed code. `connect` then needs no prompt. */
  'email:verify': (request: { readonly code: string; readonly signal: AbortSignal }) => Promise<void>
  /** Starts a change of the login's email address. Resolves with the mailbox that receives the next code. [S4.36] */
  'email:update': (request: { readonly email: string; readonly signal: AbortSignal }) => Promise<EmailUpdateAction>
  /** Submits the code emailed to the old address. */
  'email:verifyPrimary': (request: { readonly code: string; readonly signal: AbortSignal }) => Promise<void>
  /** Submits the code emailed to the new address. Resolves with the email address that is now in effect. */
  'email:verifySecondary': (request: {
    readonly code: string
    readonly signal: AbortSignal
  }) => Promise<{ readonly email: string }>
  /**
   * Starts a login by SMS. `phone` is as the user typed it. Resolves with the number as people write it, and with the seconds after which
   * another SMS may be requested, once the code was sent.
   *
   * Throws `INVALID_PHONE`, `PHONE_NOT_ALLOWED`, `SMS_FAILED`, `EMAIL_COOLDOWN`, `FRAME_LOAD_FAILED`, `FRAME_REQUEST_TIMED_OUT` or
   * `FRAME_FAILED`.
   */
  'phone:login': (request: {
    readonly phone: string
    readonly signal: AbortSignal
  }) => Promise<{ readonly phone: string; readonly retryAfter: number }>
  /** Submits the code of the SMS. `connect` then needs no prompt. */
  'phone:verify': (request: { readonly code: string; readonly signal: AbortSignal }) => Promise<void>
  /**
   * Logs in with a passkey (`login`), or creates one and a wallet with it (`signup`). Opens a pop-up within the user's click
   * where the browser doesn't run the ceremony in the wallet's frame; see `prepare()`. Resolves when the wallet knows the
   * user; `connect` then needs no prompt. Ends the ceremony when `signal` aborts. [WebAuthn §5.1]
   *
   * Throws `PASSKEY_CANCELED`, `PASSKEY_EXPIRED`, `PASSKEY_UNSUPPORTED`, `PASSKEY_UNKNOWN`, `PASSKEY_FAILED`,
   * `POPUP_BLOCKED`, `POPUP_CLOSED`, `FRAME_LOAD_FAILED`, `FRAME_REQUEST_TIMED_OUT` or `FRAME_FAILED`.
   */
  'passkey:login': (request: { readonly use: PasskeyUse; readonly signal: AbortSignal }) => Promise<void>
  /** Brings the pop-up of the running passkey login to the front, if there is one. */
  'passkey:reopen': () => void
  /**
   * Logs in with a social provider. Opens the pop-up synchronously if the code is loaded (see `prepare()`), so that it
   * opens within the user's click. Resolves when the wallet knows the user; `connect` then needs no prompt. Closes the
   * pop-up when `signal` aborts. [S4.10] [S4.11]
   *
   * Throws `POPUP_BLOCKED`, `POPUP_CLOSED`, `SOCIAL_FAILED`, `FOREIGN_RESULT`, `FRAME_LOAD_FAILED`,
   * `FRAME_REQUEST_TIMED_OUT` or `FRAME_FAILED`.
   */
  'social:login': (request: {
    readonly provider: SocialProvider
    readonly signal: AbortSignal
    /**
     * Reports progress. `popup`: the user is at the provider, which is the initial step. `retrieving`: the provider's
     * result has arrived and is being checked.
     */
    readonly onStep: (step: SocialStep) => void
  }) => Promise<void>
  /** Brings the pop-up of the running login to the front. */
  'social:reopen': () => void
  /**
   * Continues a login that was redirected back to this page without a pop-up: takes the result from the page's URL.
   * Present only if there is such a result. Calls `onStart` once, before waiting for anything. Resolves and throws like
   * `social:login`.
   */
  'social:resume': (request: {
    readonly signal: AbortSignal
    readonly onStart: (provider: SocialProvider) => void
  }) => Promise<void>
  /**
   * Logs in with a JWT of the app's backend, without a prompt. `connect` then needs none either. Throws
   * `FRAME_LOAD_FAILED`, `FRAME_REQUEST_TIMED_OUT` or `FRAME_FAILED`.
   */
  'token:login': (request: { readonly token: string; readonly signal: AbortSignal }) => Promise<void>
  /** Continues without a login, with a wallet that only this browser opens. Throws like `token:login`. */
  'guest:login': (request: { readonly signal: AbortSignal }) => Promise<void>
  /** Has a guest add an email address as a login, on the wallet's own screen. Also throws `USER_REJECTED`; `UNSUPPORTED_METHOD` to others. */
  'guest:addLogin': (request: { readonly signal: AbortSignal }) => Promise<{ readonly email: string }>
  /**
   * Starts a login with Farcaster. Resolves with the link to open on the phone that has Farcaster. If the login is left
   * before `farcaster:wait` resolves, the wallet starts over.
   *
   * Throws `FARCASTER_FAILED`, `FRAME_LOAD_FAILED`, `FRAME_REQUEST_TIMED_OUT` or `FRAME_FAILED`.
   */
  'farcaster:start': (request: { readonly signal: AbortSignal }) => Promise<{ readonly url: string }>
  /**
   * Resolves when the user has approved on the phone; `connect` then needs no prompt. Throws like `farcaster:start`.
   */
  'farcaster:wait': (request: { readonly signal: AbortSignal }) => Promise<void>
  /**
   * Sets the account type that the wallet uses in a namespace. Resolves with that account. If it throws, the wallet
   * uses the `eoa`. The change is also reported by `change`. [S4.14]
   */
  'account:type': (request: {
    readonly namespace: Namespace
    readonly type: LoginAccountType
    readonly signal: AbortSignal
  }) => Promise<{ readonly type: LoginAccountType; readonly address: string }>
  /** Sets where the view leaves room for the wallet's own screen; null if it isn't shown. */
  'approval:slot': (rect: Rect | null) => void
  /** Rejects pending requests with `REQUEST_ABORTED`, because the user left. */
  'approval:reject': () => void
  /** Passes the theme of the modal to the wallet's own screens. */
  'theme:sync': (theme: ThemeState) => void
  /**
   * Switches the wallet's network, adding it first if the wallet lacks it. Resolves once the connector has verified the
   * switch.
   */
  'network:switch': (request: { readonly network: Network; readonly signal: AbortSignal }) => Promise<void>
}

/** The next step of a login by email. [S4.35] */
export type EmailLoginAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'

/** The progress of a social login. */
export type SocialStep = 'popup' | 'retrieving'

/** The mailbox that has to confirm a new email address next: the old or the new one. [S4.36] */
export type EmailUpdateAction = 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'

/** An area of the page, in CSS pixels of the viewport. */
export type Rect = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A pairing code that a wallet on another device scans or opens as a link. */
export type PairingCode = {
  /** `wc:…`, an EIP-1328 URI. */
  readonly uri: string
  /** Milliseconds since the epoch. A newer code replaces this one before then. */
  readonly expiresAt: number
}

/** Calls for one consent (EIP-5792). Amounts in atomic units. */
export type CallBundle = {
  readonly calls: readonly [Call, ...Call[]]
  /** Whether the bundle is all or nothing. Default: true. */
  readonly isAtomic?: boolean | undefined
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined
  /** An id chosen by the app. Default: a random one. */
  readonly id?: string | undefined
}

export type Call = {
  readonly to?: string | undefined
  /** 0x hex. */
  readonly data?: string | undefined
  readonly value?: bigint | undefined
}

/** Status of a bundle (EIP-5792). */
export type CallBundleStatus = {
  /** `partial`: some calls of a bundle that was not atomic failed, and their effects stay. */
  readonly status: 'pending' | 'confirmed' | 'failed' | 'reverted' | 'partial'
  /** The wallet's own number, e.g. 200. */
  readonly code: number
  readonly isAtomic: boolean
  /** Hashes of the included transactions. */
  readonly hashes: readonly string[]
}

/** Capabilities by CAIP-2 id, then by name. */
export type Capabilities = { readonly [caipNetworkId in CaipNetworkId]?: Readonly<Record<string, unknown>> }

/** The outcome of a sent transaction. `expired`: it can no longer be included in a block. */
export type TransactionOutcome =
  /** `id`: the transaction that replaced it with the same effect, e.g. at a higher fee. */
  | { readonly status: 'confirmed'; readonly id?: string | undefined }
  | { readonly status: 'failed'; readonly reason: string }
  | { readonly status: 'expired' }

/**
 * Identifies a transaction that is about to be sent, so that it can be found without its hash: chain counters at that
 * moment, ids and digests. Plain data of the adapter, which core keeps in storage. Includes no amounts and no user
 * text.
 */
export type TransactionMark = { readonly [name: string]: string | number | readonly string[] }

/**
 * The result of searching for a transaction without a known outcome. `void`: it can no longer be included in a block.
 */
export type TransactionTrace = { readonly status: 'found'; readonly id: string } | { readonly status: 'void' }

/** An amount in atomic units (wei, lamports, sats). */
export type Balance = { readonly value: bigint; readonly decimals: number; readonly symbol: string }

/** A transfer from the account, of the native currency or of a token. */
export type TransferRequest = FeatureRequest & {
  /** Address of the recipient, not of a token account. */
  readonly to: string
  /** Atomic units. */
  readonly amount: bigint
  /** Contract or mint address; absent for the native currency. */
  readonly token?: { readonly address: string; readonly decimals: number } | undefined
}

/** What the user agreed to swap. Amounts in atomic units; a token without an address is the native currency. */
export type SwapTrade = {
  readonly from: { readonly address?: string | undefined; readonly decimals: number }
  readonly to: { readonly address?: string | undefined; readonly decimals: number }
  readonly amount: bigint
  /** The minimum that the account must receive. */
  readonly minimum: bigint
  /** Address of the swap contract, as shown to the user. */
  readonly router: string
}

/** A swap contract. `isPinned`: it is configured for the network, by the app or by the adapter's defaults. */
export type SwapRouter = { readonly address: string; readonly isPinned: boolean }

/** A transaction that a service built for a trade, to be checked. */
export type SwapCheckRequest = FeatureRequest & {
  readonly transaction: Transaction
  readonly trade: SwapTrade
  /** The routers that the app pins on the network. Default: those that the adapter knows. */
  readonly routers?: readonly string[] | undefined
}

/** A token's own name, symbol and decimals. */
export type TokenFacts = { readonly name: string; readonly symbol: string; readonly decimals: number }

/** Abilities that a chain adapter can have. They need no wallet. */
export interface AdapterFeatures {
  /** Reads the native balance. */
  'balance:read': (request: FeatureRequest) => Promise<Balance>
  /**
   * Reads the account's balance of a token, by its contract or mint address. Throws `INVALID_PARAMS` if there is no
   * token at the address.
   */
  'token:balance': (request: FeatureRequest & { readonly address: string }) => Promise<Balance>
  /** Verifies that an address made a signature, for sign-in in the browser. */
  'message:verify': VerifySignature
  /** Estimates the maximum units of gas or fee that a transaction needs. */
  'gas:estimate': (request: FeatureRequest & { readonly transaction: Transaction }) => Promise<bigint>
  /** Builds a transfer as a transaction for `transaction:send`. Throws `INVALID_PARAMS` if it can't be sent. */
  'transfer:build': (request: TransferRequest) => Promise<Transaction>
  /**
   * Estimates the maximum cost of a transfer, in atomic units of the native currency. Throws if the transfer would
   * fail.
   */
  'transfer:fee': (request: TransferRequest) => Promise<bigint>
  /** Whether a string is an address of the network that can receive funds, with a correct checksum if it has one. */
  'address:check': (request: { readonly address: string; readonly network: Network }) => Promise<boolean>
  /**
   * Returns an address as texts to sign show it, e.g. with the checksum that a wallet may omit. Throws `INVALID_PARAMS` for
   * anything but an address. Not needed where an address has one form only.
   */
  'address:format': (request: { readonly address: string }) => Promise<string>
  /** Reads a token's name, symbol and decimals. Throws `INVALID_PARAMS` if there is no token at the address. */
  'token:read': (request: {
    readonly network: Network
    readonly address: string
    readonly signal: AbortSignal
  }) => Promise<TokenFacts>
  /**
   * Returns the contract that a swap goes through: the one named by the service, else the first pinned one. Throws
   * `SWAP_UNSAFE` if there is none.
   */
  'swap:router': (request: {
    readonly network: Network
    readonly signal: AbortSignal
    readonly routers?: readonly string[] | undefined
    readonly named?: string | undefined
  }) => Promise<SwapRouter>
  /**
   * Verifies that a transaction allows the router of a trade to spend exactly its amount, or revokes an earlier
   * allowance (`clears`). `swap` is the transaction that follows; required if the router isn't pinned. Throws like
   * `swap:check`.
   */
  'swap:approval': (
    request: SwapCheckRequest & { readonly swap?: Transaction | undefined },
  ) => Promise<{ readonly clears: boolean }>
  /**
   * Verifies that a transaction does exactly what a trade says: by its arguments if the router is pinned and they can
   * be decoded, else by a simulation on the network's nodes. `now`: milliseconds since the epoch.
   *
   * Throws `SWAP_UNSAFE`, `SWAP_NOT_CHECKED` if it can't be verified, or `SWAP_FAILED` if the network would reject it.
   */
  'swap:check': (request: SwapCheckRequest & { readonly now: number }) => Promise<void>
  /** Broadcasts a signed transaction to the network's nodes. Resolves with its hash, also if they already have it. */
  'transaction:broadcast': (request: {
    readonly network: Network
    /** As the nodes accept it: 0x hex on EVM, base64 on Solana, hex on Bitcoin. */
    readonly signed: string
    readonly signal: AbortSignal
  }) => Promise<string>
  /**
   * Waits until a sent transaction is included in a block, or can no longer be. `signed` are its bytes, if known: they
   * determine how long it is valid.
   */
  'transaction:confirm': (request: {
    readonly network: Network
    /** Hash, signature or id that `transaction:send` resolved with. */
    readonly id: string
    readonly signed?: Uint8Array | undefined
    /** The mark recorded before it was sent; see `transaction:mark`. */
    readonly mark?: TransactionMark | undefined
    readonly signal: AbortSignal
  }) => Promise<TransactionOutcome>
  /** Records data by which a transaction can be found later. Called right before a wallet is asked to send it. */
  'transaction:mark': (request: FeatureRequest & { readonly transaction: Transaction }) => Promise<TransactionMark>
  /**
   * Searches for a transaction after a send without a response, until it is found or can no longer be included: another
   * transaction has used its nonce, its blockhash has expired, or its inputs are spent. Node failures don't end the
   * search; only the signal does.
   */
  'transaction:find': (request: {
    readonly network: Network
    /** The account that was to send it. */
    readonly address: string
    readonly mark: TransactionMark
    /** The transaction id, if known. */
    readonly id?: string | undefined
    /** The wallet has not responded yet and may still sign, so nothing makes the transaction `void`. */
    readonly canStillSign: boolean
    readonly signal: AbortSignal
  }) => Promise<TransactionTrace>
  /**
   * Calls `onActivity` whenever transactions changed the account's balances, for views that show them. Only if the app
   * has enabled it. Resolves when it stops watching; a failing node is retried later.
   */
  'activity:watch': (request: FeatureRequest & { readonly onActivity: () => void }) => Promise<void>
  /** Returns a data URL of the network's logo, or undefined if the adapter has none. */
  'network:image': (request: { readonly network: Network }) => Promise<string | undefined>
}
