import type { SiwxMessageFields } from '@latchkey/core'
import type { MessageFault, MessageField } from './messageField.js'
import { isRecap, parseRecap } from './parseRecap.js'
import { toRecapStatements } from './toRecapStatements.js'

const plain = [
  'domain',
  'uri',
  'version',
  'chainId',
  'accountAddress',
  'nonce',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
] as const satisfies readonly MessageField[]

/** The first field that is not what was asked for; what was not asked for must not be there. */
export function findDifference(
  fields: SiwxMessageFields,
  expected: SiwxMessageFields,
  { allowsRecap }: { readonly allowsRecap: boolean },
): MessageFault | undefined {
  for (const field of plain)
    if (fields[field] !== expected[field]) return toFault(field, fields[field], expected[field])
  const recap = fields.resources?.at(-1)
  if (!allowsRecap || recap === undefined || !isRecap(recap)) return findPlainDifference(fields, expected)

  const [rest, asked] = [withoutRecap(fields.resources), withoutRecap(expected.resources)]
  if (!isSame(rest, asked)) return toFault('resources', rest, asked)
  const details = parseRecap(recap)
  if (!details) return { field: 'resources', reason: 'The last of them is no ReCap that can be read.' }
  const statements = toRecapStatements(details).flatMap((words) => {
    if (expected.statement === undefined) return [words]
    return [`${expected.statement} ${words}`, ...(expected.statement.endsWith(words) ? [expected.statement] : [])]
  })
  if (fields.statement !== undefined && statements.includes(fields.statement)) return undefined
  return { field: 'statement', reason: 'It does not say what the ReCap allows.' }
}

function findPlainDifference(fields: SiwxMessageFields, expected: SiwxMessageFields): MessageFault | undefined {
  if (fields.statement !== expected.statement) return toFault('statement', fields.statement, expected.statement)
  const isEqual =
    (fields.resources === undefined) === (expected.resources === undefined) &&
    isSame(fields.resources ?? [], expected.resources ?? [])
  return isEqual ? undefined : toFault('resources', fields.resources, expected.resources)
}

/** A ReCap stands last [EIP-5573]. One in another place is a resource like others, and none that was asked for. */
function withoutRecap(resources: readonly string[] = []): readonly string[] {
  const last = resources.at(-1)
  return last !== undefined && isRecap(last) ? resources.slice(0, -1) : resources
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}

function toFault(field: MessageField, got: unknown, wanted: unknown): MessageFault {
  return { field, reason: `It is ${toText(got)}, and was to be ${toText(wanted)}.` }
}

function toText(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 200)
}
