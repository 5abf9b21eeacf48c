import { isRecord, parseCaipNetworkId, type SiwxMessageFields } from '@latchkey/core'
import { parseTime } from './time.js'

/** The invalid part of a sign-in: a field, the scheme before the domain, or `message` for the text as a whole. */
export type MessageField = Exclude<keyof SiwxMessageFields, 'serializedMessage'> | 'scheme' | 'message'

export type MessageError = { readonly field: MessageField; readonly reason: string }

export type TaggedField =
  | 'uri'
  | 'version'
  | 'chainId'
  | 'nonce'
  | 'issuedAt'
  | 'expirationTime'
  | 'notBefore'
  | 'requestId'

/** The tagged lines below the address and the statement, in the order of EIP-4361. Resources follow. */
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

/** Namespaces that support sign-in, with the name of their accounts in messages. [EIP-4361] [CAIP-122] */
export const accountNames = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' } as const

export type SignInNamespace = keyof typeof accountNames

export function isSignInNamespace(value: unknown): value is SignInNamespace {
  return typeof value === 'string' && Object.hasOwn(accountNames, value)
}

const domainPattern = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9][a-z0-9._-]{0,252})(?::\d{1,5})?$/i

/** Whether a text is a host with an optional port: no scheme, no user info, no path. [RFC 3986] [EIP-4361] */
export function isDomain(text: string): boolean {
  if (!domainPattern.test(text)) return false
  try {
    return new URL(`https://${text}`).host !== ''
  } catch {
    return false // a port above 65,535, or an invalid IP address
  }
}

const uriPattern = /^[a-z][a-z0-9+.-]*:(?:[a-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})*$/i

const authorityPattern = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i

/** Whether a text is a URI with a scheme. [RFC 3986] */
export function isUri(text: string): boolean {
  return uriPattern.test(text)
}

/** Whether a text is a URI with an unambiguous owner: web addresses have a host, and there is no user info. */
export function isPlainUri(text: string): boolean {
  if (!isUri(text)) return false
  const [, , host] = authorityPattern.exec(text) ?? []
  if (host?.includes('@')) return false // https://app.example@evil.example
  if (/^https?:/i.test(text) && !host) return false
  try {
    new URL(text)
    return true
  } catch {
    return false // an invalid port
  }
}

type Rule = (value: string, namespace: SignInNamespace) => boolean

const addressPatterns: { readonly [namespace in SignInNamespace]: RegExp } = {
  eip155: /^0x[0-9a-f]{40}$/i,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  bip122: /^[0-9a-z]{14,90}$/i,
}

/** EIP-4361 allows URI characters and spaces; CAIP-122 allows any text on one line. */
const statementPatterns: { readonly [namespace in SignInNamespace]: RegExp } = {
  eip155: /^[a-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/i,
  solana: /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u,
  bip122: /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u,
}

const isTime: Rule = (value) => parseTime(value) !== null

const rules: { readonly [field in Exclude<MessageField, 'resources' | 'scheme' | 'message'>]: Rule } = {
  domain: isDomain,
  accountAddress: (value, namespace) => addressPatterns[namespace].test(value),
  statement: (value, namespace) => statementPatterns[namespace].test(value),
  uri: isPlainUri,
  version: (value) => value === '1',
  chainId(value, namespace) {
    const parts = parseCaipNetworkId(value)
    const reference = namespace === 'eip155' ? /^(0|[1-9]\d{0,31})$/ : /^[-_a-zA-Z0-9]{1,32}$/
    return parts?.namespace === namespace && reference.test(parts.reference)
  },
  nonce: (value) => /^[a-z0-9]{8,128}$/i.test(value),
  issuedAt: isTime,
  expirationTime: isTime,
  notBefore: isTime,
  requestId: (value) => /^(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+$/i.test(value),
}

const optional: readonly MessageField[] = ['statement', 'expirationTime', 'notBefore', 'requestId']

/** Finds the first field that can't be part of a message, and says why. [EIP-4361] [CAIP-122] */
export function findInvalidField(fields: SiwxMessageFields, namespace: SignInNamespace): MessageError | undefined {
  if (!isRecord(fields)) return { field: 'message', reason: 'The fields are missing.' }
  for (const field of Object.keys(rules) as (keyof typeof rules)[]) {
    const value: unknown = fields[field]
    if (value === undefined && optional.includes(field)) continue
    if (typeof value !== 'string') return { field, reason: 'It is missing.' }
    if (!rules[field](value, namespace))
      return { field, reason: `Invalid value ${JSON.stringify(value.slice(0, 200))}.` }
  }
  const resources: unknown = fields.resources
  if (resources === undefined) return undefined
  if (Array.isArray(resources) && resources.every((item) => typeof item === 'string' && isUri(item))) return undefined
  return { field: 'resources', reason: 'All of them must be URIs.' }
}
