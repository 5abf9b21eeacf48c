import type { MessageName } from './appPayloads.js'
import type { FrameAccountType, FrameChainId, FrameUser } from './values.js'

/** What the frame answers to each message where it succeeds. [S4.39] */
export type FrameReplies = {
  SYNC_DAPP_DATA: undefined
  SYNC_THEME: undefined
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: { readonly smartAccountEnabledNetworks: readonly number[] }
  /** [S4.35] */
  CONNECT_EMAIL: { readonly action: 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT' }
  /** Comes once the mailed link was approved. */
  CONNECT_DEVICE: undefined
  CONNECT_OTP: undefined
  GET_SOCIAL_REDIRECT_URI: { readonly uri: string }
  CONNECT_SOCIAL: FrameUser
  GET_FARCASTER_URI: { readonly url: string }
  CONNECT_FARCASTER: { readonly userName: string }
  GET_USER: FrameUser
  IS_CONNECTED: { readonly isConnected: boolean }
  GET_CHAIN_ID: { readonly chainId: FrameChainId }
  SWITCH_NETWORK: { readonly chainId: FrameChainId }
  SET_PREFERRED_ACCOUNT: { readonly type: FrameAccountType; readonly address: string }
  INIT_SMART_ACCOUNT: { readonly address: string; readonly isDeployed: boolean }
  RPC_REQUEST: unknown
  RPC_ABORT: undefined
  /** [S4.36] */
  UPDATE_EMAIL: { readonly action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP' }
  UPDATE_EMAIL_PRIMARY_OTP: undefined
  UPDATE_EMAIL_SECONDARY_OTP: { readonly newEmail: string }
  SIGN_OUT: undefined
  RELOAD: undefined
}

export type FrameFault = {
  readonly message: string
  /** Ours, beside the wire: a code of EIP-1193 or JSON-RPC, e.g. 4001 where the visitor declined. */
  readonly code?: number | undefined
  /** Ours, beside the wire: seconds after which it may be asked again. */
  readonly retryAfter?: number | undefined
  /** Ours, beside the wire: the transfer waits for a hold to end, or would fail on the network. Nothing was sent. */
  readonly reason?: 'HELD' | 'REVERTS' | undefined
}

/** An answer to one message, found by its id. */
export type FrameReply =
  | {
      readonly [name in MessageName]: {
        readonly kind: 'success'
        readonly name: name
        readonly id: string
        readonly payload: FrameReplies[name]
      }
    }[MessageName]
  | { readonly kind: 'error'; readonly name: MessageName; readonly id: string; readonly fault: FrameFault }

/** What the frame says, as the app reads it. [S4.42] */
export type FrameEvent =
  | FrameReply
  | { readonly kind: 'ready'; readonly version: string | undefined }
  /** A token that the app keeps and gives back in IS_CONNECTED; for frames that can keep nothing themselves. */
  | { readonly kind: 'sessionUpdate'; readonly token: string }
