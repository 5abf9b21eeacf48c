import { randomBytes, randomInt } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { AccountPurpose } from '../../protocol/account.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { toMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import type { Caller } from '../devices/caller.js'
import type { Keys } from '../keys/keys.js'
import { sealEmail, toEmailIndex } from '../mail/address.js'
import type { Requester } from '../mail/emails.js'
import { type Phone, toPhoneIndex } from '../sms/phone.js'

/** The only purpose that a code can be used for. */
export type Purpose = 'login' | 'phone' | 'primary' | 'secondary' | 'guest' | 'recoveryEmail' | AccountPurpose

export type ChallengeRow = {
  readonly id: string
  readonly device_id: string
  readonly purpose: Purpose
  readonly project: string
  /** Of the address; with the purpose `phone`, of the number. */
  readonly email_index: Buffer
  readonly email: Buffer
  readonly user_id: string | null
  readonly change_id: string | null
  readonly next_index: Buffer | null
  readonly next_email: Buffer | null
  readonly origin: string
  readonly browser: string
  readonly place: string | null
  /** `sending` until a mail server took it, then `open` until `used` or `replaced` by a newer one. Deleted with its session. */
  readonly state: 'sending' | 'open' | 'used' | 'replaced'
  readonly link_hash: Buffer | null
  readonly link_expires_at: string | null
  readonly approved_at: string | null
  readonly code_mac: Buffer | null
  readonly code_expires_at: string | null
  readonly code_claimed_at: string | null
  readonly code_sent_at: string | null
  readonly attempts: number
  readonly repeats: number
  readonly used_at: string | null
  readonly created_at: string
  readonly valid_until: string
  readonly mac: Buffer
}

/** Milliseconds. [security.md §3.5] */
export const challengeTimes = {
  link: 600_000,
  /** In which the same device and mailbox need no second link. */
  approval: 600_000,
  code: 600_000,
  /** The same code gets the same reply for this long, as a reply may have been lost. */
  repeat: 60_000,
  kept: 3_600_000,
} as const

export const maxAttempts = 3

/** Attempts per approved link, however many codes follow it. */
export const maxAttemptsOfLink = 15

/** The recipient of a link or a code. */
export type Recipient =
  | { readonly email: string; readonly phone?: undefined }
  | { readonly phone: Phone; readonly email?: undefined }

export function toRecipientIndex(custody: Keyed, { email, phone }: Recipient): Buffer {
  return phone ? toPhoneIndex(custody, phone.number) : toEmailIndex(custody, email)
}

export type NewChallenge = ChallengeTerms & Recipient

export type ChallengeTerms = {
  /** From {@link createChallengeId}. */
  readonly id: string
  readonly caller: Caller
  readonly requester: Requester
  readonly purpose: Purpose
  /** Whether a code is sent at once, or a link first. */
  readonly mails: 'link' | 'code'
  /** When the link of an earlier challenge was approved; for a phone, since when its owner has used this device. */
  readonly approvedAt?: number | undefined
  /** The change of the email address; for a phone number, `id` is its use other than login. */
  readonly change?: { readonly userId: string; readonly id: string; readonly next?: string | undefined } | undefined
}

/** `secret`: the token of the link, or the code. It is not stored. */
export type InsertedChallenge = { readonly id: string; readonly secret: string; readonly expiresAt: number }

export function createChallengeId(): string {
  return randomBytes(16).toString('hex')
}

/** Inserts a challenge. It counts once it was sent. */
export async function insertChallenge(
  custody: Custody,
  { query }: Queryable,
  challenge: NewChallenge,
): Promise<InsertedChallenge> {
  const { id, caller, requester, purpose, mails, approvedAt, change } = challenge
  const { keys } = custody
  const now = custody.now()
  const row = {
    id,
    device_id: caller.deviceId,
    purpose,
    project: caller.project,
    email_index: toRecipientIndex(custody, challenge),
    email: sealEmail(custody, challenge.phone ? challenge.phone.number : challenge.email, id),
    user_id: change?.userId ?? null,
    change_id: change?.id ?? null,
    next_index: change?.next === undefined ? null : toEmailIndex(custody, change.next),
    next_email: change?.next === undefined ? null : sealEmail(custody, change.next, `${id} next`),
    origin: requester.origin,
    browser: requester.browser,
    place: requester.place,
  }
  const isLink = mails === 'link'
  const secret = isLink ? randomBytes(32).toString('base64url') : createCode()
  const expiresAt = now + (isLink ? challengeTimes.link : challengeTimes.code)
  const sealed = {
    ...row,
    state: 'sending',
    link_hash: isLink ? toLinkHash(custody, secret) : null,
    link_expires_at: isLink ? expiresAt : null,
    approved_at: approvedAt ?? null,
    code_mac: isLink ? null : toCodeMac(keys, row, secret),
    code_expires_at: isLink ? null : expiresAt,
    code_claimed_at: null,
    code_sent_at: isLink ? null : now,
    attempts: 0,
    repeats: 0,
    used_at: null,
    created_at: now,
    valid_until: now + challengeTimes.kept,
  }
  const all = { ...sealed, mac: toRowMac(keys, 'challenges', sealed) }
  const names = Object.keys(all)
  const places = names.map((_, index) => `$${index + 1}`)
  await query(`INSERT INTO challenges (${names.join(', ')}) VALUES (${places.join(', ')})`, Object.values(all))
  return { id, secret, expiresAt }
}

export function toLinkHash({ keys }: Pick<Custody, 'keys'>, token: string): Buffer {
  return toMac(keys.tokens, ['link', token])
}

type Keyed = Pick<Custody, 'keys'>

/** Columns that change after a challenge was created. */
export type ChallengeChange = Partial<
  Readonly<
    Record<
      | 'state'
      | 'approved_at'
      | 'code_mac'
      | 'code_expires_at'
      | 'code_claimed_at'
      | 'code_sent_at'
      | 'attempts'
      | 'repeats'
      | 'used_at',
      string | number | Uint8Array | null
    >
  >
>

/** Selects and locks challenges by a condition, newest first. Throws if one was changed from outside. */
export async function lockChallenges(
  { keys }: Keyed,
  { query }: Queryable,
  { condition, values }: { readonly condition: string; readonly values: readonly unknown[] },
): Promise<readonly ChallengeRow[]> {
  const rows = await query<ChallengeRow>(
    `SELECT * FROM challenges WHERE ${condition} ORDER BY place_in_order DESC FOR UPDATE`,
    values,
  )
  for (const row of rows) assertRow(keys, 'challenges', row)
  return rows
}

/** Updates a challenge and its MAC together. The row has to come from {@link lockChallenges} in the same transaction. */
export async function changeChallenge(
  { keys }: Keyed,
  { query }: Queryable,
  { challenge, change }: { readonly challenge: ChallengeRow; readonly change: ChallengeChange },
): Promise<void> {
  const cells = { ...change, mac: toRowMac(keys, 'challenges', { ...challenge, ...change }) }
  const set = Object.keys(cells).map((name, index) => `${name} = $${index + 2}`)
  await query(`UPDATE challenges SET ${set.join(', ')} WHERE id = $1`, [challenge.id, ...Object.values(cells)])
}

/** Six digits. */
export function createCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

type Bound = Pick<ChallengeRow, 'id' | 'device_id' | 'purpose' | 'change_id' | 'next_index'>

/** MAC of a code, all that is stored of it. The same digits give another value for every challenge, device, purpose and new address. */
export function toCodeMac(
  { codes }: Keys,
  { id, device_id, purpose, change_id, next_index }: Bound,
  code: string,
): Buffer {
  return toMac(codes, [id, device_id, purpose, change_id, next_index, code])
}
