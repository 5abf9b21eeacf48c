import {
  array,
  boolean,
  check,
  fallback,
  type GenericSchema,
  integer,
  maxLength,
  maxValue,
  minLength,
  minValue,
  nullish,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  regex,
  string,
  transform,
  union,
  unknown,
  url,
} from 'valibot'
import type {
  AppPayloads,
  DappMetadata,
  FrameAccount,
  FrameAccountType,
  FrameChainId,
  FrameError,
  FrameReplies,
  FrameScreen,
  FrameSiwxMessage,
  FrameSocialProvider,
  FrameUser,
  RpcPayload,
} from './messages.js'

export type SchemaOf<type> = GenericSchema<unknown, type>

/** A short string: an id, a code, an address or a name. */
const word: SchemaOf<string> = pipe(string(), minLength(1), maxLength(1_024))

const text: SchemaOf<string> = pipe(string(), maxLength(8_192))

/** A loose check. The frame decides which addresses it accepts. */
const email: SchemaOf<string> = pipe(string(), maxLength(320), regex(/^[^\s@]+@[^\s@]+$/))

const link: SchemaOf<string> = pipe(string(), maxLength(8_192), url())

const chainId: SchemaOf<FrameChainId> = union([word, number()])

const accountType: SchemaOf<FrameAccountType> = picklist(['eoa', 'smartAccount'])

const socialProvider: SchemaOf<FrameSocialProvider> = pipe(string(), regex(/^[a-z][a-z0-9-]{0,31}$/))

const siwxMessage: SchemaOf<FrameSiwxMessage> = object({
  accountAddress: word,
  chainId: word,
  domain: word,
  uri: text,
  version: word,
  nonce: word,
  serializedMessage: optional(string()),
  notBefore: optional(word),
  statement: optional(text),
  resources: optional(array(text)),
  requestId: optional(word),
  issuedAt: optional(word),
  expirationTime: optional(word),
})

const metadata: SchemaOf<DappMetadata> = object({
  name: text,
  description: text,
  url: text,
  icons: array(string()),
})

const account: SchemaOf<FrameAccount> = object({
  address: word,
  type: picklist(['eoa', 'smartAccount', 'payment', 'ordinal']),
  publicKey: optional(word),
  path: optional(word),
  // a newer frame may know more
  custody: fallback(optional(picklist(['needed', 'sealed', 'self'])), undefined),
})

const userFields = object({
  address: word,
  chainId,
  email: nullish(email),
  userName: nullish(text),
  // ignores an invalid provider, so that the login doesn't fail
  socialProvider: fallback(optional(socialProvider), undefined),
  isGuest: optional(boolean()),
  smartAccountDeployed: optional(boolean()),
  accounts: optional(array(account)),
  preferredAccountType: optional(accountType),
  signature: optional(string()),
  message: optional(string()),
  siwxMessage: optional(siwxMessage),
})

/** Accounts for payments and ordinals are Bitcoin's. */
const user: SchemaOf<FrameUser> = pipe(
  userFields,
  check(({ chainId, accounts = [] }) => {
    const isBitcoin = String(chainId).startsWith('bip122:')
    return accounts.every(({ type }) => (type === 'payment' || type === 'ordinal') === isBitcoin)
  }),
)

const rpcRequest: SchemaOf<RpcPayload> = object({
  method: word,
  params: optional(unknown()),
  chainId: optional(chainId),
  chainNamespace: optional(picklist(['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'])),
  rpcUrl: optional(text),
})

/** Ignores the payload of messages that have none. */
const nothing: SchemaOf<undefined> = pipe(
  unknown(),
  transform(() => undefined),
)

const userRequest = {
  chainId: optional(chainId),
  preferredAccountType: optional(accountType),
  siwxMessage: optional(siwxMessage),
  rpcUrl: optional(text),
}

/** Payloads of app messages. Email addresses and codes are accepted as typed, so that the frame can reply with an error. */
export const appMessages: { readonly [name in keyof AppPayloads]: SchemaOf<AppPayloads[name]> } = {
  SYNC_DAPP_DATA: object({
    metadata: optional(metadata),
    sdkVersion: optional(word),
    sdkType: optional(word),
    projectId: word,
  }),
  SYNC_THEME: object({
    themeMode: optional(picklist(['light', 'dark'])),
    themeVariables: optional(record(string(), union([string(), number()]))),
    w3mThemeVariables: optional(record(string(), string())),
  }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: nothing,
  CONNECT_EMAIL: object({ email: text }),
  CONNECT_DEVICE: nothing,
  CONNECT_OTP: object({ otp: text }),
  CONNECT_PHONE: object({ phone: text }),
  CONNECT_PHONE_OTP: object({ otp: text }),
  CONNECT_PASSKEY: object({ use: picklist(['login', 'signup']), popup: optional(word) }),
  GET_SOCIAL_REDIRECT_URI: object({ provider: socialProvider, popup: optional(word) }),
  CONNECT_SOCIAL: object({ ...userRequest, uri: text }),
  GET_FARCASTER_URI: nothing,
  CONNECT_FARCASTER: nothing,
  CONNECT_TOKEN: object({ ...userRequest, token: text }),
  CONNECT_GUEST: object(userRequest),
  GET_USER: optional(object({ ...userRequest, socialUri: optional(text) })),
  IS_CONNECTED: optional(object({ token: optional(text) })),
  GET_CHAIN_ID: nothing,
  SWITCH_NETWORK: object({ chainId, rpcUrl: optional(text) }),
  SET_PREFERRED_ACCOUNT: object({ type: accountType }),
  INIT_SMART_ACCOUNT: nothing,
  RPC_REQUEST: rpcRequest,
  RPC_ABORT: optional(object({ requestId: optional(word) })),
  UPDATE_EMAIL: object({ email: text }),
  UPDATE_EMAIL_PRIMARY_OTP: object({ otp: text }),
  UPDATE_EMAIL_SECONDARY_OTP: object({ otp: text }),
  ADD_LOGIN: nothing,
  SIGN_OUT: nothing,
  RELOAD: nothing,
}

/** Payloads of success replies, by message name. */
export const frameReplies: { readonly [name in keyof FrameReplies]: SchemaOf<FrameReplies[name]> } = {
  SYNC_DAPP_DATA: nothing,
  SYNC_THEME: nothing,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: object({ smartAccountEnabledNetworks: array(pipe(number(), integer())) }),
  CONNECT_EMAIL: object({ action: picklist(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }),
  CONNECT_DEVICE: nothing,
  CONNECT_OTP: nothing,
  CONNECT_PHONE: object({ phone: word, retryAfter: pipe(number(), minValue(0)) }),
  CONNECT_PHONE_OTP: object({ userName: text }),
  CONNECT_PASSKEY: nothing,
  GET_SOCIAL_REDIRECT_URI: object({ uri: link }),
  CONNECT_SOCIAL: user,
  GET_FARCASTER_URI: object({ url: link }),
  CONNECT_FARCASTER: object({ userName: text }),
  CONNECT_TOKEN: user,
  CONNECT_GUEST: user,
  GET_USER: user,
  IS_CONNECTED: object({ isConnected: boolean() }),
  GET_CHAIN_ID: object({ chainId }),
  SWITCH_NETWORK: object({ chainId }),
  SET_PREFERRED_ACCOUNT: object({ type: accountType, address: word }),
  INIT_SMART_ACCOUNT: object({ address: word, isDeployed: boolean() }),
  RPC_REQUEST: unknown(),
  RPC_ABORT: nothing,
  UPDATE_EMAIL: object({ action: picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
  UPDATE_EMAIL_PRIMARY_OTP: nothing,
  UPDATE_EMAIL_SECONDARY_OTP: object({ newEmail: email }),
  ADD_LOGIN: object({ email }),
  SIGN_OUT: nothing,
  RELOAD: nothing,
}

/** Payload of error replies. */
export const frameError: SchemaOf<FrameError> = object({
  message: text,
  code: optional(number()),
  retryAfter: optional(number()),
  // a newer frame may send more reasons
  reason: fallback(
    optional(
      picklist([
        'HELD',
        'REVERTS',
        'PASSKEY_CANCELED',
        'PASSKEY_EXPIRED',
        'PASSKEY_POPUP',
        'PASSKEY_UNKNOWN',
        'PASSKEY_UNSUPPORTED',
        'SELF_CUSTODY_NEEDED',
        'INVALID_PHONE',
        'PHONE_NOT_ALLOWED',
        'SMS_FAILED',
      ]),
    ),
    undefined,
  ),
})

/** Payloads of events that aren't replies. */
export const frameEvents: {
  readonly READY: SchemaOf<{ readonly version?: string | undefined }>
  readonly SESSION_UPDATE: SchemaOf<{ readonly token: string }>
} = {
  READY: object({ version: optional(string()) }),
  SESSION_UPDATE: object({ token: word }),
}

/** A screen is never taller than any monitor, nor its title longer than a line. */
export const frameScreen: SchemaOf<FrameScreen> = object({
  title: pipe(string(), minLength(1), maxLength(200)),
  height: pipe(number(), integer(), minValue(1), maxValue(20_000)),
})
