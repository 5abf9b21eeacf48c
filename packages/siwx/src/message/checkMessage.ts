import { parseCaipNetworkId, type SiwxMessageFields } from '@latchkey/core'
import { SignInRefusedError } from '@latchkey/core/plugin'
import { isSignInNamespace, type MessageFault, type MessageField } from './fields.js'
import { readMessageText } from './messageText.js'
import { isRecap, parseRecap, toRecapStatements } from './recap.js'
import { parseTime } from './time.js'

const comparedFields = [
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
  for (const field of comparedFields)
    if (fields[field] !== expected[field]) return toDifference(field, fields[field], expected[field])
  const recap = fields.resources?.at(-1)
  if (!allowsRecap || recap === undefined || !isRecap(recap)) return findPlainDifference(fields, expected)

  const [rest, asked] = [withoutRecap(fields.resources), withoutRecap(expected.resources)]
  if (!isSameList(rest, asked)) return toDifference('resources', rest, asked)
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
  if (fields.statement !== expected.statement) return toDifference('statement', fields.statement, expected.statement)
  const isEqual =
    (fields.resources === undefined) === (expected.resources === undefined) &&
    isSameList(fields.resources ?? [], expected.resources ?? [])
  return isEqual ? undefined : toDifference('resources', fields.resources, expected.resources)
}

/** A ReCap stands last [EIP-5573]. One in another place is a resource like others, and none that was asked for. */
function withoutRecap(resources: readonly string[] = []): readonly string[] {
  const last = resources.at(-1)
  return last !== undefined && isRecap(last) ? resources.slice(0, -1) : resources
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}

function toDifference(field: MessageField, got: unknown, wanted: unknown): MessageFault {
  return { field, reason: `It is ${toText(got)}, and was to be ${toText(wanted)}.` }
}

function toText(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 200)
}

/** Milliseconds by which clocks may differ: unless told, and at most. */
export const clockTolerance = { usual: 60_000, most: 300_000 } as const

export type CheckMessageRequest = {
  /** The text that was signed. */
  readonly message: string
  /**
   * What was asked for, all of it: a field that is missing here must be missing there. An account or a network that was not
   * known then is the one that the sign-in claims: the signature has to prove it.
   */
  readonly expected: SiwxMessageFields
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Milliseconds, {@link clockTolerance}. */
  readonly tolerance?: number | undefined
  /** Whether a ReCap may follow the resources, and be said by the statement: of a wallet that signed while it connected. */
  readonly allowsRecap?: boolean | undefined
}

/**
 * Compares a signed text with what was asked for, field by field, and its times with the clock. Resolves nothing about its
 * signature. Throws `SIGN_IN_REFUSED` that names the field. [EIP-4361] [CAIP-122] [EIP-5573]
 */
export function checkMessage(request: CheckMessageRequest): SiwxMessageFields {
  const { message, expected, now, tolerance = clockTolerance.usual, allowsRecap = false } = request
  if (!(tolerance >= 0 && tolerance <= clockTolerance.most))
    throw new RangeError(`The tolerance of clocks is 0 to ${clockTolerance.most} ms, not ${tolerance}.`)
  const namespace = parseCaipNetworkId(expected.chainId)?.namespace
  if (!isSignInNamespace(namespace)) throw refuse('chainId', `Nobody signs in on ${expected.chainId}.`)
  const reading = readMessageText(message, namespace)
  if (!reading.isValid) throw refuse(reading.field, reading.reason)
  if (reading.scheme !== undefined) throw refuse('scheme', `${reading.scheme} was not asked for.`)
  const fault =
    findDifference(reading.fields, expected, { allowsRecap }) ?? findInvalidTime(reading.fields, { now, tolerance })
  if (fault) throw refuse(fault.field, fault.reason)
  return reading.fields
}

function refuse(field: string, details: string): SignInRefusedError {
  return new SignInRefusedError({ field, details })
}

type TimeCheck = {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Milliseconds by which clocks may differ. */
  readonly tolerance: number
}

/**
 * What of the times does not hold now. Clocks may differ where a time has not come yet; what has expired has expired. An
 * end that is not after its start is as wrong as one that is past.
 */
function findInvalidTime(fields: SiwxMessageFields, { now, tolerance }: TimeCheck): MessageFault | undefined {
  const { issuedAt, notBefore, expirationTime } = fields
  const [issued, start, end] = [issuedAt, notBefore, expirationTime].map((text) =>
    text === undefined ? undefined : (parseTime(text) ?? Number.NaN),
  )
  if (issued === undefined || !(issued <= now + tolerance))
    return { field: 'issuedAt', reason: `${issuedAt} has not come yet.` }
  if (end !== undefined && !(end > issued && end > (start ?? issued)))
    return { field: 'expirationTime', reason: `${expirationTime} is before its start.` }
  if (end !== undefined && !(end > now)) return { field: 'expirationTime', reason: `${expirationTime} has passed.` }
  if (start !== undefined && !(start <= now + tolerance))
    return { field: 'notBefore', reason: `${notBefore} has not come yet.` }
  return undefined
}
