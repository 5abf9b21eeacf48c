import { type CaipNetworkId, parseCaipNetworkId, type SiwxMessage, type SiwxMessageFields } from '@latchkey/core'
import { SignInRefusedError } from '@latchkey/core/plugin'
import {
  accountNames,
  findInvalidField,
  isSignInNamespace,
  type MessageError,
  requiredFields,
  type SignInNamespace,
  type TaggedField,
  tags,
} from './fields.js'

/** Returns the fields, with the text to sign as `toString()`. Throws `SIGN_IN_REFUSED` if the fields are invalid. */
export function createMessage(fields: SiwxMessageFields): SiwxMessage {
  const text = toMessageText(fields)
  return { ...fields, toString: () => text }
}

/** In characters. */
const maxMessageLength = 32_768

/**
 * Writes the text to sign: EIP-4361 on EVM, CAIP-122 elsewhere. On Solana it is exactly the text that the Wallet Standard makes
 * of these fields. Throws `SIGN_IN_REFUSED` if a field could not be parsed back, for example because of a line break. [S3.16]
 */
export function toMessageText(fields: SiwxMessageFields): string {
  const namespace = parseCaipNetworkId(fields.chainId)?.namespace
  if (!isSignInNamespace(namespace))
    throw new SignInRefusedError({ field: 'chainId', details: `Sign-in is not supported on ${fields.chainId}.` })
  const invalid = findInvalidField(fields, namespace)
  if (invalid) throw new SignInRefusedError({ field: invalid.field, details: invalid.reason })

  const { domain, accountAddress, statement, resources } = fields
  const isEvm = namespace === 'eip155'
  const lines = [`${domain} wants you to sign in with your ${accountNames[namespace]} account:`, accountAddress, '']
  if (statement !== undefined) lines.push(statement, '')
  else if (isEvm) lines.push('') // EIP-4361 keeps the empty line of a missing statement
  for (const [field, tag] of tags) {
    const value = fields[field]
    if (value === undefined) continue
    lines.push(`${tag}: ${field === 'chainId' && isEvm ? value.slice('eip155:'.length) : value}`)
  }
  if (resources) lines.push('Resources:', ...resources.map((resource) => `- ${resource}`))
  const text = lines.join('\n')
  if (text.length > maxMessageLength) throw new SignInRefusedError({ field: 'message', details: 'It is too long.' })
  return text
}

/** Parses a text to its fields. Null if it isn't strictly valid; {@link readMessageText} says why. */
export function parseMessageText(text: string, namespace: SignInNamespace): SiwxMessageFields | null {
  const reading = readMessageText(text, namespace)
  return reading.isValid ? reading.fields : null
}

export type MessageReading =
  | {
      readonly isValid: true
      readonly fields: SiwxMessageFields
      /** The scheme before the domain, if there is one. We never write it. */
      readonly scheme: string | undefined
    }
  | ({ readonly isValid: false } & MessageError)

/** Parses a text strictly: each line in its position, each once, nothing after the last. [EIP-4361] [CAIP-122] */
export function readMessageText(text: string, namespace: SignInNamespace): MessageReading {
  const fail = (invalid: MessageError): MessageReading => ({ isValid: false, ...invalid })
  if (typeof text !== 'string' || text.length > maxMessageLength)
    return fail({ field: 'message', reason: 'It is missing or too long.' })
  const lines = text.split('\n')

  const ending = ` wants you to sign in with your ${accountNames[namespace]} account:`
  const [title = '', accountAddress = '', gap, first, second] = lines
  if (!title.endsWith(ending)) return fail({ field: 'message', reason: `Its first line does not end in "${ending}".` })
  const [, scheme, domain = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/i.exec(title.slice(0, -ending.length)) ?? []
  if (gap !== '') return fail({ field: 'accountAddress', reason: 'It must be followed by an empty line.' })

  // without a statement, EIP-4361 has two empty lines and the Wallet Standard one
  const hasStatement = first !== '' && (namespace === 'eip155' || second === '')
  if (hasStatement && second !== '') return fail({ field: 'statement', reason: 'It has more than one line.' })
  if (namespace !== 'eip155' && first === '') return fail({ field: 'statement', reason: 'It is empty.' })
  const below = parseTags(lines.slice(hasStatement ? 5 : namespace === 'eip155' ? 4 : 3))
  if ('field' in below) return fail(below)

  const { chainId, ...values } = below.values
  const fields = {
    domain,
    accountAddress,
    ...(hasStatement && { statement: first }),
    ...values,
    chainId: (namespace === 'eip155' ? `eip155:${chainId}` : chainId) as CaipNetworkId,
    ...(below.resources && { resources: below.resources }),
  } as SiwxMessageFields
  const invalid = findInvalidField(fields, namespace)
  return invalid ? fail(invalid) : { isValid: true, fields, scheme }
}

type Tagged = { readonly [field in TaggedField]?: string }

type Below = { readonly values: Tagged; readonly resources: readonly string[] | undefined }

function parseTags(lines: readonly string[]): Below | MessageError {
  const values: { [field in TaggedField]?: string } = {}
  let index = 0
  for (const [field, tag] of tags) {
    const line = lines[index]
    if (line?.startsWith(`${tag}: `)) {
      values[field] = line.slice(tag.length + 2)
      index++
    } else if (requiredFields.includes(field))
      return findRepeated(line, values) ?? { field, reason: 'It is missing or in the wrong position.' }
  }
  const line = lines[index]
  if (line === undefined) return { values, resources: undefined }
  if (line !== 'Resources:')
    return findMisplaced(line, values) ?? { field: 'message', reason: 'Text follows the last field.' }
  const rest = lines.slice(index + 1)
  const invalidLine = rest.find((item) => !item.startsWith('- '))
  if (invalidLine !== undefined)
    return findMisplaced(invalidLine, values) ?? { field: 'resources', reason: 'Each line must start with "- ".' }
  return { values, resources: rest.map((item) => item.slice(2)) }
}

/** Reports a line whose field was already parsed. */
function findRepeated(line: string | undefined, read: Tagged): MessageError | undefined {
  const field = tags.find(([, tag]) => line?.startsWith(`${tag}:`))?.[0]
  return field && field in read ? { field, reason: 'It occurs twice.' } : undefined
}

/** Reports a known line in the wrong position. */
function findMisplaced(line: string, read: Tagged): MessageError | undefined {
  const field = tags.find(([, tag]) => line.startsWith(`${tag}:`))?.[0] ?? (line.startsWith('Resources') && 'resources')
  return findRepeated(line, read) ?? (field ? { field, reason: 'It is in the wrong position.' } : undefined)
}
