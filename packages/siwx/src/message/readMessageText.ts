import type { CaipNetworkId, SiwxMessageFields } from '@latchkey/core'
import { findFault } from './findFault.js'
import { type MessageFault, requiredFields, type TaggedField, tags } from './messageField.js'
import { accountNames, type SignInNamespace } from './signInNamespace.js'
import { longestMessage } from './toMessageText.js'

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
  if (typeof text !== 'string' || text.length > longestMessage)
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
  const fault = findFault(fields, namespace)
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
