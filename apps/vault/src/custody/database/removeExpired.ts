import type { Database } from './database.js'

/** Rows per statement, so that other queries don't wait long for it. */
const batch = 500

const day = 86_400_000

/**
 * Deletes expired rows in small batches; several processes may do so at once. Deletes devices without a login after a day unseen,
 * and all others after 400 days, the longest that browsers keep a cookie. Resolves with the number of rows.
 */
export async function removeExpired(database: Database, now: number): Promise<number> {
  const expired = [
    'challenges',
    'login_attempts',
    'approvals',
    'limit_events',
    'call_bundles',
    'permissions',
    'spent_statements',
    'mail_links',
    'recoveries',
    'unlocks',
    'unlock_requests',
    'kept_deks',
    'spendings',
    'transfer_holds',
    'proposals',
    'notices',
  ].map((table) => [table, 'valid_until <= $1', now] as const)
  const unused = 'seen_at <= $1 AND NOT EXISTS (SELECT 1 FROM device_users WHERE device_id = devices.id)'
  let removed = 0
  for (const [table, condition, time] of [
    ...expired,
    ['devices', unused, now - day] as const,
    ['devices', 'seen_at <= $1', now - 400 * day] as const,
  ]) {
    const statement = `WITH expired AS (
        SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${batch} FOR UPDATE SKIP LOCKED
      ) DELETE FROM ${table} USING expired WHERE ${table}.ctid = expired.ctid RETURNING 1`
    for (;;) {
      const { length } = await database.query(statement, [time])
      removed += length
      if (length < batch) break
    }
  }
  return removed
}
