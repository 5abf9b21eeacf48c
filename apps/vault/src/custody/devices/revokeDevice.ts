import { appendAudit } from '../audit/appendAudit.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { announce } from '../notices/announce.js'
import { endSession } from '../sessions/session.js'

/** Forgets a device of a user: nobody is logged in there any more, and who wants to be again shows a mailed link first. */
export async function revokeDevice(
  custody: Custody,
  client: Queryable,
  {
    project,
    userId,
    deviceId,
    byDevice,
  }: DeviceToForget & {
    readonly project: string
    /** The device that asked for it; absent where a link or an operator did. */
    readonly byDevice?: string | undefined
  },
): Promise<void> {
  if (await forgetDevice(client, { userId, deviceId }))
    await announce(custody, client, { event: 'device.revoked', project, userId, byDevice })
  await appendAudit(custody, client, { event: 'device.revoked', user: userId, device: deviceId })
}

export type DeviceToForget = { readonly userId: string; readonly deviceId: string }

/** The same without audit entry and notice, for callers that write these for several devices. False where the device wasn't the user's. */
export async function forgetDevice(client: Queryable, { userId, deviceId }: DeviceToForget): Promise<boolean> {
  const pair = [deviceId, userId]
  const known = await client.query('DELETE FROM device_users WHERE device_id = $1 AND user_id = $2 RETURNING 1', pair)
  const sessions = await client.query('SELECT 1 FROM sessions WHERE device_id = $1 AND user_id = $2', pair)
  if (sessions.length > 0) await endSession(client, deviceId)
  // links that were approved there a moment ago let nobody in either
  await client.query("DELETE FROM challenges WHERE device_id = $1 AND state IN ('open', 'sending', 'replaced')", [
    deviceId,
  ])
  return known.length > 0
}
