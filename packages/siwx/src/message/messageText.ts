import { type CaipNetworkId, parseCaipNetworkId, type SiwxMessage, type SiwxMessageFields } from '@latchkey/core'
import { SignInRefusedError } from '@latchkey/core/plugin'
import {
  accountNames,
  findInvalidField,
  isSignInNamespace,
  type MessageFault,
  requiredFields,
  type SignInNamespace,
  type TaggedField,
  tags,
} from './fields.js'

/** The fields, and as a string the text to sign. Throws `SIGN_IN_REFUSED` where no text can be made of them. */
export function createMessage(fields: SiwxMessageFields): SiwxMessage {
  const text = toMessageText(fields)
  return { ...fields, toString: () => text }
}

/** Characters of the longest text. */
const maxMessageLength = 32_768

/**
 * The text to sign: EIP-4361 on EVM, CAIP-122 elsewhere; on Solana the very text that the Wallet Standard makes of these
 * fields. Throws `SIGN_IN_REFUSED` where a field could not be read back from it, as with a line break. [S3.16]
 */
export function toMessageText(fields: SiwxMessageFields): string {
  const namespace = parseCaipNetworkId(fields.chainId)?.namespace
  if (!isSignInNamespace(namespace))
    throw new SignInRefusedError({ field: 'chainId', details: `Nobody signs in on ${fields.chainId}.` })
  const fault = findInvalidField(fields, namespace)
  if (fault) throw new SignInRefusedError({ field: fault.field, details: fault.reason })

  const { domain, accountAddress, statement, resources } = fields
  const isEvm = namespace === 'eip155'
  const lines = [`${domain} wants you to sign in with your ${accountNames[namespace]} account:`, accountAddress, '']
  if (statement !== undefined) lines.push(statement, '')
  else if (isEvm) lines.push('') // EIP-4361 leaves the empty line of a statement that is not there
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

/** The fields of a text, or null where it is not one to the letter; {@link readMessageText} says why. */
export function parseMessageText(text: string, namespace: SignInNamespace): SiwxMessageFields | null {
  const reading = readMessageText(text, namespace)
  return reading.isValid ? reading.fields : null
}

export type MessageReading =
  | {
      readonly isValid: true
      readonly fields: SiwxMessageFields
      /** Where one stands before the domain. We never write it. */
      readonly scheme: string | undefined
    }
  | ({ readonly isValid: false } & MessageFault)

/** Reads a text to the letter: each line in its place, each once, nothing after the last. [EIP-4361] [CAIP-122] */
export function readMessageText(text: string, namespace: SignInNamespace): MessageReading {
  const fail = (fault: MessageFault): MessageReading => ({ isValid: false, ...fault })
  if (typeof text !== 'string' || text.length > maxMessageLength)
    return fail({ field: 'message', reason: 'It is no text, or too long.' })
  const lines = text.split('\n')

  const ending = ` wants you to sign in with your ${accountNames[namespace]} account:`
  const [title = '', accountAddress = '', gap, first, second] = lines
  if (!title.endsWith(ending)) return fail({ field: 'message', reason: `Its first line does not end in "${ending}".` })
  const [, scheme, domain = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/i.exec(title.slice(0, -ending.length)) ?? []
  if (gap !== '') return fail({ field: 'accountAddress', reason: 'No empty line follows it.' })

  // without a statement EIP-4361 has two empty lines, and the Wallet Standard one
  const hasStatement = first !== '' && (namespace === 'eip155' || second === '')
  if (hasStatement && second !== '') return fail({ field: 'statement', reason: 'It has more than one line.' })
  if (namespace !== 'eip155' && first === '') return fail({ field: 'statement', reason: 'It is empty.' })
  const below = readTags(lines.slice(hasStatement ? 5 : namespace === 'eip155' ? 4 : 3))
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
  const fault = findInvalidField(fields, namespace)
  return fault ? fail(fault) : { isValid: true, fields, scheme }
}

type Tagged = { readonly [field in TaggedField]?: string }

type Below = { readonly values: Tagged; readonly resources: readonly string[] | undefined }

function readTags(lines: readonly string[]): Below | MessageFault {
  const values: { [field in TaggedField]?: string } = {}
  let at = 0
  for (const [field, tag] of tags) {
    const line = lines[at]
    if (line?.startsWith(`${tag}: `)) {
      values[field] = line.slice(tag.length + 2)
      at++
    } else if (requiredFields.includes(field))
      return findRepeated(line, values) ?? { field, reason: 'It is missing, or not in its place.' }
  }
  const line = lines[at]
  if (line === undefined) return { values, resources: undefined }
  if (line !== 'Resources:')
    return findStray(line, values) ?? { field: 'message', reason: 'Text follows the last field.' }
  const rest = lines.slice(at + 1)
  const odd = rest.find((item) => !item.startsWith('- '))
  if (odd !== undefined) return findStray(odd, values) ?? { field: 'resources', reason: 'A line of them has no "- ".' }
  return { values, resources: rest.map((item) => item.slice(2)) }
}

/** Names a line whose field has been read before. */
function findRepeated(line: string | undefined, read: Tagged): MessageFault | undefined {
  const field = tags.find(([, tag]) => line?.startsWith(`${tag}:`))?.[0]
  return field && field in read ? { field, reason: 'It stands there twice.' } : undefined
}

/** Names a line that has a place, but not here. */
function findStray(line: string, read: Tagged): MessageFault | undefined {
  const field = tags.find(([, tag]) => line.startsWith(`${tag}:`))?.[0] ?? (line.startsWith('Resources') && 'resources')
  return findRepeated(line, read) ?? (field ? { field, reason: 'It is not in its place.' } : undefined)
}
