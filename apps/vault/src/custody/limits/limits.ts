import { randomUUID } from 'node:crypto'
import { lockOn, type Queryable } from '../database/database.js'
import { CallError } from '../errors/callError.js'

const minute = 60_000

const hour = 60 * minute

const day = 24 * hour

/** Limits that the operator sets: see emailLimits.ts. */
type EmailKind = 'mail' | 'mailFrom' | 'mailFromTo' | 'mailKnown'

type Kind =
  | 'wrongCode'
  | 'sign'
  | 'prepare'
  | 'reject'
  | 'coolDown'
  | 'device'
  | 'social'
  | 'socialFrom'
  | 'hold'
  | 'limitNotice'
  | 'unlock'
  | 'unlockRequest'

/** At most so many within so many milliseconds. */
export type Rule = { readonly most: number; readonly within: number }

export type Limit = {
  /** What is counted. */
  readonly kind: Kind | EmailKind
  readonly rules: readonly Rule[]
}

/** A limit of somebody. */
export type Slot = { readonly limit: Limit; readonly subject: Uint8Array }

/** What may be done how often. [security.md §3.5] */
export const limits: Readonly<Record<Kind, Limit>> = {
  /** Of one mailbox; then a link has to be pressed first, on known devices too. */
  wrongCode: { kind: 'wrongCode', rules: [{ most: 10, within: day }] },
  sign: { kind: 'sign', rules: [{ most: 30, within: minute }] },
  prepare: { kind: 'prepare', rules: [{ most: 60, within: minute }] },
  /** Of one site's requests by one user, with no approval between them. */
  reject: { kind: 'reject', rules: [{ most: 3, within: hour }] },
  coolDown: { kind: 'coolDown', rules: [{ most: 1, within: minute }] },
  /** Logins by other providers that one device begins. */
  social: {
    kind: 'social',
    rules: [
      { most: 20, within: 10 * minute },
      { most: 60, within: hour },
    ],
  },
  /** The same from one source, whatever its devices: each begins something at a provider. */
  socialFrom: { kind: 'socialFrom', rules: [{ most: 300, within: hour }] },
  /** Transfers of one user that begin a hold: each is notified by email. */
  hold: { kind: 'hold', rules: [{ most: 20, within: day }] },
  /** Notices of one user that a limit was reached. */
  limitNotice: { kind: 'limitNotice', rules: [{ most: 1, within: day }] },
  /** Factors that one device tries on a sealed wallet. */
  unlock: { kind: 'unlock', rules: [{ most: 20, within: 10 * minute }] },
  /** By one new device, that another one confirms it: each is notified by email. */
  unlockRequest: {
    kind: 'unlockRequest',
    rules: [
      { most: 3, within: hour },
      { most: 10, within: day },
    ],
  },
  /** New devices from one source. Where nobody logs in they are kept for a day. */
  device: {
    kind: 'device',
    rules: [
      { most: 600, within: hour },
      { most: 3_000, within: day },
    ],
  },
}

/**
 * Counts what is about to be done, all of it or, with `TOO_MANY`, nothing. Within a transaction, of which the same subject is
 * only in one at a time: any number of parallel calls never exceed a limit. Gives what {@link freeSlots} takes back.
 */
export async function takeSlots(
  client: Queryable,
  { slots, now }: { readonly slots: readonly Slot[]; readonly now: number },
): Promise<readonly string[]> {
  await lockSlots(client, slots)
  const waits: number[] = []
  for (const slot of slots) waits.push(await getWait(client, { ...slot, now }))
  const wait = Math.max(...waits)
  if (wait > 0) throw toTooMany(wait)
  return addSlots(client, { slots, now })
}

/** Nobody else counts the same until the transaction ends. */
export async function lockSlots(client: Queryable, slots: readonly Slot[]): Promise<void> {
  const names = slots.map(({ limit, subject }) => `${limit.kind} ${Buffer.from(subject).toString('hex')}`)
  await lockOn(client, names)
}

/** Counts without asking whether it is within the limit. */
export async function addSlots(
  { query }: Queryable,
  { slots, now }: { readonly slots: readonly Slot[]; readonly now: number },
): Promise<readonly string[]> {
  const taken: string[] = []
  for (const { limit, subject } of slots) {
    const id = randomUUID()
    const longest = Math.max(...limit.rules.map(({ within }) => within))
    const values = [id, limit.kind, subject, now, now + longest]
    await query('INSERT INTO limit_events VALUES ($1, $2, $3, $4, $5)', values)
    taken.push(id)
  }
  return taken
}

/** What was counted did not happen. */
export async function freeSlots({ query }: Queryable, taken: readonly string[]): Promise<void> {
  await query('DELETE FROM limit_events WHERE id = ANY($1)', [taken])
}

/** Throws `TOO_MANY` where a limit is reached, and counts nothing. */
export async function assertWithin(client: Queryable, slot: Slot & { readonly now: number }): Promise<void> {
  const wait = await getWait(client, slot)
  if (wait > 0) throw toTooMany(wait)
}

/** `wait`: milliseconds until it is good again. */
export function toTooMany(wait: number): CallError {
  const retryAfter = Math.ceil(wait / 1_000)
  return new CallError(`Please try again after ${retryAfter} seconds`, { code: 'TOO_MANY', retryAfter })
}

/** Milliseconds until one more is within the limit; 0 where it is now. */
export async function getWait(
  { query }: Queryable,
  { limit, subject, now }: { readonly limit: Limit; readonly subject: Uint8Array; readonly now: number },
): Promise<number> {
  let wait = 0
  for (const { most, within } of limit.rules) {
    // the one that has to be out of the window before another is let in
    const [row] = await query<{ at: string }>(
      'SELECT at FROM limit_events WHERE kind = $1 AND subject = $2 AND at > $3 ORDER BY at DESC OFFSET $4 LIMIT 1',
      [limit.kind, subject, now - within, most - 1],
    )
    if (row) wait = Math.max(wait, Number(row.at) + within - now)
  }
  return wait
}
