import type { Queryable } from '@latchkey/server-kit/database'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'

type Pair = { readonly deviceId: string; readonly userId: string }

/** Since when a device is one of a user's: milliseconds since the epoch; undefined if it isn't. */
export async function findDeviceUser(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  { deviceId, userId }: Pair,
): Promise<{ readonly since: number } | undefined> {
  const [row] = await query<{ device_id: string; user_id: string; created_at: string; mac: Buffer }>(
    'SELECT device_id, user_id, created_at, mac FROM device_users WHERE device_id = $1 AND user_id = $2',
    [deviceId, userId],
  )
  if (!row) return undefined
  assertRow(keys, 'device_users', row)
  return { since: Number(row.created_at) }
}

export type DeviceToRemember = Pair & {
  readonly browser: string
  readonly place: string | null
}

/** Adds the device to the user's. */
export async function rememberDevice(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { deviceId, userId, browser, place }: DeviceToRemember,
): Promise<void> {
  const row = { device_id: deviceId, user_id: userId, created_at: now() }
  await query(
    `INSERT INTO device_users (device_id, user_id, created_at, mac, browser, place) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (device_id, user_id) DO UPDATE
     SET created_at = excluded.created_at, mac = excluded.mac, browser = excluded.browser, place = excluded.place`,
    [deviceId, userId, row.created_at, toRowMac(keys, 'device_users', row), browser, place],
  )
}
