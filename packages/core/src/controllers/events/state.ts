import type { LoginAccountType } from '../../account.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import type { Social } from '../features/state.js'

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

export type SocialEventProperties = { readonly provider: Social }

export type BuyEventProperties = {
  readonly provider: string
  readonly symbol: string
  readonly caipNetworkId: CaipNetworkId
}

export type SendEventProperties = { readonly network: CaipNetworkId; readonly symbol: string }

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
