import type { Queryable } from '../database/queryable.js'

/**
 * Lets one transaction at a time change by what a user logs in. `NO KEY`: sessions and wallets that name the user need not wait for it,
 * nor it for them.
 */
export async function lockUser({ query }: Queryable, userId: string): Promise<void> {
  await query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId])
}
