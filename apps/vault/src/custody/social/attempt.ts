import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { SocialReply } from '../../protocol/custody.js'
import type { LoginProvider } from '../../protocol/login.js'
import { toRowMac } from '../crypto/rowMac.js'
import { seal, toMac, unseal } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import type { Caller } from '../devices/caller.js'
import { isOwnPage } from '../devices/statement.js'
import type { Requester } from '../mail/emails.js'
import type { Subject } from '../providers/provider.js'
import type { ProviderFailure } from '../providers/providerFailure.js'

/** A login at a provider that a device has started. */
export type AttemptRow = {
  readonly id: string
  readonly device_id: string
  readonly project: string
  readonly origin: string
  readonly browser: string
  readonly place: string | null
  readonly provider: LoginProvider
  /** The user who adds a login or reauthenticates; `secrets` says which. */
  readonly link_user: string | null
  readonly state_hash: Buffer
  readonly popup_hash: Buffer | null
  readonly secrets: Buffer
  /**
   * `asked` while the provider's answer is exchanged, then `answered`; `used` when it was fetched, `ended` when it can no longer be
   * fetched.
   */
  readonly stage: 'open' | 'asked' | 'answered' | 'used' | 'ended'
  readonly is_alone: boolean
  /** Sealed {@link Opening}. */
  readonly opening: Buffer | null
  readonly outcome: Buffer | null
  readonly used_at: string | null
  readonly created_at: string
  readonly mac: Buffer
}

/** Milliseconds. [security.md §3.5] */
export const attemptTimes = {
  /** From the start until the provider's answer. */
  whole: 600_000,
  /** From the answer, or the user's confirmation, until it is fetched. */
  result: 60_000,
  /** The same fetch gets the same reply for this long, as it may have been lost. */
  repeat: 60_000,
  kept: 3_600_000,
} as const

type NewAttempt = {
  readonly caller: Caller
  readonly requester: Requester
  readonly provider: LoginProvider
  /** The logged-in user, if it is not a plain login. */
  readonly linkUser: string | null
  /** The page to return to, if there is no popup. */
  readonly returnTo?: string | undefined
  /** Identifies the provider's answer. */
  readonly state: string
  readonly popup: string | undefined
  readonly secrets: unknown
}

/** Inserts an attempt. It replaces all earlier ones of the device. */
export async function insertAttempt(
  custody: Custody,
  { query }: Queryable,
  { caller, requester, provider, linkUser, returnTo, state, popup, secrets }: NewAttempt,
): Promise<{ readonly expiresAt: number }> {
  const now = custody.now()
  const id = randomBytes(16).toString('hex')
  const row = {
    id,
    device_id: caller.deviceId,
    project: caller.project,
    origin: requester.origin,
    browser: requester.browser,
    place: requester.place,
    provider,
    link_user: linkUser,
    state_hash: toStateHash(custody, state),
    popup_hash: popup === undefined ? null : toPopupHash(custody, popup),
    secrets: sealPart(custody, secrets, { id, part: 'secrets' }),
    created_at: now,
  }
  const all = {
    ...row,
    stage: 'open',
    opening: returnTo === undefined ? null : sealPart(custody, { isByApp: false, returnTo }, { id, part: 'opening' }),
    valid_until: now + attemptTimes.kept,
    mac: toRowMac(custody.keys, 'login_attempts', row),
  }
  await query(
    "UPDATE login_attempts SET stage = 'ended' WHERE device_id = $1 AND stage IN ('open', 'asked', 'answered')",
    [caller.deviceId],
  )
  const names = Object.keys(all)
  const places = names.map((_, index) => `$${index + 1}`)
  await query(`INSERT INTO login_attempts (${names.join(', ')}) VALUES (${places.join(', ')})`, Object.values(all))
  return { expiresAt: now + attemptTimes.whole }
}

/** Lets an attempt log in once in this process, even if its row is restored. Throws `gone` the second time. */
export async function takeAttempt<value>(
  { counts }: Pick<Custody, 'counts'>,
  { id, created_at }: AttemptRow,
  gone: Error,
  enter: () => Promise<value>,
): Promise<value> {
  const key = `login ${id}`
  if (!counts.take(key, { max: 1, until: Number(created_at) + attemptTimes.kept })) throw gone
  try {
    return await enter()
  } catch (cause) {
    counts.free(key) // the login failed
    throw cause
  }
}

export function toStateHash({ keys }: Pick<Custody, 'keys'>, state: string): Buffer {
  return toMac(keys.tokens, ['login state', state])
}

export function toPopupHash({ keys }: Pick<Custody, 'keys'>, popup: string): Buffer {
  return toMac(keys.tokens, ['login popup', popup])
}

type Part = { readonly id: string; readonly part: 'secrets' | 'outcome' | 'opening' }

/** Seals JSON that only this attempt opens. */
function sealPart({ keys, instance }: Pick<Custody, 'keys' | 'instance'>, value: unknown, { id, part }: Part): Buffer {
  return seal(keys.email, { plain: Buffer.from(JSON.stringify(value)), place: [`login ${part}`, instance, id] })
}

export function unsealPart<value>(
  { keys, instance }: Pick<Custody, 'keys' | 'instance'>,
  sealed: Uint8Array,
  { id, part }: Part,
): value {
  return JSON.parse(unseal(keys.email, { sealed, place: [`login ${part}`, instance, id] }).toString()) as value
}

/**
 * Data about the user's browser on its way through the vault to the provider. Sealed, as it decides who may finish the
 * login.
 */
export type Opening = {
  /** SHA-256 of the browser's cookie for this login, hex. Undefined until a browser has passed. */
  readonly browserHash?: string | undefined
  /** Whether the app's own page opened the window, according to the referrer. Only then may the user be asked to confirm. */
  readonly isByApp: boolean
  /** The page to return to, if there is no popup. */
  readonly returnTo?: string | undefined
}

export type SocialRefusal = Extract<SocialReply, { readonly status: 'elsewhere' }> | { readonly status: 'gone' }

export function readOpening(custody: Pick<Custody, 'keys' | 'instance'>, { id, opening }: AttemptRow): Opening {
  return opening ? unsealPart<Opening>(custody, opening, { id, part: 'opening' }) : { isByApp: false }
}

export function sealOpening(custody: Pick<Custody, 'keys' | 'instance'>, opening: Opening, id: string): Buffer {
  return sealPart(custody, opening, { id, part: 'opening' })
}

export function toBrowserHash(cookie: string): string {
  return createHash('sha256').update(cookie).digest('hex')
}

/** Whether a request comes from the browser that passed through the vault to the provider. */
export function isSameBrowser({ browserHash }: Opening, cookie: string | undefined): boolean {
  if (browserHash === undefined || cookie === undefined) return false
  return timingSafeEqual(Buffer.from(browserHash), Buffer.from(toBrowserHash(cookie)))
}

/** Returns the reply for another browser: where to start a separate login. */
export function toElsewhere({ projects }: Pick<Custody, 'projects'>, { project, origin }: AttemptRow): SocialRefusal {
  return { status: 'elsewhere', project, origin, app: projects.get(project)?.name ?? origin }
}

/** Whether a URL is a page that a project lists for logins without a popup: exact path, any query. */
export function isReturnPage(
  custody: Pick<Custody, 'projects' | 'publicUrl'>,
  { project, origin }: Pick<AttemptRow, 'project' | 'origin'>,
  page: string,
): boolean {
  // the vault's own page has its return page from the start
  if (!URL.canParse(page) || isOwnPage(custody, { origin })) return false
  const url = new URL(page)
  const paths = custody.projects.get(project)?.returnPaths ?? ['/']
  return url.origin === origin && url.username === '' && url.password === '' && paths.includes(url.pathname)
}

/** The result of a login at its provider. Sealed, so that it can't be forged or altered in the database. */
export type Outcome = {
  /** Milliseconds since the epoch, of the answer or of the confirmation. */
  readonly at: number
  /** SHA-256 of the code in the popup's message, hex. */
  readonly codeHash: string
  /** The user has confirmed in the popup that they started it. */
  readonly isConfirmed: boolean
} & ({ readonly subject: Subject } | ProviderFailure)

export function readOutcome(custody: Pick<Custody, 'keys' | 'instance'>, { id, outcome }: AttemptRow): Outcome | null {
  return outcome && unsealPart<Outcome>(custody, outcome, { id, part: 'outcome' })
}

export function sealOutcome(custody: Pick<Custody, 'keys' | 'instance'>, outcome: Outcome, id: string): Buffer {
  return sealPart(custody, outcome, { id, part: 'outcome' })
}

export function isInTime({ now }: Pick<Custody, 'now'>, { at }: Outcome): boolean {
  return now() - at < attemptTimes.result
}

/** Whether the provider may still answer. */
export function isOpen({ now }: Pick<Custody, 'now'>, { stage, created_at }: AttemptRow): boolean {
  return (stage === 'open' || stage === 'asked') && now() - Number(created_at) < attemptTimes.whole
}

export function toCodeHash(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

/** Compares in constant time. */
export function isCode({ codeHash }: Outcome, code: string): boolean {
  return timingSafeEqual(Buffer.from(codeHash), Buffer.from(toCodeHash(code)))
}
