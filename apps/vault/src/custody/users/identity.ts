import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertRow } from '../sealing/rowMac.js'

export type IdentityRow = {
  readonly user_id: string
  readonly project: string
  readonly email_index: Buffer
  readonly email: Buffer
  readonly changed_at: string
  readonly mac: Buffer
}

/** Who logs in with an address, in one project. */
export async function findIdentity(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  { project, emailIndex }: { readonly project: string; readonly emailIndex: Uint8Array },
): Promise<IdentityRow | undefined> {
  const [row] = await query<IdentityRow>('SELECT * FROM identities WHERE project = $1 AND email_index = $2', [
    project,
    emailIndex,
  ])
  if (row) assertRow(keys, 'identities', row)
  return row
}

/** With what a user logs in. */
export async function getIdentity(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  userId: string,
): Promise<IdentityRow> {
  const [row] = await query<IdentityRow & { readonly user_mac: Buffer; readonly user_created_at: string }>(
    `SELECT identities.*, users.mac AS user_mac, users.created_at AS user_created_at
     FROM identities JOIN users ON users.id = identities.user_id AND users.project = identities.project WHERE user_id = $1`,
    [userId],
  )
  if (!row) throw new Error('A user has no identity.')
  assertRow(keys, 'identities', row)
  assertRow(keys, 'users', { id: userId, project: row.project, created_at: row.user_created_at, mac: row.user_mac })
  return row
}
