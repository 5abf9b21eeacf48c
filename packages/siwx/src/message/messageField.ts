import type { SiwxMessageFields } from '@latchkey/core'

/** What of a sign-in can be wrong: a field, the scheme before the domain, or `message` for the text as a whole. */
export type MessageField = Exclude<keyof SiwxMessageFields, 'serializedMessage'> | 'scheme' | 'message'

export type MessageFault = { readonly field: MessageField; readonly reason: string }

export type TaggedField =
  | 'uri'
  | 'version'
  | 'chainId'
  | 'nonce'
  | 'issuedAt'
  | 'expirationTime'
  | 'notBefore'
  | 'requestId'

/** The lines below the address and the statement, in the order that EIP-4361 gives them. Resources follow. */
export const tags: readonly (readonly [TaggedField, string])[] = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
]

export const requiredFields: readonly TaggedField[] = ['uri', 'version', 'chainId', 'nonce', 'issuedAt']
