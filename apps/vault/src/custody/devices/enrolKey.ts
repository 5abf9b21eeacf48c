import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { toRowMac } from '../sealing/rowMac.js'
import { deviceTimes, mostKeys } from './device.js'

export type KeyToEnrol = {
  readonly deviceId: string
  readonly thumbprint: string
  /** Undefined leaves it as it is: not resumed where it is new. */
  readonly isResumed?: boolean | undefined
  /** Whether the browser keeps it; undefined leaves it as it is. */
  readonly isKept?: boolean | undefined
}

/** Lets a key act for a device until it was silent for 15 minutes. */
export async function enrolKey(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { deviceId, thumbprint, isResumed, isKept }: KeyToEnrol,
): Promise<void> {
  const toKeyMac = (value: boolean): Buffer =>
    toRowMac(keys, 'device_keys', { device_id: deviceId, thumbprint, is_resumed: value })
  const time = now()
  await query(
    `INSERT INTO device_keys (device_id, thumbprint, is_resumed, active_until, mac, is_kept) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (device_id, thumbprint) DO UPDATE
     SET active_until = excluded.active_until, is_kept = device_keys.is_kept OR excluded.is_kept`,
    [
      ...[deviceId, thumbprint, isResumed ?? false, time + deviceTimes.keyActive, toKeyMac(isResumed ?? false)],
      isKept ?? false,
    ],
  )
  if (isResumed !== undefined)
    await query('UPDATE device_keys SET is_resumed = $3, mac = $4 WHERE device_id = $1 AND thumbprint = $2', [
      ...[deviceId, thumbprint, isResumed],
      toKeyMac(isResumed),
    ])
  await query(
    `DELETE FROM device_keys WHERE device_id = $1 AND thumbprint IN
       (SELECT thumbprint FROM device_keys WHERE device_id = $1 ORDER BY active_until DESC OFFSET $2)`,
    [deviceId, mostKeys],
  )
  await query('UPDATE devices SET seen_at = $2 WHERE id = $1', [deviceId, time])
}
