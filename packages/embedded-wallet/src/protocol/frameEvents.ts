import { array, boolean, fallback, integer, number, object, optional, picklist, pipe, string, unknown } from 'valibot'
import type { FrameFault, FrameReplies } from './framePayloads.js'
import { accountType, chainId, email, link, nothing, type SchemaOf, text, user, word } from './valueSchemas.js'

/** What the frame answers where it succeeds, by the name of the message. */
export const frameReplies: { readonly [name in keyof FrameReplies]: SchemaOf<FrameReplies[name]> } = {
  SYNC_DAPP_DATA: nothing,
  SYNC_THEME: nothing,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: object({ smartAccountEnabledNetworks: array(pipe(number(), integer())) }),
  CONNECT_EMAIL: object({ action: picklist(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }),
  CONNECT_DEVICE: nothing,
  CONNECT_OTP: nothing,
  GET_SOCIAL_REDIRECT_URI: object({ uri: link }),
  CONNECT_SOCIAL: user,
  GET_FARCASTER_URI: object({ url: link }),
  CONNECT_FARCASTER: object({ userName: text }),
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
  SIGN_OUT: nothing,
  RELOAD: nothing,
}

/** What it answers where it fails. */
export const frameFault: SchemaOf<FrameFault> = object({
  message: text,
  code: optional(number()),
  retryAfter: optional(number()),
  // a newer frame may have more of them
  reason: fallback(optional(picklist(['HELD', 'REVERTS'])), undefined),
})

/** What it says unasked. */
export const frameEvents: {
  readonly READY: SchemaOf<{ readonly version?: string | undefined }>
  readonly SESSION_UPDATE: SchemaOf<{ readonly token: string }>
} = {
  READY: object({ version: optional(string()) }),
  SESSION_UPDATE: object({ token: word }),
}
