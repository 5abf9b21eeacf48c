import {
  array,
  boolean,
  fallback,
  type GenericSchema,
  maxLength,
  minLength,
  nullish,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
  transform,
  union,
  unknown,
  url,
} from 'valibot'
import type {
  DappMetadata,
  FrameAccountType,
  FrameChainId,
  FrameSiwxMessage,
  FrameSocialProvider,
  FrameUser,
  RpcPayload,
} from './values.js'

export type SchemaOf<type> = GenericSchema<unknown, type>

/** An id, a code, an address, a name: never long. */
export const word: SchemaOf<string> = pipe(string(), minLength(1), maxLength(1_024))
export const text: SchemaOf<string> = pipe(string(), maxLength(8_192))
/** Looser than what is mailed to: which addresses a frame takes is its own rule. */
export const email: SchemaOf<string> = pipe(string(), maxLength(320), regex(/^[^\s@]+@[^\s@]+$/))
export const link: SchemaOf<string> = pipe(string(), maxLength(8_192), url())
export const chainId: SchemaOf<FrameChainId> = union([word, number()])
export const accountType: SchemaOf<FrameAccountType> = picklist(['eoa', 'smartAccount'])

const socialProviders = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const
export const socialProvider: SchemaOf<FrameSocialProvider> = picklist(socialProviders)

export const siwxMessage: SchemaOf<FrameSiwxMessage> = object({
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

export const metadata: SchemaOf<DappMetadata> = object({
  name: text,
  description: text,
  url: text,
  icons: array(string()),
})

export const user: SchemaOf<FrameUser> = object({
  address: word,
  chainId,
  email: nullish(email),
  userName: nullish(text),
  // one that is not known here is none: a login does not fail by it
  socialProvider: fallback(optional(picklist([...socialProviders, 'farcaster'])), undefined),
  smartAccountDeployed: optional(boolean()),
  accounts: optional(array(object({ address: word, type: accountType }))),
  preferredAccountType: optional(accountType),
  signature: optional(string()),
  message: optional(string()),
  siwxMessage: optional(siwxMessage),
})

export const rpcRequest: SchemaOf<RpcPayload> = object({
  method: word,
  params: optional(unknown()),
  chainId: optional(chainId),
  chainNamespace: optional(picklist(['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'])),
  rpcUrl: optional(text),
})

/** What comes without a payload may carry one all the same: nothing of it is read. */
export const nothing: SchemaOf<undefined> = pipe(
  unknown(),
  transform(() => undefined),
)
