import type { Queryable } from '@latchkey/server-kit/database'
import type { DeviceEntry } from '../../protocol/account.js'
import { appendAudit } from '../audit/appendAudit.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'
import { announce } from '../notices/announce.js'
import { type Call, getUserId } from './caller.js'
import { deviceTimes } from './device.js'
import { endSession } from './session.js'

type Row = {
  readonly id: string
  readonly origin: string
  readonly browser: string | null
  readonly place: string | null
  readonly since: string
  readonly seen_at: string
  readonly is_logged_in: boolean
}

/** Lists the devices on which the user has logged in, most recently seen first. */
export async function listDevices({ custody, caller }: Call): Promise<{ readonly devices: readonly DeviceEntry[] }> {
  const devices = await listUserDevices(custody, getUserId(caller))
  return { devices: devices.map((device) => ({ ...device, isThis: device.id === caller.deviceId })) }
}

/** Lists the devices of a user, most recently seen first. */
export async function listUserDevices(
  { database, ...custody }: Pick<Custody, 'database' | 'now'>,
  userId: string,
): Promise<readonly Omit<DeviceEntry, 'isThis'>[]> {
  const now = custody.now()
  const rows = await database.query<Row>(
    `SELECT device.id, device.origin, known.browser, known.place, known.created_at AS since, device.seen_at,
       EXISTS (SELECT 1 FROM sessions WHERE device_id = device.id AND user_id = $1 AND seen_at > $2 AND created_at > $3
         AND factor_due_at IS NULL) AS is_logged_in
     FROM device_users AS known JOIN devices AS device ON device.id = known.device_id
     WHERE known.user_id = $1 ORDER BY device.seen_at DESC, device.id LIMIT 200`,
    [userId, now - deviceTimes.sessionIdle, now - deviceTimes.sessionWhole],
  )
  return rows.map(({ id, origin, browser, place, since, seen_at, is_logged_in }) => ({
    id,
    origin,
    ...(browser !== null && { browser }),
    ...(place !== null && { place }),
    since: Number(since),
    seenAt: Number(seen_at),
    isLoggedIn: is_logged_in,
  }))
}

/** Logs the user out on one of their devices. Not allowed for resumed sessions. */
export async function revokeOwnDevice(
  { custody, caller }: Call,
  { id }: { readonly id: string },
): Promise<Record<string, never>> {
  const userId = getUserId(caller)
  if (caller.isResumed) throw new CallError('Sign in again to do this', { code: 'RESUMED' })
  await custody.database.inTransaction((client) =>
    revokeDevice(custody, client, { project: caller.project, userId, deviceId: id, byDevice: caller.deviceId }),
  )
  return {}
}

/** Forgets a device of a user: it is logged out, and logging in there again takes a mailed link. */
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
    /** The device that asked for it; undefined for a link or an operator. */
    readonly byDevice?: string | undefined
  },
): Promise<void> {
  if (await forgetDevice(client, { userId, deviceId }))
    await announce(custody, client, { event: 'device.revoked', project, userId, byDevice })
  await appendAudit(custody, client, { event: 'device.revoked', user: userId, device: deviceId })
}

type DeviceToForget = { readonly userId: string; readonly deviceId: string }

/**
 * Like {@link revokeDevice}, without audit entry and notice, for callers that write these for several devices. Returns false if the device
 * wasn't the user's.
 */
export async function forgetDevice(client: Queryable, { userId, deviceId }: DeviceToForget): Promise<boolean> {
  const pair = [deviceId, userId]
  const known = await client.query('SELECT 1 FROM device_users WHERE device_id = $1 AND user_id = $2', pair)
  // the browser of a guest stays: nothing else opens their wallet, and devices without a user are removed
  await client.query(
    `DELETE FROM device_users WHERE device_id = $1 AND user_id = $2
       AND NOT EXISTS (SELECT 1 FROM logins WHERE user_id = $2 AND provider = 'guest')`,
    pair,
  )
  const sessions = await client.query('SELECT 1 FROM sessions WHERE device_id = $1 AND user_id = $2', pair)
  if (sessions.length > 0) await endSession(client, deviceId)
  // links that were just approved there don't let anybody in either
  await client.query("DELETE FROM challenges WHERE device_id = $1 AND state IN ('open', 'sending', 'replaced')", [
    deviceId,
  ])
  return known.length > 0
}
