import type { Queryable } from '@latchkey/server-kit/database'
import type { Language } from '../../protocol/notice.js'
import { toLanguage } from '../../words/words.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'

export type UserRow = {
  readonly id: string
  readonly project: string
  readonly created_at: string
  /** Language of emails and notices; null: English. */
  readonly language: string | null
  /** Since when an operator has frozen the user. */
  readonly frozen_at: string | null
  /** Since when they need a second factor; null: they have none. */
  readonly factors_since: string | null
  /** Since when their passkeys are one; null: they aren't. */
  readonly passkey_factor_since: string | null
  /** Limit per day without it: a decimal in the operator's unit of account; null: no limit of their own. */
  readonly step_up_above: string | null
  /** Since when the wallet of a pregenerated user waits for its owner's first login; null once they have logged in. */
  readonly unclaimed_since: string | null
  /** The app's own id of a pregenerated user. */
  readonly external_id: string | null
  /** When a pregenerated user joined the app, as the app says. */
  readonly joined_at: string | null
  readonly mac: Buffer
}

/** Returns undefined if there is no such user. Throws if the row was changed from outside. */
export async function findUserRow(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  userId: string,
): Promise<UserRow | undefined> {
  const [row] = await query<UserRow>('SELECT * FROM users WHERE id = $1', [userId])
  if (row) assertRow(keys, 'users', row)
  return row
}

/** Returns the user of a session. */
export async function getUserRow(custody: Pick<Custody, 'keys'>, client: Queryable, userId: string): Promise<UserRow> {
  const user = await findUserRow(custody, client, userId)
  if (!user) throw new Error('A session has no user.')
  return user
}

/**
 * Locks a user's logins, so that one transaction at a time changes them. `NO KEY`: doesn't conflict with inserting sessions and wallets
 * that reference the user.
 */
export async function lockUser({ query }: Queryable, userId: string): Promise<void> {
  await query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId])
}

/** Changes columns of a user's row and its MAC together. */
export async function changeUser(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  {
    userId,
    ...change
  }: Partial<Pick<UserRow, 'language' | 'unclaimed_since'>> & {
    readonly userId: string
    readonly factors_since?: number | null
    readonly passkey_factor_since?: number | null
    readonly step_up_above?: string | null
  },
): Promise<void> {
  const [user] = await query<UserRow>('SELECT * FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId])
  if (!user) throw new Error('A session has no user.')
  assertRow(keys, 'users', user)
  const cells = { ...change, mac: toRowMac(keys, 'users', { ...user, ...change }) }
  const set = Object.keys(cells).map((name, index) => `${name} = $${index + 2}`)
  await query(`UPDATE users SET ${set.join(', ')} WHERE id = $1`, [userId, ...Object.values(cells)])
}

/** Gives a pregenerated user their wallet: they have just proved the login that it was created for. */
export function claimUser(custody: Pick<Custody, 'keys'>, client: Queryable, userId: string): Promise<void> {
  return changeUser(custody, client, { userId, unclaimed_since: null })
}

/** The language of a user's emails and notices: that of the browser in which they last logged in. */
export async function getLanguage(
  custody: Pick<Custody, 'keys'>,
  client: Queryable,
  userId: string,
): Promise<Language> {
  return toLanguage((await getUserRow(custody, client, userId)).language)
}

export async function setLanguage(
  custody: Pick<Custody, 'keys'>,
  client: Queryable,
  { userId, language }: { readonly userId: string; readonly language: Language },
): Promise<void> {
  const user = await getUserRow(custody, client, userId)
  if (user.language === language) return
  await changeUser(custody, client, { userId, language })
}
