import type { Queryable } from '@latchkey/server-kit/database'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { sealEmail, toEmailIndex } from '../mail/address.js'

export type IdentityRow = {
  readonly user_id: string
  readonly project: string
  readonly email_index: Buffer
  readonly email: Buffer
  readonly changed_at: string
  readonly mac: Buffer
}

/** Finds the identity of an email address, in one project. */
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

/** The mailbox of a user; undefined if they never verified one. */
export async function findEmailIdentity(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  userId: string,
): Promise<IdentityRow | undefined> {
  const [user] = await query<{ id: string; project: string; created_at: string; mac: Buffer }>(
    'SELECT * FROM users WHERE id = $1',
    [userId],
  )
  if (!user) throw new Error('A session has no user.')
  assertRow(keys, 'users', user)
  const [row] = await query<IdentityRow>('SELECT * FROM identities WHERE user_id = $1', [userId])
  if (!row) return undefined
  assertRow(keys, 'identities', row)
  if (row.project !== user.project) throw new Error('A row of identities was changed from outside.')
  return row
}

/** Sets the email address that a user logs in with. */
export async function writeIdentity(
  custody: Pick<Custody, 'keys' | 'instance' | 'now'>,
  { query }: Queryable,
  { userId, project, email }: { readonly userId: string; readonly project: string; readonly email: string },
): Promise<void> {
  const row = {
    user_id: userId,
    project,
    email_index: toEmailIndex(custody, email),
    email: sealEmail(custody, email, userId),
    changed_at: custody.now(),
  }
  await query(
    `INSERT INTO identities VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id) DO UPDATE
     SET email_index = excluded.email_index, email = excluded.email, changed_at = excluded.changed_at, mac = excluded.mac`,
    [userId, project, row.email_index, row.email, row.changed_at, toRowMac(custody.keys, 'identities', row)],
  )
}
