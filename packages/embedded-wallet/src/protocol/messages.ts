/** Login providers besides email [S5.3]; others are set up by the operator of the secure site. */
export type FrameSocialProvider = 'google' | 'github' | 'apple' | 'facebook' | 'x' | 'discord' | (string & {})

/** The type of an account: a key pair, or a contract controlled by one. [S5.6] */
export type FrameAccountType = 'eoa' | 'smartAccount'

/** A number on EVM, a string elsewhere: the genesis hash on Solana, or a CAIP-2 id. */
export type FrameChainId = string | number

/** Fields of a sign-in message (CAIP-122). The frame replaces `<<AccountAddress>>` by its address. */
export type FrameSiwxMessage = {
  readonly accountAddress: string
  readonly chainId: string
  readonly domain: string
  readonly uri: string
  readonly version: string
  readonly nonce: string
  readonly serializedMessage?: string | undefined
  readonly notBefore?: string | undefined
  readonly statement?: string | undefined
  readonly resources?: readonly string[] | undefined
  readonly requestId?: string | undefined
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
}

/** The app's metadata. */
export type DappMetadata = {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

/** An account of the user on the requested network. */
export type FrameAccount = {
  readonly address: string
  /** `payment` and `ordinal` on Bitcoin. */
  readonly type: FrameAccountType | 'payment' | 'ordinal'
  /** Hex, on Bitcoin. */
  readonly publicKey?: string | undefined
  /** BIP-32 derivation path, on Bitcoin. */
  readonly path?: string | undefined
  /** Our extension: how signing is restricted. See `Account` of `@latchkey/core`. */
  readonly custody?: 'needed' | 'sealed' | 'self' | undefined
}

/** The user, as returned by GET_USER and each CONNECT_… that logs in at once. [S3.18] */
export type FrameUser = {
  readonly address: string
  readonly chainId: FrameChainId
  readonly email?: string | null | undefined
  /** The user's name at the provider of the last login. */
  readonly userName?: string | null | undefined
  /** Provider of the last login, if any. */
  readonly socialProvider?: FrameSocialProvider | 'farcaster' | undefined
  /** Our extension: there is no login yet, only this browser opens the wallet. */
  readonly isGuest?: boolean | undefined
  readonly smartAccountDeployed?: boolean | undefined
  readonly accounts?: readonly FrameAccount[] | undefined
  readonly preferredAccountType?: FrameAccountType | undefined
  readonly signature?: string | undefined
  readonly message?: string | undefined
  readonly siwxMessage?: FrameSiwxMessage | undefined
}

/** A request of the app to the wallet. [S5.12] */
export type RpcPayload = {
  readonly method: string
  readonly params?: unknown
  readonly chainId?: FrameChainId | undefined
  readonly chainNamespace?: 'eip155' | 'solana' | 'polkadot' | 'bip122' | 'cosmos' | undefined
  readonly rpcUrl?: string | undefined
}

/** Payloads of the app's messages. [S4.41] */
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
  /** Our extension: sends a code by SMS, to a number as the user typed it. */
  CONNECT_PHONE: { readonly phone: string }
  CONNECT_PHONE_OTP: { readonly otp: string }
  /** Our extension: logs in with a passkey, or with a new one. */
  CONNECT_PASSKEY: {
    readonly use: 'login' | 'signup'
    /** The id in the address of the popup that runs the ceremony. Default: the frame runs it. */
    readonly popup?: string | undefined
  }
  GET_SOCIAL_REDIRECT_URI: {
    readonly provider: FrameSocialProvider
    /** Our extension: the id in the address of the popup's first page. With it the page can continue after it has lost its opener. */
    readonly popup?: string | undefined
  }
  CONNECT_SOCIAL: UserRequest & { readonly uri: string }
  GET_FARCASTER_URI: undefined
  CONNECT_FARCASTER: undefined
  /** Our extension: logs in with a JWT of the app's backend. */
  CONNECT_TOKEN: UserRequest & { readonly token: string }
  /** Our extension: continues without a login, with a wallet that only this browser opens. */
  CONNECT_GUEST: UserRequest
  GET_USER: (UserRequest & { readonly socialUri?: string | undefined }) | undefined
  /** `token`: from the last SESSION_UPDATE, for frames that can't store anything. */
  IS_CONNECTED: { readonly token?: string | undefined } | undefined
  GET_CHAIN_ID: undefined
  SWITCH_NETWORK: { readonly chainId: FrameChainId; readonly rpcUrl?: string | undefined }
  SET_PREFERRED_ACCOUNT: { readonly type: FrameAccountType }
  INIT_SMART_ACCOUNT: undefined
  RPC_REQUEST: RpcPayload
  /** `requestId`: the RPC_REQUEST to cancel. Default: all of them. */
  RPC_ABORT: { readonly requestId?: string | undefined } | undefined
  UPDATE_EMAIL: { readonly email: string }
  UPDATE_EMAIL_PRIMARY_OTP: { readonly otp: string }
  UPDATE_EMAIL_SECONDARY_OTP: { readonly otp: string }
  /** Our extension: a guest adds a login, on the frame's own screen. */
  ADD_LOGIN: undefined
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

/** A message of the app, as parsed by the frame. */
export type AppMessage = {
  readonly [name in MessageName]: { readonly name: name; readonly id: string; readonly payload: AppPayloads[name] }
}[MessageName]

/** Payloads of the frame's success replies. [S4.39] */
export type FrameReplies = {
  SYNC_DAPP_DATA: undefined
  SYNC_THEME: undefined
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: { readonly smartAccountEnabledNetworks: readonly number[] }
  /** [S4.35] */
  CONNECT_EMAIL: { readonly action: 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT' }
  /** Sent once the link in the email was approved. */
  CONNECT_DEVICE: undefined
  CONNECT_OTP: undefined
  /** The number as people write it, and the seconds after which another SMS may be requested. */
  CONNECT_PHONE: { readonly phone: string; readonly retryAfter: number }
  /** The number, too. */
  CONNECT_PHONE_OTP: { readonly userName: string }
  CONNECT_PASSKEY: undefined
  GET_SOCIAL_REDIRECT_URI: { readonly uri: string }
  CONNECT_SOCIAL: FrameUser
  GET_FARCASTER_URI: { readonly url: string }
  CONNECT_FARCASTER: { readonly userName: string }
  CONNECT_TOKEN: FrameUser
  CONNECT_GUEST: FrameUser
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
  /** The address that opens the wallet from now on. */
  ADD_LOGIN: { readonly email: string }
  SIGN_OUT: undefined
  RELOAD: undefined
}

export type FrameErrorReason =
  | 'HELD'
  | 'REVERTS'
  | 'PASSKEY_CANCELED'
  | 'PASSKEY_EXPIRED'
  | 'PASSKEY_POPUP'
  | 'PASSKEY_UNKNOWN'
  | 'PASSKEY_UNSUPPORTED'
  | 'SELF_CUSTODY_NEEDED'
  | 'INVALID_PHONE'
  | 'PHONE_NOT_ALLOWED'
  | 'SMS_FAILED'

export type FrameError = {
  readonly message: string
  /** Our extension: an EIP-1193 or JSON-RPC code, e.g. 4001 if the user declined. */
  readonly code?: number | undefined
  /** Our extension: seconds until the request can be repeated. */
  readonly retryAfter?: number | undefined
  /**
   * Our extension. `HELD`, `REVERTS`: the transfer is held for now, or would revert; nothing was sent. `PASSKEY_…`: why a passkey
   * didn't work; with `PASSKEY_POPUP` the browser allows it in a popup only. `SELF_CUSTODY_NEEDED`: nothing is signed before the user has
   * set up self-custody. The others: why no SMS was sent.
   */
  readonly reason?: FrameErrorReason | undefined
}

/** A reply to the message with this id. */
export type FrameReply =
  | {
      readonly [name in MessageName]: {
        readonly kind: 'success'
        readonly name: name
        readonly id: string
        readonly payload: FrameReplies[name]
      }
    }[MessageName]
  | { readonly kind: 'error'; readonly name: MessageName; readonly id: string; readonly fault: FrameError }

/** An event of the frame, as parsed by the app. [S4.42] */
export type FrameEvent =
  | FrameReply
  | { readonly kind: 'ready'; readonly version: string | undefined }
  /** A token for the app to store and send back in IS_CONNECTED, for frames that can't store anything. */
  | { readonly kind: 'sessionUpdate'; readonly token: string }

/** The frame's current screen: its title, and its height in CSS pixels without scrolling. */
export type FrameScreen = { readonly title: string; readonly height: number }
