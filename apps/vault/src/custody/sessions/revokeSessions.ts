import type { Queryable } from '../database/queryable.js'

/**
 * Logs everybody out and forgets their devices, so that each shows a mailed link and a code again: for the day on which cookies may
 * have come into wrong hands.
 */
export async function revokeSessions({
  query,
}: Queryable): Promise<{ readonly sessions: number; readonly devices: number }> {
  const { length: sessions } = await query('DELETE FROM sessions RETURNING 1')
  await query("UPDATE approvals SET state = 'ended' WHERE state = 'open'")
  await query("DELETE FROM challenges WHERE state IN ('open', 'sending', 'replaced')")
  await query('DELETE FROM unlocks')
  const { length: devices } = await query('DELETE FROM devices RETURNING 1')
  return { sessions, devices }
}
