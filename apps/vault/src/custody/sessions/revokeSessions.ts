import { appendAudit } from '../audit/appendAudit.js'
import type { Custody } from '../custody.js'

/**
 * Logs everybody out and forgets their devices, so that each shows a mailed link and a code again: for the day on which cookies may
 * have come into wrong hands.
 */
export async function revokeSessions({
  database,
  ...audit
}: Pick<Custody, 'database' | 'keys' | 'now'>): Promise<{ readonly sessions: number; readonly devices: number }> {
  return database.inTransaction(async (client) => {
    const { length: sessions } = await client.query('DELETE FROM sessions RETURNING 1')
    await client.query("UPDATE approvals SET state = 'ended' WHERE state = 'open'")
    await client.query("DELETE FROM challenges WHERE state IN ('open', 'sending', 'replaced')")
    await client.query('DELETE FROM unlocks')
    const { length: devices } = await client.query('DELETE FROM devices RETURNING 1')
    await appendAudit(audit, client, { event: 'sessions.revoked', sessions, devices })
    return { sessions, devices }
  })
}
