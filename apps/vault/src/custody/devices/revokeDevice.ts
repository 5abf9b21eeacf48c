import { appendAudit } from '../audit/appendAudit.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { endSession } from '../sessions/session.js'

/** Forgets a device of a user: nobody is logged in there any more, and who wants to be again shows a mailed link first. */
export async function revokeDevice(custody: Custody, client: Queryable, device: DeviceToForget): Promise<void> {
  await forgetDevice(client, device)
  const { userId, deviceId } = device
  await appendAudit(custody, client, { event: 'device.revoked', user: userId, device: deviceId })
}

export type DeviceToForget = { readonly userId: string; readonly deviceId: string }

/** The same, for who writes into the audit log what became of several. */
export async function forgetDevice(client: Queryable, { userId, deviceId }: DeviceToForget): Promise<void> {
  const pair = [deviceId, userId]
  await client.query('DELETE FROM device_users WHERE device_id = $1 AND user_id = $2', pair)
  const sessions = await client.query('SELECT 1 FROM sessions WHERE device_id = $1 AND user_id = $2', pair)
  if (sessions.length > 0) await endSession(client, deviceId)
  // links that were approved there a moment ago let nobody in either
  await client.query("DELETE FROM challenges WHERE device_id = $1 AND state IN ('open', 'sending', 'replaced')", [
    deviceId,
  ])
}
