import { randomUUID } from 'node:crypto'
import { lockOn } from '../database/lockOn.js'
import type { Queryable } from '../database/queryable.js'
import { toTooMany } from './assertWithin.js'
import { getWait } from './getWait.js'
import type { Slot } from './limits.js'

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
