import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { LoginProvider } from '../../protocol/login.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { type Place, seal, toMac, unseal } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import type { Subject } from '../providers/provider.js'
import { findEmailIdentity } from './identity.js'

/** A provider login of a wallet. */
export type LoginRow = {
  readonly id: string
  readonly user_id: string
  readonly project: string
  readonly provider: LoginProvider
  readonly issuer: string
  readonly subject_index: Buffer
  readonly subject: Buffer
  readonly name: Buffer | null
  readonly linked_at: string
  readonly used_at: string
  readonly mac: Buffer
}

/** Returns the lock for creating the user of a provider login. */
export function toLoginLock({ project, issuer, subject }: { readonly project: string } & Subject): string {
  return `login ${JSON.stringify([project, issuer, subject])}`
}

/** Finds the login of this identity, in one project. */
export async function findLogin(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  { project, issuer, subject }: { readonly project: string } & Subject,
): Promise<LoginRow | undefined> {
  const [row] = await query<LoginRow>(
    'SELECT * FROM logins WHERE project = $1 AND issuer = $2 AND subject_index = $3',
    [project, issuer, toSubjectIndex({ keys }, { issuer, subject })],
  )
  if (row) assertRow(keys, 'logins', row)
  return row
}

/** Lists the provider logins of a user, most recently used first. */
export async function listLogins(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  userId: string,
): Promise<readonly LoginRow[]> {
  const rows = await query<LoginRow>('SELECT * FROM logins WHERE user_id = $1 ORDER BY used_at DESC, id', [userId])
  for (const row of rows) assertRow(keys, 'logins', row)
  return rows
}

/** Whether nothing but a browser opens the wallet. */
export async function isGuest(custody: Pick<Custody, 'keys'>, client: Queryable, userId: string): Promise<boolean> {
  if (await findEmailIdentity(custody, client, userId)) return false
  const logins = await listLogins(custody, client, userId)
  return logins.length > 0 && logins.every(({ provider }) => provider === 'guest')
}

export type NewLogin = Subject & {
  readonly userId: string
  readonly project: string
  readonly provider: LoginProvider
}

/** Adds a login that opens the user's wallet. Rejects if it opens another one. */
export async function addLogin(
  custody: Pick<Custody, 'keys' | 'instance' | 'now'>,
  { query }: Queryable,
  { userId, project, provider, issuer, subject, name }: NewLogin,
): Promise<string> {
  const id = randomBytes(16).toString('hex')
  const time = custody.now()
  const row = {
    id,
    user_id: userId,
    project,
    provider,
    issuer,
    subject_index: toSubjectIndex(custody, { issuer, subject }),
    subject: sealText(custody, subject, ['login', custody.instance, id]),
    linked_at: time,
  }
  const sealedName = name === undefined ? null : sealText(custody, name, toNamePlace(custody, id))
  await query('INSERT INTO logins VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)', [
    ...[id, userId, project, provider, issuer, row.subject_index, row.subject, sealedName, time],
    toRowMac(custody.keys, 'logins', row),
  ])
  return id
}

/** Records that a login was just used, under a name that may have changed. Returns false if it no longer exists. */
export async function touchLogin(
  custody: Custody,
  { query }: Queryable,
  { id, name }: { readonly id: string; readonly name: string | undefined },
): Promise<boolean> {
  const sealed = name === undefined ? null : sealText(custody, name, toNamePlace(custody, id))
  const touched = await query('UPDATE logins SET used_at = $2, name = $3 WHERE id = $1 RETURNING 1', [
    ...[id, custody.now(), sealed],
  ])
  return touched.length > 0
}

/** The user's name at the provider, if known. */
export function readLoginName(
  custody: Pick<Custody, 'keys' | 'instance'>,
  { id, name }: Pick<LoginRow, 'id' | 'name'>,
): string | undefined {
  return name === null
    ? undefined
    : unseal(custody.keys.email, { sealed: name, place: toNamePlace(custody, id) }).toString()
}

/** Index by which an identity is found without storing it in the clear. */
function toSubjectIndex({ keys }: Pick<Custody, 'keys'>, { issuer, subject }: Subject): Buffer {
  return toMac(keys.emailIndex, ['login', issuer, subject])
}

function toNamePlace({ instance }: Pick<Custody, 'instance'>, id: string): Place {
  return ['login name', instance, id]
}

function sealText({ keys }: Pick<Custody, 'keys'>, text: string, place: Place): Buffer {
  return seal(keys.email, { plain: Buffer.from(text), place })
}
