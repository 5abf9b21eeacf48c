import { isRecord, parseCaipNetworkId, type SiwxMessageFields } from '@latchkey/core'
import { isDomain } from './isDomain.js'
import { isPlainUri, isUri } from './isUri.js'
import type { MessageFault, MessageField } from './messageField.js'
import { parseTime } from './parseTime.js'
import type { SignInNamespace } from './signInNamespace.js'

type Rule = (value: string, namespace: SignInNamespace) => boolean

const addresses: { readonly [namespace in SignInNamespace]: RegExp } = {
  eip155: /^0x[0-9a-f]{40}$/i,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  bip122: /^[0-9a-z]{14,90}$/i,
}

/** EIP-4361 allows what URIs are made of, and spaces; CAIP-122 any text of one line. */
const statements: { readonly [namespace in SignInNamespace]: RegExp } = {
  eip155: /^[a-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/i,
  solana: /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u,
  bip122: /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u,
}

const isTime: Rule = (value) => parseTime(value) !== null

const rules: { readonly [field in Exclude<MessageField, 'resources' | 'scheme' | 'message'>]: Rule } = {
  domain: isDomain,
  accountAddress: (value, namespace) => addresses[namespace].test(value),
  statement: (value, namespace) => statements[namespace].test(value),
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

/** The first field that cannot stand in a message, and why; undefined where all can. [EIP-4361] [CAIP-122] */
export function findFault(fields: SiwxMessageFields, namespace: SignInNamespace): MessageFault | undefined {
  if (!isRecord(fields)) return { field: 'message', reason: 'There are no fields.' }
  for (const field of Object.keys(rules) as (keyof typeof rules)[]) {
    const value: unknown = fields[field]
    if (value === undefined && optional.includes(field)) continue
    if (typeof value !== 'string') return { field, reason: 'It is missing.' }
    if (!rules[field](value, namespace))
      return { field, reason: `It must not be ${JSON.stringify(value.slice(0, 200))}.` }
  }
  const resources: unknown = fields.resources
  if (resources === undefined) return undefined
  if (Array.isArray(resources) && resources.every((item) => typeof item === 'string' && isUri(item))) return undefined
  return { field: 'resources', reason: 'All of them have to be URIs.' }
}
