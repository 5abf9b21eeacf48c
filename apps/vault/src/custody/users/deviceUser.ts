import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertRow, toRowMac } from '../sealing/rowMac.js'

type Pair = { readonly deviceId: string; readonly userId: string }

/** Whether a user has logged in on a device before. */
export async function isKnownDevice(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  { deviceId, userId }: Pair,
): Promise<boolean> {
  const [row] = await query<{ device_id: string; user_id: string; created_at: string; mac: Buffer }>(
    'SELECT * FROM device_users WHERE device_id = $1 AND user_id = $2',
    [deviceId, userId],
  )
  if (row) assertRow(keys, 'device_users', row)
  return row !== undefined
}

/** From now on the device is one of the user's. */
export async function rememberDevice(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { deviceId, userId }: Pair,
): Promise<void> {
  const row = { device_id: deviceId, user_id: userId, created_at: now() }
  await query('INSERT INTO device_users VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
    ...[deviceId, userId, row.created_at],
    toRowMac(keys, 'device_users', row),
  ])
}
