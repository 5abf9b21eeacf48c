import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertRow, toRowMac } from '../sealing/rowMac.js'
import { deviceTimes, mostKeys } from './device.js'

export type KeyToEnrol = {
  readonly deviceId: string
  readonly thumbprint: string
  /** Undefined leaves it as it is: not resumed where it is new. */
  readonly isResumed?: boolean | undefined
  /** Whether the browser keeps it; undefined leaves it as it is. */
  readonly isKept?: boolean | undefined
}

type DeviceKeyRow = {
  readonly device_id: string
  readonly thumbprint: string
  readonly is_resumed: boolean
  readonly is_kept: boolean
  readonly mac: Buffer
}

/** Lets a key act for a device until it was silent for 15 minutes. */
export async function enrolKey(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { deviceId, thumbprint, isResumed, isKept }: KeyToEnrol,
): Promise<void> {
  const time = now()
  const pair = { device_id: deviceId, thumbprint }
  const values = [deviceId, thumbprint]
  const fresh = { ...pair, is_resumed: isResumed ?? false, is_kept: isKept ?? false }
  const made = await query(
    `INSERT INTO device_keys (device_id, thumbprint, is_resumed, is_kept, active_until, mac) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (device_id, thumbprint) DO NOTHING RETURNING 1`,
    [...values, fresh.is_resumed, fresh.is_kept, time + deviceTimes.keyActive, toRowMac(keys, 'device_keys', fresh)],
  )
  if (made.length === 0) {
    const [row] = await query<DeviceKeyRow>(
      `SELECT device_id, thumbprint, is_resumed, is_kept, mac FROM device_keys WHERE device_id = $1 AND thumbprint = $2
       FOR UPDATE`,
      values,
    )
    if (row) assertRow(keys, 'device_keys', row)
    const next = {
      ...{ ...pair, is_resumed: isResumed ?? row?.is_resumed ?? false },
      is_kept: isKept === true || row?.is_kept === true,
    }
    await query(
      `UPDATE device_keys SET is_resumed = $3, is_kept = $4, active_until = $5, mac = $6
       WHERE device_id = $1 AND thumbprint = $2`,
      [...values, next.is_resumed, next.is_kept, time + deviceTimes.keyActive, toRowMac(keys, 'device_keys', next)],
    )
  }
  await query(
    `DELETE FROM device_keys WHERE device_id = $1 AND thumbprint IN
       (SELECT thumbprint FROM device_keys WHERE device_id = $1 ORDER BY active_until DESC OFFSET $2)`,
    [deviceId, mostKeys],
  )
  await query('UPDATE devices SET seen_at = $2 WHERE id = $1', [deviceId, time])
}
