import { randomUUID } from 'node:crypto'
import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import { CallError } from '../errors/callError.js'

const minute = 60_000

const hour = 60 * minute

const day = 24 * hour

/** Limits that the operator configures: see emailLimits.ts. */
const emailKinds = ['mail', 'mailFrom', 'mailFromTo', 'mailKnown'] as const
type EmailKind = (typeof emailKinds)[number]

const smsKinds = ['sms', 'smsFromTo', 'smsFrom', 'smsKnown', 'smsProject'] as const
type SmsKind = (typeof smsKinds)[number]

type Kind =
  | Exclude<SmsKind, 'smsProject'>
  | 'wrongCode'
  | 'sign'
  | 'prepare'
  | 'reject'
  | 'coolDown'
  | 'device'
  | 'social'
  | 'socialFrom'
  | 'passkey'
  | 'passkeyFrom'
  | 'signUpFrom'
  | 'guestFrom'
  | 'hold'
  | 'limitNotice'
  | 'unlock'
  | 'unlockRequest'
  | 'factor'
  | 'factorNotice'
  | 'factorLoss'

/** At most `max` events within `within` milliseconds. */
export type Rule = { readonly max: number; readonly within: number }

export type Limit = {
  /** The kind of event that is counted. */
  readonly kind: Kind | EmailKind | 'smsProject'
  readonly rules: readonly Rule[]
}

type SlotsToCount = {
  readonly slots: readonly Slot[]
  readonly now: number
  /** A new random id: of the message that the events belong to, for {@link freeMessageSlots}. */
  readonly owner?: string | undefined
}

/** A limit of one subject. */
export type Slot = { readonly limit: Limit; readonly subject: Uint8Array }

/** Rate limits by kind of event. [security.md §3.5] */
export const limits: Readonly<Record<Kind, Limit>> = {
  /** Per mailbox; after that a link is required first, on known devices too. */
  wrongCode: { kind: 'wrongCode', rules: [{ max: 10, within: day }] },
  /** Text messages to one number, from all browsers that its owner never used. */
  sms: {
    kind: 'sms',
    rules: [
      { max: 1, within: minute / 2 },
      { max: 4, within: hour },
      { max: 8, within: day },
    ],
  },
  /** Of these, by one source, so that one source can't use them up. */
  smsFromTo: {
    kind: 'smsFromTo',
    rules: [
      { max: 3, within: hour },
      { max: 5, within: day },
    ],
  },
  /** To all numbers, by one source: many people may share one. */
  smsFrom: {
    kind: 'smsFrom',
    rules: [
      { max: 40, within: hour },
      { max: 200, within: day },
    ],
  },
  /** To one number, from one browser that its owner has used. */
  smsKnown: {
    kind: 'smsKnown',
    rules: [
      { max: 1, within: minute / 2 },
      { max: 5, within: hour },
      { max: 10, within: day },
    ],
  },
  sign: { kind: 'sign', rules: [{ max: 30, within: minute }] },
  prepare: { kind: 'prepare', rules: [{ max: 60, within: minute }] },
  /** Requests of one site that one user declined, with no approval in between. */
  reject: { kind: 'reject', rules: [{ max: 3, within: hour }] },
  coolDown: { kind: 'coolDown', rules: [{ max: 1, within: minute }] },
  /** Provider logins started by one device. */
  social: {
    kind: 'social',
    rules: [
      { max: 20, within: 10 * minute },
      { max: 60, within: hour },
    ],
  },
  /** Provider logins started by one source, whatever its devices, as each makes a request to a provider. */
  socialFrom: { kind: 'socialFrom', rules: [{ max: 300, within: hour }] },
  /** Passkey ceremonies started by one device. */
  passkey: {
    kind: 'passkey',
    rules: [
      { max: 30, within: 10 * minute },
      { max: 120, within: hour },
    ],
  },
  /** The same of one source, whatever its devices. */
  passkeyFrom: { kind: 'passkeyFrom', rules: [{ max: 1_000, within: hour }] },
  /** New users from one source without an email or a provider. */
  signUpFrom: {
    kind: 'signUpFrom',
    rules: [
      { max: 100, within: hour },
      { max: 500, within: day },
    ],
  },
  /** New guests from one source. */
  guestFrom: {
    kind: 'guestFrom',
    rules: [
      { max: 20, within: hour },
      { max: 100, within: day },
    ],
  },
  /** Transfers of one user that start a hold, as each sends an email. */
  hold: { kind: 'hold', rules: [{ max: 20, within: day }] },
  /** Notices to one user that a limit was reached. */
  limitNotice: { kind: 'limitNotice', rules: [{ max: 1, within: day }] },
  /** Attempts of one device to unlock a sealed wallet. */
  unlock: { kind: 'unlock', rules: [{ max: 20, within: 10 * minute }] },
  /** Requests of one new device to be confirmed, as each sends an email. */
  unlockRequest: {
    kind: 'unlockRequest',
    rules: [
      { max: 3, within: hour },
      { max: 10, within: day },
    ],
  },
  /** Wrong second-factor codes of one user, counted separately for logins and for users who are logged in. */
  factor: {
    kind: 'factor',
    rules: [
      { max: 5, within: 15 * minute },
      { max: 20, within: day },
    ],
  },
  /** Notices to one user that codes were guessed. */
  factorNotice: { kind: 'factorNotice', rules: [{ max: 1, within: day }] },
  /** Reports of one user that the second factor is lost, as each notifies every device. */
  factorLoss: { kind: 'factorLoss', rules: [{ max: 5, within: 30 * day }] },
  /** New devices from one source. Devices without a login are kept for a day. */
  device: {
    kind: 'device',
    rules: [
      { max: 600, within: hour },
      { max: 3_000, within: day },
    ],
  },
}

/**
 * Counts events: all of them or, with `TOO_MANY`, none. It locks the subjects until the transaction ends, so parallel calls never exceed a
 * limit.
 */
export async function takeSlots(client: Queryable, { slots, now, owner }: SlotsToCount): Promise<void> {
  await lockSlots(client, slots)
  const waits: number[] = []
  for (const slot of slots) waits.push(await getWait(client, { ...slot, now }))
  const wait = Math.max(...waits)
  if (wait > 0) throw toTooMany(wait)
  await addSlots(client, { slots, now, owner })
}

/** Locks the counters until the transaction ends. */
export async function lockSlots(client: Queryable, slots: readonly Slot[]): Promise<void> {
  const names = slots.map(({ limit, subject }) => `${limit.kind} ${Buffer.from(subject).toString('hex')}`)
  await lockOn(client, names)
}

/** Counts events without checking limits. Returns the ids for {@link freeSlots}. */
export async function addSlots(
  { query }: Queryable,
  { slots, now, owner = randomUUID() }: SlotsToCount,
): Promise<readonly string[]> {
  const ids: string[] = []
  for (const { limit, subject } of slots) {
    const id = `${owner} ${limit.kind}`
    const longest = Math.max(...limit.rules.map(({ within }) => within))
    const values = [id, limit.kind, subject, now, now + longest]
    await query('INSERT INTO limit_events VALUES ($1, $2, $3, $4, $5)', values)
    ids.push(id)
  }
  return ids
}

/** Removes the counts of an email or SMS that was not sent. */
export async function freeMessageSlots(client: Queryable, owner: string): Promise<void> {
  await freeSlots(
    client,
    [...emailKinds, ...smsKinds].map((kind) => `${owner} ${kind}`),
  )
}

/** Removes counted events that didn't happen. */
export async function freeSlots({ query }: Queryable, taken: readonly string[]): Promise<void> {
  await query('DELETE FROM limit_events WHERE id = ANY($1)', [taken])
}

/** Throws `TOO_MANY` if a limit is reached, and counts nothing. */
export async function assertWithin(client: Queryable, slot: Slot & { readonly now: number }): Promise<void> {
  const wait = await getWait(client, slot)
  if (wait > 0) throw toTooMany(wait)
}

/** `wait`: milliseconds until it is allowed again. */
export function toTooMany(wait: number): CallError {
  const retryAfter = Math.ceil(wait / 1_000)
  return new CallError(`Please try again after ${retryAfter} seconds`, { code: 'TOO_MANY', retryAfter })
}

/** Milliseconds until another event is allowed; 0 if it is now. */
export async function getWait(
  { query }: Queryable,
  { limit, subject, now }: { readonly limit: Limit; readonly subject: Uint8Array; readonly now: number },
): Promise<number> {
  let wait = 0
  for (const { max, within } of limit.rules) {
    // the event that has to leave the window first
    const [row] = await query<{ at: string }>(
      'SELECT at FROM limit_events WHERE kind = $1 AND subject = $2 AND at > $3 ORDER BY at DESC OFFSET $4 LIMIT 1',
      [limit.kind, subject, now - within, max - 1],
    )
    if (row) wait = Math.max(wait, Number(row.at) + within - now)
  }
  return wait
}
