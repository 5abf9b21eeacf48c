import { number, object, optional, picklist, record, string, union } from 'valibot'
import type { AppPayloads } from './appPayloads.js'
import {
  accountType,
  chainId,
  metadata,
  nothing,
  rpcRequest,
  type SchemaOf,
  siwxMessage,
  socialProvider,
  text,
  word,
} from './valueSchemas.js'

const userRequest = {
  chainId: optional(chainId),
  preferredAccountType: optional(accountType),
  siwxMessage: optional(siwxMessage),
  rpcUrl: optional(text),
}

/** Addresses and codes come as they were typed: what is wrong with them is an answer, not silence. */
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
  GET_SOCIAL_REDIRECT_URI: object({ provider: socialProvider, popup: optional(word) }),
  CONNECT_SOCIAL: object({ ...userRequest, uri: text }),
  GET_FARCASTER_URI: nothing,
  CONNECT_FARCASTER: nothing,
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
  SIGN_OUT: nothing,
  RELOAD: nothing,
}
