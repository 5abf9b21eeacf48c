import type {
  DappMetadata,
  FrameAccountType,
  FrameChainId,
  FrameSiwxMessage,
  FrameSocialProvider,
  RpcPayload,
} from './values.js'

/** What the app sends with each message. [S4.41] */
export type AppPayloads = {
  SYNC_DAPP_DATA: {
    readonly metadata?: DappMetadata | undefined
    readonly sdkVersion?: string | undefined
    readonly sdkType?: string | undefined
    readonly projectId: string
  }
  SYNC_THEME: {
    readonly themeMode?: 'light' | 'dark' | undefined
    readonly themeVariables?: { readonly [name: string]: string | number } | undefined
    readonly w3mThemeVariables?: { readonly [name: string]: string } | undefined
  }
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: undefined
  CONNECT_EMAIL: { readonly email: string }
  CONNECT_DEVICE: undefined
  CONNECT_OTP: { readonly otp: string }
  GET_SOCIAL_REDIRECT_URI: {
    readonly provider: FrameSocialProvider
    /** Ours, beside the wire: what the address of the popup's first page has, so that it finds its way where nobody can tell it. */
    readonly popup?: string | undefined
  }
  CONNECT_SOCIAL: UserRequest & { readonly uri: string }
  GET_FARCASTER_URI: undefined
  CONNECT_FARCASTER: undefined
  GET_USER: (UserRequest & { readonly socialUri?: string | undefined }) | undefined
  /** `token`: what the last SESSION_UPDATE brought, for frames that keep nothing themselves. */
  IS_CONNECTED: { readonly token?: string | undefined } | undefined
  GET_CHAIN_ID: undefined
  SWITCH_NETWORK: { readonly chainId: FrameChainId; readonly rpcUrl?: string | undefined }
  SET_PREFERRED_ACCOUNT: { readonly type: FrameAccountType }
  INIT_SMART_ACCOUNT: undefined
  RPC_REQUEST: RpcPayload
  /** `requestId`: the RPC_REQUEST that is given up; all of them where it is absent. */
  RPC_ABORT: { readonly requestId?: string | undefined } | undefined
  UPDATE_EMAIL: { readonly email: string }
  UPDATE_EMAIL_PRIMARY_OTP: { readonly otp: string }
  UPDATE_EMAIL_SECONDARY_OTP: { readonly otp: string }
  SIGN_OUT: undefined
  RELOAD: undefined
}

type UserRequest = {
  readonly chainId?: FrameChainId | undefined
  readonly preferredAccountType?: FrameAccountType | undefined
  readonly siwxMessage?: FrameSiwxMessage | undefined
  readonly rpcUrl?: string | undefined
}

export type MessageName = keyof AppPayloads

/** A message of the app, as the frame reads it. */
export type AppMessage = {
  readonly [name in MessageName]: { readonly name: name; readonly id: string; readonly payload: AppPayloads[name] }
}[MessageName]
