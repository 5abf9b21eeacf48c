import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { toMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import type { Keys } from '../keys/keys.js'

/** A browser as seen by one site, identified by a cookie or, if cookies are blocked, by a resume token. */
export type DeviceRow = {
  readonly id: string
  readonly project: string
  readonly origin: string
  /** Hash of its cookie. */
  readonly credential_hash: Buffer | null
  readonly is_confirmed: boolean
  /** Generation of its resume token; tokens of earlier generations were used. */
  readonly generation: number
  readonly rotated_at: string
  readonly rotated_by: string
  readonly created_at: string
  readonly mac: Buffer
}

const deviceColumns =
  'id, project, origin, credential_hash, is_confirmed, generation, rotated_at, rotated_by, created_at, mac'

/** Milliseconds. */
export const deviceTimes = {
  /** A key has to say hello again this long after its last call. */
  keyActive: 900_000,
  /** The key that used a resume token may ask for it again for this long, as the reply may have been lost. */
  repeat: 60_000,
  /** Seven days. */
  sessionIdle: 604_800_000,
  /** Thirty. */
  sessionWhole: 2_592_000_000,
  /** Of a session that the vault's own page has adopted from a frame. */
  sessionShared: 3_600_000,
} as const

/** Keys per device, one for each tab. The oldest are dropped. */
const maxKeys = 8

export type Site = { readonly project: string; readonly origin: string }

/** Selects and locks one device of a site by a condition on its columns, whose values start at `$3`. */
export async function lockDevice(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  { project, origin, condition, values }: Site & { readonly condition: string; readonly values: readonly unknown[] },
): Promise<DeviceRow | undefined> {
  const [row] = await query<DeviceRow>(
    `SELECT ${deviceColumns} FROM devices WHERE project = $1 AND origin = $2 AND ${condition} FOR UPDATE`,
    [project, origin, ...values],
  )
  if (row) assertRow(keys, 'devices', row)
  return row
}

type NewDevice = Site & { readonly credentialHash: Buffer | null; readonly isConfirmed: boolean }

/** Inserts a device. Returns the existing one if a parallel call has just inserted it. */
export async function insertDevice(
  custody: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  { project, origin, credentialHash, isConfirmed }: NewDevice,
): Promise<DeviceRow> {
  const now = custody.now()
  const id = randomBytes(16).toString('hex')
  const row = { id, project, origin, credential_hash: credentialHash, created_at: now }
  const [made] = await client.query<DeviceRow>(
    `INSERT INTO devices VALUES ($1, $2, $3, $4, $5, 0, 0, '', $6, $6, $7) ON CONFLICT DO NOTHING RETURNING ${deviceColumns}`,
    [id, project, origin, credentialHash, isConfirmed, now, toRowMac(custody.keys, 'devices', row)],
  )
  if (made) return made
  const condition = 'credential_hash = $3'
  const other = await lockDevice(custody, client, { project, origin, condition, values: [credentialHash] })
  if (!other) throw new Error('The device was neither created nor found.')
  return other
}

/** Gives a device that hasn't been used yet another cookie, or none: then its key and a resume token identify it. */
export async function changeCredential(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  { device, credentialHash }: { readonly device: DeviceRow; readonly credentialHash: Buffer | null },
): Promise<DeviceRow> {
  const changed = { ...device, credential_hash: credentialHash }
  const mac = toRowMac(keys, 'devices', changed)
  await query('UPDATE devices SET credential_hash = $2, mac = $3 WHERE id = $1', [device.id, credentialHash, mac])
  return { ...changed, mac }
}

/** The cookie's value: 256 bits. */
export function createCredential(): string {
  return randomBytes(32).toString('base64url')
}

/** Hash that the cookie is found by; null if it is malformed. */
export function toCredentialHash({ tokens }: Keys, credential: string | undefined): Buffer | null {
  return credential !== undefined && /^[\w-]{43}$/.test(credential) ? toMac(tokens, ['cookie', credential]) : null
}

type KeyToEnroll = {
  readonly deviceId: string
  readonly thumbprint: string
  /** Undefined keeps the current value; false for a new key. */
  readonly isResumed?: boolean | undefined
  /** Whether the browser keeps the key; undefined keeps the current value. */
  readonly isKept?: boolean | undefined
}

type DeviceKeyRow = {
  readonly device_id: string
  readonly thumbprint: string
  readonly is_resumed: boolean
  readonly is_kept: boolean
  readonly mac: Buffer
}

/** Lets a key act for a device until it is idle for 15 minutes. */
export async function enrollKey(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { deviceId, thumbprint, isResumed, isKept }: KeyToEnroll,
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
      ...pair,
      is_resumed: isResumed ?? row?.is_resumed ?? false,
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
    [deviceId, maxKeys],
  )
  await query('UPDATE devices SET seen_at = $2 WHERE id = $1', [deviceId, time])
}
