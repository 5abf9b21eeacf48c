import type { LoginAccountType } from '../../contracts/account.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { PasskeyUse, Social, SocialProvider } from '../../modal/features.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'

/** The views and their parameters, as plain data. Packages add views by declaration merging. [S2.2] */
export interface Views {
  Connect: { readonly namespace?: Namespace | undefined } | undefined
  /** Pairs a wallet if there is no chain adapter. [S2.8] */
  ConnectingWalletConnectBasic: undefined
  /** Lists and searches all wallets. The start view on phones without a chain adapter. [S2.8] */
  AllWallets: { readonly namespace?: Namespace | undefined } | undefined
  /** Pairs with a wallet on another device or in another app: a given wallet of the list, or any. */
  ConnectingWalletConnect:
    | { readonly walletId?: string | undefined; readonly namespace?: Namespace | undefined }
    | undefined
  /** Shows where to get one wallet of the list. */
  Downloads: { readonly walletId: string }
  /** Suggests wallets to users without one. */
  GetWallet: undefined
  WhatIsAWallet: undefined
  /** Waits for one wallet to connect. */
  ConnectingExternal: { readonly connectorId: string; readonly namespace?: Namespace | undefined }
  /** Connects one wallet in several namespaces at once. */
  ConnectingMultiChain: { readonly connectorId: string }
  Account: undefined
  /** Lists the connections of each namespace: switch, add, remove. */
  ProfileWallets: { readonly namespace?: Namespace | undefined } | undefined
  /** Asks before switching to a namespace without a connection. [S2.3] */
  SwitchActiveChain: {
    readonly caipNetworkId: CaipNetworkId
    readonly navigateTo: 'Connect'
    /** Whether this view is replaced, so that going back skips it. */
    readonly navigateWithReplace: boolean
  }
  Networks: undefined
  /** Waits for the wallet to switch its network. */
  SwitchNetwork: { readonly caipNetworkId: CaipNetworkId }
  UnsupportedChain: undefined
  /** Asks the user to sign in with the wallet. [S4.21] */
  SIWXSignMessage: undefined
  /** Login by email. The field is prefilled if the address is known. [S2.2] */
  EmailLogin: { readonly email?: string | undefined; readonly namespace?: Namespace | undefined } | undefined
  /** Waits for the emailed link. */
  EmailVerifyDevice: undefined
  /** Asks for the emailed code. */
  EmailVerifyOtp: undefined
  /** Login by SMS: asks for the number. The field is prefilled if it is known. */
  PhoneLogin: { readonly phone?: string | undefined; readonly namespace?: Namespace | undefined } | undefined
  /** Asks for the code of the SMS. */
  PhoneVerify: undefined
  /** Lists all social logins. */
  ConnectSocials: { readonly namespace?: Namespace | undefined } | undefined
  /** Waits for the browser's passkey dialog, in the wallet's frame or its pop-up. */
  ConnectingPasskey: { readonly use: PasskeyUse }
  /** Waits for the pop-up of a provider. */
  ConnectingSocial: { readonly provider: SocialProvider }
  /** Shows the link to open on the phone that has Farcaster. [S2.2] */
  ConnectingFarcaster: undefined
  /** Settings of an embedded wallet: email, account type. */
  AccountSettings: undefined
  /** Embeds the embedded wallet's own screen, in which the user decides. [S6.6] */
  ApproveTransaction: undefined
  /** Asks for the new email address of an embedded wallet. */
  UpdateEmailWallet: undefined
  /** Asks for the code emailed to the old address. */
  UpdateEmailPrimaryOtp: undefined
  /** Asks for the code emailed to the new address. */
  UpdateEmailSecondaryOtp: undefined
  /** Shows the user's address, to receive funds. */
  WalletReceive: undefined
  /** Lists the networks on which the address can receive funds. */
  WalletCompatibleNetworks: undefined
  /** Sends tokens. Given parameters are prefilled. The amount is a decimal string in whole units. */
  WalletSend:
    | {
        readonly caipNetworkId?: CaipNetworkId | undefined
        /** Address of the token. Default: the native currency. */
        readonly assetAddress?: string | undefined
        readonly amount?: string | undefined
        /** An address or a name. */
        readonly to?: string | undefined
      }
    | undefined
  WalletSendSelectToken: undefined
  /** Previews a transfer before the wallet is asked. */
  WalletSendPreview: undefined
  /** Pays the payment that the app requested with `pay`. */
  Pay: undefined
  /**
   * Swaps tokens. Given parameters are prefilled: tokens by address, the amount as a decimal string in whole units.
   * [S2.4]
   */
  Swap:
    | {
        readonly amount?: string | undefined
        readonly fromToken?: string | undefined
        readonly toToken?: string | undefined
      }
    | undefined
  SwapSelectToken: { readonly side: 'from' | 'to' }
  /** Previews a swap before the wallet is asked. */
  SwapPreview: undefined
  /** Lists the account's transactions. */
  Transactions: undefined
  /** Lists the ways to get funds. */
  FundWallet: undefined
  OnRampProviders: undefined
  /** Asks for the amount and the payment method of a purchase. */
  OnRampAmount: undefined
  /** Waits for a purchase at a provider. */
  BuyInProgress: undefined
  RegisterAccountName: undefined
  RegisterAccountNameSuccess: undefined
  /** Lists the permissions that the account has granted. */
  SmartSessions: undefined
}

export type ViewName = keyof Views

export type Route = {
  [name in ViewName]: { readonly view: name; readonly params: Views[name] }
}[ViewName]

export type RouterState = {
  /** Oldest first; the last one is shown. */
  readonly stack: readonly [Route, ...Route[]]
}

/** Flags of the modal itself. [S4.8] */
export type ModalFlags = {
  readonly open: boolean
  /** A requested view is still being loaded. */
  readonly loading: boolean
  readonly shake: boolean
  /** Limits the modal to this namespace until it closes. */
  readonly namespace?: Namespace | undefined
}

/** Duration of the shake in milliseconds. [S2.21] */
export const shakeDuration = 500

/** Callbacks for the end of the request behind a view. [S4.19] */
export type TransactionEntry = {
  readonly onSuccess?: (() => void) | undefined
  readonly onError?: (() => void) | undefined
  readonly onCancel?: (() => void) | undefined
}

export type OpenRequest<view extends ViewName = ViewName> = (view extends ViewName
  ? undefined extends Views[view]
    ? { readonly view?: view | undefined; readonly arguments?: Views[view] }
    : { readonly view: view /** Parameters of the view. */; readonly arguments: Views[view] }
  : never) & {
  /** Limits the modal to this namespace until it closes, and makes it the active one. */
  readonly namespace?: Namespace | undefined
}

export type CloseOptions = {
  /** Closes even a view that requires a decision. */
  readonly force?: boolean | undefined
}

/** [S4.9] */
export type ToastVariant = 'success' | 'error' | 'loading'

/** Notices of core other than errors. Their texts are in the message catalogs. */
export type NoticeCode =
  | 'ADDRESS_COPIED'
  | 'AUTHENTICATING'
  | 'COPY_FAILED'
  | 'DIAGNOSTICS_COPIED'
  | 'WALLET_DISCONNECTED'
  | 'WALLET_REMOVED'
  | 'WALLET_SWITCHED'

/** A toast's message: a code that the message catalogs translate, or the app's own text. */
export type ToastMessage = { readonly code: ErrorCode | NoticeCode } | { readonly text: string }

export type Toast = { readonly variant: ToastVariant; readonly message: ToastMessage }

/** [S2.22] */
export const toastDelays = {
  /** Milliseconds between hiding the old toast and showing the new one. */
  replace: 150,
  /** Milliseconds that a toast stays; `loading` stays until hidden. */
  hide: 2_500,
} as const

/** An alert for the developer, shown while `debug` is enabled. */
export type Alert = {
  /** `info`: not an error, but something was ignored. */
  readonly level: 'error' | 'info'
  readonly code: ErrorCode
  readonly title: string
  /** How to fix it. */
  readonly text: string
}

/** Default: follows the user's system. [S5.6] */
export type ThemeMode = 'light' | 'dark'

/** Values of the `--lk-*` custom properties, e.g. `{ '--lk-accent': '#7a4df0' }`. */
export type ThemeVariables = { readonly [name in `--lk-${string}`]?: string }

export type ThemeState = { readonly mode: ThemeMode | undefined; readonly variables: ThemeVariables }

/**
 * Events of the modal, for the app's own use. By default nothing is sent anywhere. Packages add events by declaration
 * merging.
 */
export interface TrackedEvents {
  MODAL_OPEN: { readonly connected: boolean }
  MODAL_CLOSE: { readonly connected: boolean }
  SELECT_WALLET: {
    readonly connectorId: string
    readonly name: string
    /** Id of the wallet in the list. */
    readonly walletId?: string | undefined
  }
  CONNECT_SUCCESS: {
    readonly connectorId: string
    readonly name: string
    readonly namespace: Namespace
    readonly caipNetworkId: CaipNetworkId
    readonly isReconnect: boolean
  }
  CONNECT_ERROR: { readonly connectorId: string; readonly code: ErrorCode; readonly message: string }
  USER_REJECTED: { readonly connectorId: string }
  SOCIAL_LOGIN_STARTED: SocialEventProperties
  /** The provider's result has arrived. */
  SOCIAL_LOGIN_REQUEST_USER_DATA: SocialEventProperties
  SOCIAL_LOGIN_SUCCESS: SocialEventProperties
  SOCIAL_LOGIN_ERROR: SocialEventProperties & { readonly code: ErrorCode; readonly message: string }
  /** The user closed the pop-up or left the view. */
  SOCIAL_LOGIN_CANCELED: SocialEventProperties
  SET_PREFERRED_ACCOUNT_TYPE: { readonly accountType: LoginAccountType; readonly network: CaipNetworkId }
  DISCONNECT_SUCCESS: { readonly namespace: Namespace }
  DISCONNECT_ERROR: { readonly namespace: Namespace; readonly message: string }
  CLICK_NETWORKS: undefined
  SWITCH_NETWORK: { readonly caipNetworkId: CaipNetworkId }
  CLICK_SIGN_SIWX_MESSAGE: SiwxEventProperties
  CLICK_CANCEL_SIWX: SiwxEventProperties
  ERROR_FETCH_TRANSACTIONS: {
    readonly address: string
    readonly network: CaipNetworkId
    /** Cursor of the page that failed; undefined for the first page. */
    readonly cursor: string | undefined
    readonly isSmartAccount: boolean
  }
  SIWX_AUTH_SUCCESS: SiwxEventProperties
  SEND_SUCCESS: SendEventProperties & { readonly hash: string }
  SEND_ERROR: SendEventProperties & { readonly code: ErrorCode; readonly message: string }
  BUY_STARTED: BuyEventProperties
  /** The purchased funds have arrived. */
  BUY_SUCCESS: BuyEventProperties
  REGISTER_NAME_SUCCESS: undefined
  REGISTER_NAME_ERROR: { readonly code: ErrorCode; readonly message: string }
  SIWX_AUTH_ERROR: SiwxEventProperties & { readonly code: ErrorCode; readonly message: string }
}

type SocialEventProperties = { readonly provider: Social }

type BuyEventProperties = {
  readonly provider: string
  readonly symbol: string
  readonly caipNetworkId: CaipNetworkId
}

type SendEventProperties = { readonly network: CaipNetworkId; readonly symbol: string }

/** [S8.58] */
export type SiwxEventProperties = { readonly network: CaipNetworkId; readonly isSmartAccount: boolean }

export type ModalEvent = {
  [name in keyof TrackedEvents]: {
    readonly event: name
    readonly properties: TrackedEvents[name]
    /** Milliseconds since the epoch. */
    readonly timestamp: number
  }
}[keyof TrackedEvents]

/** A failure to report. */
export type ErrorReport = {
  readonly cause: unknown
  /** The failed operation, e.g. `connect:eip155`; `modal` for errors thrown by listeners, plugins or views. */
  readonly event: string | undefined
}

/** Data about sent error reports, outside the state. */
export type ReportMemory = {
  /** Times of the last reports, in milliseconds since the epoch. */
  times: readonly number[]
  /** Errors that were already reported. An error that passes through two actions is reported once. */
  readonly seen: WeakSet<object>
}

/** Maximum number of reports per time window (milliseconds). [S7.24] */
export const reportLimits = { max: 5, time: 60_000 } as const
