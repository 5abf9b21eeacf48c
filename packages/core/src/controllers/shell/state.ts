import type { LoginAccountType } from '../../contracts/account.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { Social, SocialProvider } from '../../modal/features.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'

/** The views and their parameters, plain data. A package adds its views by declaration merging. [S2.2] */
export interface Views {
  Connect: { readonly namespace?: Namespace | undefined } | undefined
  /** No chain adapter at all: pairing is the only way. [S2.8] */
  ConnectingWalletConnectBasic: undefined
  /** Every wallet of the list, to be searched. On a phone what opens where there is no chain adapter. [S2.8] */
  AllWallets: { readonly namespace?: Namespace | undefined } | undefined
  /** Pairs with a wallet on another device or of another app: with that of the list, or any. */
  ConnectingWalletConnect:
    | { readonly walletId?: string | undefined; readonly namespace?: Namespace | undefined }
    | undefined
  /** Where to get one wallet of the list. */
  Downloads: { readonly walletId: string }
  /** Where to get a wallet at all. */
  GetWallet: undefined
  WhatIsAWallet: undefined
  /** Waits for one wallet. */
  ConnectingExternal: { readonly connectorId: string; readonly namespace?: Namespace | undefined }
  /** Connects one wallet on several chain families at once. */
  ConnectingMultiChain: { readonly connectorId: string }
  Account: undefined
  /** The connections of each chain family: switch, add, remove. */
  ProfileWallets: { readonly namespace?: Namespace | undefined } | undefined
  /** Asks before it leaves for a chain family where nothing is connected. [S2.3] */
  SwitchActiveChain: {
    readonly caipNetworkId: CaipNetworkId
    readonly navigateTo: 'Connect'
    /** Back does not lead to the question again. */
    readonly navigateWithReplace: boolean
  }
  Networks: undefined
  /** Waits for the wallet to change its network. */
  SwitchNetwork: { readonly caipNetworkId: CaipNetworkId }
  UnsupportedChain: undefined
  /** Asks the visitor to sign in with the wallet. [S4.21] */
  SIWXSignMessage: undefined
  /** A login by email by itself: its field, filled in where the address is known. [S2.2] */
  EmailLogin: { readonly email?: string | undefined; readonly namespace?: Namespace | undefined } | undefined
  /** Waits for the mailed link. */
  EmailVerifyDevice: undefined
  /** Takes the mailed code. */
  EmailVerifyOtp: undefined
  /** All logins at other sites. */
  ConnectSocials: { readonly namespace?: Namespace | undefined } | undefined
  /** Waits for the popup of a provider. */
  ConnectingSocial: { readonly provider: SocialProvider }
  /** Shows the link to follow on the phone that has Farcaster. [S2.2] */
  ConnectingFarcaster: undefined
  /** What an embedded wallet lets its visitor set: email, account type. */
  AccountSettings: undefined
  /** Leaves room for the embedded wallet's own screen, in which the visitor decides. [S6.6] */
  ApproveTransaction: undefined
  /** Takes the new email of an embedded wallet. */
  UpdateEmailWallet: undefined
  /** Takes the code that was mailed to the old address. */
  UpdateEmailPrimaryOtp: undefined
  /** Takes the code that was mailed to the new address. */
  UpdateEmailSecondaryOtp: undefined
  /** The visitor's own address, to be given to whoever pays. */
  WalletReceive: undefined
  /** The networks on which an address can be paid. */
  WalletCompatibleNetworks: undefined
  /** Sends tokens; what is given is filled in. The amount is a decimal text in whole units. */
  WalletSend:
    | {
        readonly caipNetworkId?: CaipNetworkId | undefined
        /** Of the token; native without it. */
        readonly assetAddress?: string | undefined
        readonly amount?: string | undefined
        /** An address or a name. */
        readonly to?: string | undefined
      }
    | undefined
  WalletSendSelectToken: undefined
  /** What will be sent, before the wallet is asked. */
  WalletSendPreview: undefined
  /** Pays what the app has asked for by `pay`. */
  Pay: undefined
  /** Swaps tokens; what is given is filled in. Tokens by address, the amount a decimal text in whole units. [S2.4] */
  Swap:
    | {
        readonly amount?: string | undefined
        readonly fromToken?: string | undefined
        readonly toToken?: string | undefined
      }
    | undefined
  SwapSelectToken: { readonly side: 'from' | 'to' }
  /** What will be swapped, before the wallet is asked. */
  SwapPreview: undefined
  /** What the account has sent and received. */
  Transactions: undefined
  /** The ways to get funds. */
  FundWallet: undefined
  OnRampProviders: undefined
  /** How much to buy, and with what. */
  OnRampAmount: undefined
  /** Waits for a purchase at a provider. */
  BuyInProgress: undefined
  RegisterAccountName: undefined
  RegisterAccountNameSuccess: undefined
  /** The permissions that the account has granted. */
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

/** [S4.8] */
export type ModalFlags = {
  readonly open: boolean
  readonly loading: boolean
  readonly shake: boolean
  /** Only this chain family is shown, until the modal closes. */
  readonly namespace?: Namespace | undefined
}

/** Milliseconds. [S2.21] */
export const shakeDuration = 500

/** What to do when the request behind a view ends. [S4.19] */
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
  /** The chain family that the visitor is to see, and no other until the modal closes. Becomes the active one. */
  readonly namespace?: Namespace | undefined
}

export type CloseOptions = {
  /** Closes even a view that asks for a decision. */
  readonly force?: boolean | undefined
}

/** [S4.9] */
export type ToastVariant = 'success' | 'error' | 'loading'

/** Notices that core itself gives, apart from errors; the message files hold their words. */
export type NoticeCode =
  | 'ADDRESS_COPIED'
  | 'AUTHENTICATING'
  | 'COPY_FAILED'
  | 'WALLET_DISCONNECTED'
  | 'WALLET_REMOVED'
  | 'WALLET_SWITCHED'

/** What to say: a code that the message files translate, or the app's own words. */
export type ToastMessage = { readonly code: ErrorCode | NoticeCode } | { readonly text: string }

export type Toast = { readonly variant: ToastVariant; readonly message: ToastMessage }

/** [S2.22] */
export const toastDelays = {
  /** Milliseconds between hiding the old message and showing the new one. */
  replace: 150,
  /** Milliseconds that a message stays; `loading` stays until hidden. */
  hide: 2_500,
} as const

/** A notice for the developer, shown while `debug` is on. */
export type Alert = {
  /** `info`: nothing is wrong, but something was not done. */
  readonly level: 'error' | 'info'
  readonly code: ErrorCode
  readonly title: string
  /** What to do about it. */
  readonly text: string
}

/** Follows the visitor's system when absent. [S5.6] */
export type ThemeMode = 'light' | 'dark'

/** Values of the `--lk-*` custom properties, e.g. `{ '--lk-accent': '#7a4df0' }`. */
export type ThemeVariables = { readonly [name in `--lk-${string}`]?: string }

export type ThemeState = { readonly mode: ThemeMode | undefined; readonly variables: ThemeVariables }

/** What happens in the modal, for the app's own use: nothing is sent anywhere. Packages add theirs by merging. */
export interface TrackedEvents {
  MODAL_OPEN: { readonly connected: boolean }
  MODAL_CLOSE: { readonly connected: boolean }
  SELECT_WALLET: {
    readonly connectorId: string
    readonly name: string
    /** Of a wallet of the list. */
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
  /** The provider's result is here. */
  SOCIAL_LOGIN_REQUEST_USER_DATA: SocialEventProperties
  SOCIAL_LOGIN_SUCCESS: SocialEventProperties
  SOCIAL_LOGIN_ERROR: SocialEventProperties & { readonly code: ErrorCode; readonly message: string }
  /** The visitor closed the popup, or turned away. */
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
    /** Of the page that failed; undefined for the first. */
    readonly cursor: string | undefined
    readonly isSmartAccount: boolean
  }
  SIWX_AUTH_SUCCESS: SiwxEventProperties
  SEND_SUCCESS: SendEventProperties & { readonly hash: string }
  SEND_ERROR: SendEventProperties & { readonly code: ErrorCode; readonly message: string }
  BUY_STARTED: BuyEventProperties
  /** The funds have come. */
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

export type ErrorReport = {
  readonly cause: unknown
  /** What was tried, e.g. `connect:eip155`; `modal` for what was thrown elsewhere: by a listener, a plugin or a view. */
  readonly event: string | undefined
}

/** What is kept of reports beside the state. */
export type ReportMemory = {
  /** When the last ones were sent, milliseconds since the epoch. */
  times: readonly number[]
  /** Faults that were reported: one that passes through two verbs is one. */
  readonly seen: WeakSet<object>
}

/** How many in which time (milliseconds). [S7.24] */
export const reportLimits = { most: 5, time: 60_000 } as const
