import { type LoginProvider, providerId } from '../../protocol/login.js'
import { parseEmail } from '../mail/address.js'

/** The one login that opens a pregenerated wallet. */
type OneLogin =
  | { readonly email: string }
  /** `subject` is the user's id at the provider, not an email address or a name. */
  | { readonly provider: LoginProvider; readonly subject: string }

/** A user whom an app creates before they log in. */
export type NewUser = OneLogin & {
  /** The app's own id of the user. */
  readonly externalId: string | null
  /** When the user joined the app: milliseconds since the epoch. */
  readonly joinedAt: number | null
}

export type ProblemCode =
  | 'NO_LOGIN'
  | 'TWO_LOGINS'
  | 'INVALID_EMAIL'
  | 'INVALID_PROVIDER'
  | 'INVALID_SUBJECT'
  | 'INVALID_EXTERNAL_ID'
  | 'INVALID_DATE'
  | 'INVALID_PARAMS'
  | 'UNREADABLE'
  | 'DUPLICATE'
  | 'EXTERNAL_ID_TAKEN'
  | 'OTHER_EXTERNAL_ID'
  | 'ADDRESS_IN_USE'

/** The reason why a user can't be created. `value`: the given value, if that is the problem. */
export type Problem = { readonly code: ProblemCode; readonly message: string; readonly value?: string | undefined }

export type UserFields = Readonly<Partial<Record<(typeof userFields)[number], unknown>>>

/** In a CSV file, `externalId` and `joinedAt` may also be written `external_id` and `joined_at`. */
export const userFields = ['email', 'provider', 'subject', 'externalId', 'joinedAt'] as const

/** Before anybody had a wallet of this kind: the Bitcoin genesis block, milliseconds since the epoch. */
const earliest = 1_231_006_505_000

/**
 * Parses the fields of a user: texts of a CSV file or JSON values; empty texts count as absent. A user has one login:
 * with two, the owner of either one could open a wallet that was promised to the owner of the other, without having
 * proved both.
 */
export function parseNewUser(fields: UserFields, now: number): NewUser | Problem {
  const [email, provider, subject, externalId, joined] = userFields.map((name) => toText(fields[name]))
  if (email !== '' && (provider !== '' || subject !== ''))
    return problem('TWO_LOGINS', 'Give an email address or a provider with a subject, not both.')
  const login = email !== '' ? parseMailbox(email ?? '') : parseLogin(provider ?? '', subject ?? '')
  if ('code' in login) return login
  // starts with a letter or digit: a spreadsheet that opens a report takes no id for a formula
  if (externalId && !/^[A-Za-z0-9][\w.:|/-]{0,127}$/.test(externalId))
    return problem(
      'INVALID_EXTERNAL_ID',
      'An external id has up to 128 letters, digits and . _ : | / -, and starts with a letter or digit.',
      externalId,
    )
  const joinedAt = joined ? parseTime(joined) : null
  if (joinedAt !== null && !(joinedAt >= earliest && joinedAt <= now))
    return problem('INVALID_DATE', 'Write a past date such as 2024-05-31 or 2024-05-31T12:00:00Z.', joined)
  return { ...login, externalId: externalId || null, joinedAt }
}

export function isProblem(value: NewUser | Problem): value is Problem {
  return 'code' in value
}

function parseMailbox(text: string): OneLogin | Problem {
  const email = parseEmail(text)
  return email === null ? problem('INVALID_EMAIL', 'This isn’t a valid email address.', text) : { email }
}

function parseLogin(provider: string, subject: string): OneLogin | Problem {
  if (provider === '' && subject === '')
    return problem('NO_LOGIN', 'An email address, or a provider with a subject, is required.')
  if (!isProvider(provider))
    return problem('INVALID_PROVIDER', 'This isn’t the id of a login provider such as google.', provider)
  if (!/^[A-Za-z0-9][\w.:|/-]{0,254}$/.test(subject))
    return problem('INVALID_SUBJECT', 'The subject is the user’s id at the provider, without spaces and @.', subject)
  return { provider, subject }
}

function isProvider(name: string): name is LoginProvider {
  return providerId.test(name)
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

/** NaN if it is no time. */
function parseTime(text: string): number {
  if (/^\d{12,14}$/.test(text)) return Number(text)
  const isIso = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text)
  if (!isIso) return Number.NaN
  // a time without a zone is in UTC, not in that of this machine
  const isZoned = text.length <= 10 || /(?:Z|[+-]\d{2}:?\d{2})$/.test(text)
  return Date.parse(`${text.replace(' ', 'T')}${isZoned ? '' : 'Z'}`)
}

function problem(code: ProblemCode, message: string, value?: string): Problem {
  return { code, message, ...(value !== undefined && { value }) }
}
