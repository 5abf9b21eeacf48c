import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import type { SocialProvider } from '../features/state.js'

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
