import type { DeviceEntry } from '../../protocol/account.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import type { Custody } from '../custody.js'
import { deviceTimes } from './device.js'
import { getUserId } from './findCaller.js'
import { revokeDevice } from './revokeDevice.js'

type Row = {
  readonly id: string
  readonly origin: string
  readonly browser: string | null
  readonly place: string | null
  readonly since: string
  readonly seen_at: string
  readonly is_logged_in: boolean
}

/** Where the user has logged in, the last seen first. */
export async function listDevices({ custody, caller }: Call): Promise<{ readonly devices: readonly DeviceEntry[] }> {
  const devices = await readDevices(custody, getUserId(caller))
  return { devices: devices.map((device) => ({ ...device, isThis: device.id === caller.deviceId })) }
}

/** The devices of a user, the last seen first. */
export async function readDevices(
  { database, ...custody }: Pick<Custody, 'database' | 'now'>,
  userId: string,
): Promise<readonly Omit<DeviceEntry, 'isThis'>[]> {
  const now = custody.now()
  const rows = await database.query<Row>(
    `SELECT device.id, device.origin, known.browser, known.place, known.created_at AS since, device.seen_at,
       EXISTS (SELECT 1 FROM sessions WHERE device_id = device.id AND user_id = $1 AND seen_at > $2 AND created_at > $3)
         AS is_logged_in
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

/** Logs the user out on one of their devices. Never by a session that a page has held the token of. */
export async function revokeOne(
  { custody, caller }: Call,
  { id }: { readonly id: string },
): Promise<Record<string, never>> {
  const userId = getUserId(caller)
  if (caller.isResumed) throw new CustodyFault('Sign in again to do this', { code: 'RESUMED' })
  await custody.database.inTransaction((client) =>
    revokeDevice(custody, client, { project: caller.project, userId, deviceId: id, byDevice: caller.deviceId }),
  )
  return {}
}
