import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertRow } from '../sealing/rowMac.js'

export type UserRow = {
  readonly id: string
  readonly project: string
  readonly created_at: string
  /** Of emails and notices; null: English. */
  readonly language: string | null
  /** Since when an operator has frozen the user. */
  readonly frozen_at: string | null
  readonly mac: Buffer
}

/** Undefined where there is no such user. Throws where the row was changed from outside. */
export async function findUserRow(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  userId: string,
): Promise<UserRow | undefined> {
  const [row] = await query<UserRow>('SELECT * FROM users WHERE id = $1', [userId])
  if (row) assertRow(keys, 'users', row)
  return row
}

/** The user of a session. */
export async function getUserRow(custody: Pick<Custody, 'keys'>, client: Queryable, userId: string): Promise<UserRow> {
  const user = await findUserRow(custody, client, userId)
  if (!user) throw new Error('A session has no user.')
  return user
}
