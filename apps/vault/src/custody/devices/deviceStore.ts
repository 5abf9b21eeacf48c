import { randomBytes } from 'node:crypto'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertRow, toRowMac } from '../sealing/rowMac.js'
import { type DeviceRow, deviceColumns } from './device.js'

export type Site = { readonly project: string; readonly origin: string }

/** Finds one device of a site by a condition on its columns, whose first values are `$3` and on, and keeps it for this transaction. */
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

export type NewDevice = Site & { readonly credentialHash: Buffer | null; readonly isConfirmed: boolean }

/** Where another call has just made the same, that one is given. */
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
  if (!other) throw new Error('A device is neither new nor there.')
  return other
}

/** Gives a device that nobody has used another cookie, or none: then its key and a resume token stand for it. */
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
