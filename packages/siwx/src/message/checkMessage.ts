import { parseCaipNetworkId, type SiwxMessageFields } from '@latchkey/core'
import { SignInRefusedError } from '@latchkey/core/plugin'
import { isSignInNamespace, type MessageError, type MessageField } from './fields.js'
import { readMessageText } from './messageText.js'
import { isRecap, parseRecap, toRecapStatements } from './recap.js'
import { parseTime } from './time.js'

/** Tolerated clock difference in milliseconds: default and maximum. */
export const clockTolerance = { usual: 60_000, max: 300_000 } as const

export type CheckMessageRequest = {
  /** The signed text. */
  readonly message: string
  /**
   * All requested fields. A field that is missing here must be missing in the text. If the account or network was unknown, use
   * the one that the sign-in claims: the signature proves it.
   */
  readonly expected: SiwxMessageFields
  /** Milliseconds since the epoch. */
  readonly now: number
  /** In milliseconds, see {@link clockTolerance}. */
  readonly tolerance?: number | undefined
  /** Whether a ReCap may follow the resources and be described in the statement, as wallets do that sign while they connect. */
  readonly allowsRecap?: boolean | undefined
  /** Requested fields that the text may lack, as wallets write it that sign while they connect. Default: none. */
  readonly mayOmit?: readonly OmittableField[] | undefined
}

/** Requested fields that EIP-4361 makes optional. */
export type OmittableField = 'expirationTime' | 'requestId'

/**
 * Compares a signed text with the request, field by field, and its times with the clock. Doesn't check the signature. Throws
 * `SIGN_IN_REFUSED` with the field. [EIP-4361] [CAIP-122] [EIP-5573]
 */
export function checkMessage(request: CheckMessageRequest): SiwxMessageFields {
  const { message, expected, now, tolerance = clockTolerance.usual, allowsRecap = false, mayOmit } = request
  if (!(tolerance >= 0 && tolerance <= clockTolerance.max))
    throw new RangeError(`tolerance must be between 0 and ${clockTolerance.max} ms, got ${tolerance}.`)
  const namespace = parseCaipNetworkId(expected.chainId)?.namespace
  if (!isSignInNamespace(namespace)) throw refuse('chainId', `Sign-in is not supported on ${expected.chainId}.`)
  const reading = readMessageText(message, namespace)
  if (!reading.isValid) throw refuse(reading.field, reading.reason)
  if (reading.scheme !== undefined) throw refuse('scheme', `${reading.scheme} was not requested.`)
  const difference =
    findDifference(reading.fields, expected, { allowsRecap, mayOmit }) ??
    findInvalidTime(reading.fields, { now, tolerance })
  if (difference) throw refuse(difference.field, difference.reason)
  return reading.fields
}

type TimeCheck = {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Tolerated clock difference in milliseconds. */
  readonly tolerance: number
}

/**
 * Finds the first time that isn't valid now. The tolerance applies to times in the future, not to the expiration. The expiration
 * must be after the start.
 */
function findInvalidTime(fields: SiwxMessageFields, { now, tolerance }: TimeCheck): MessageError | undefined {
  const { issuedAt, notBefore, expirationTime } = fields
  const [issued, start, end] = [issuedAt, notBefore, expirationTime].map((text) =>
    text === undefined ? undefined : (parseTime(text) ?? Number.NaN),
  )
  if (issued === undefined || !(issued <= now + tolerance))
    return { field: 'issuedAt', reason: `${issuedAt} is in the future.` }
  if (end !== undefined && !(end > issued && end > (start ?? issued)))
    return { field: 'expirationTime', reason: `${expirationTime} is not after the start.` }
  if (end !== undefined && !(end > now)) return { field: 'expirationTime', reason: `${expirationTime} has passed.` }
  if (start !== undefined && !(start <= now + tolerance))
    return { field: 'notBefore', reason: `${notBefore} is in the future.` }
  return undefined
}

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

/** Finds the first field that differs from the request. Fields that were not requested must be absent. */
export function findDifference(
  fields: SiwxMessageFields,
  expected: SiwxMessageFields,
  { allowsRecap, mayOmit = [] }: Pick<CheckMessageRequest, 'allowsRecap' | 'mayOmit'>,
): MessageError | undefined {
  for (const field of comparedFields) {
    const isOmitted = fields[field] === undefined && mayOmit.some((name) => name === field)
    if (!isOmitted && fields[field] !== expected[field]) return toDifference(field, fields[field], expected[field])
  }
  const recap = fields.resources?.at(-1)
  if (!allowsRecap || recap === undefined || !isRecap(recap)) return findPlainDifference(fields, expected)

  const [rest, requested] = [withoutRecap(fields.resources), withoutRecap(expected.resources)]
  if (!isSameList(rest, requested)) return toDifference('resources', rest, requested)
  const details = parseRecap(recap)
  if (!details) return { field: 'resources', reason: 'The last one is not a valid ReCap.' }
  const statements = toRecapStatements(details).flatMap((words) => {
    if (expected.statement === undefined) return [words]
    return [`${expected.statement} ${words}`, ...(expected.statement.endsWith(words) ? [expected.statement] : [])]
  })
  if (fields.statement !== undefined && statements.includes(fields.statement)) return undefined
  return { field: 'statement', reason: 'It does not describe the ReCap.' }
}

function findPlainDifference(fields: SiwxMessageFields, expected: SiwxMessageFields): MessageError | undefined {
  if (fields.statement !== expected.statement) return toDifference('statement', fields.statement, expected.statement)
  const isEqual =
    (fields.resources === undefined) === (expected.resources === undefined) &&
    isSameList(fields.resources ?? [], expected.resources ?? [])
  return isEqual ? undefined : toDifference('resources', fields.resources, expected.resources)
}

/** The resources without a ReCap, which must be last [EIP-5573]. In another position it counts as a resource that was not requested. */
function withoutRecap(resources: readonly string[] = []): readonly string[] {
  const last = resources.at(-1)
  return last !== undefined && isRecap(last) ? resources.slice(0, -1) : resources
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}

function toDifference(field: MessageField, got: unknown, expected: unknown): MessageError {
  return { field, reason: `Expected ${toText(expected)}, got ${toText(got)}.` }
}

function toText(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 200)
}

function refuse(field: string, details: string): SignInRefusedError {
  return new SignInRefusedError({ field, details })
}
