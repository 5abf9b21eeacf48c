import type { Database } from './openDatabase.js'

/** Rows of one statement: so that nobody waits for it. */
const batch = 500

/** Removes what is no longer valid, a little at a time; several gateways may do so at once. Resolves with how many rows it were. */
export async function removeExpired(database: Database, now: number): Promise<number> {
  let removed = 0
  for (const table of [
    'siwx_nonces',
    'siwx_sessions',
    'gateway_quotas',
    'onramp_events',
    'error_reports',
    'error_quotas',
  ]) {
    const statement = `WITH expired AS (
        SELECT ctid FROM ${table} WHERE valid_until <= $1 LIMIT ${batch} FOR UPDATE SKIP LOCKED
      ) DELETE FROM ${table} USING expired WHERE ${table}.ctid = expired.ctid RETURNING 1`
    for (;;) {
      const { length } = await database.query(statement, [now])
      removed += length
      if (length < batch) break
    }
  }
  return removed
}
