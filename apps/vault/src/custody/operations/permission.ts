import type { Queryable } from '@latchkey/server-kit/database'
import { toAccountId } from '../../projects/policy.js'
import type { CallsSummary, PermissionTerms } from '../../protocol/summary.js'
import { type PermissionSpending, spendPermission } from '../../signing/permissions/spendPermission.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { CallError, readingRequest } from '../errors/callError.js'

type PermissionRow = {
  readonly id: string
  readonly user_id: string
  readonly origin: string
  readonly chain: string
  readonly terms: string
  readonly spent: string
  readonly created_at: string
  readonly mac: Buffer
}

/** The owner of a permission, and the origin and network where it applies. */
export type PermissionPlace = {
  readonly userId: string
  readonly origin: string
  /** CAIP-2. */
  readonly chain: string
}

type Keyed = Pick<Custody, 'keys' | 'now'>

/** Permissions in one list. */
const maxListed = 100

/** Stores a permission that a user granted, by its context. */
export async function insertPermission(
  { keys, now }: Keyed,
  { query }: Queryable,
  {
    userId,
    context: id,
    terms,
    ...place
  }: PermissionPlace & { readonly context: string; readonly terms: PermissionTerms },
): Promise<void> {
  const row = { id, user_id: userId, ...place, terms: JSON.stringify(terms), spent: '{}', created_at: now() }
  await query(
    `INSERT INTO permissions (id, user_id, origin, chain, terms, spent, created_at, valid_until, mac)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[id, userId, row.origin, row.chain, row.terms, row.spent, row.created_at, terms.expiry * 1_000],
      toRowMac(keys, 'permissions', row),
    ],
  )
}

/** Lists the unexpired permissions that a user has granted a site on all networks, newest first. */
export async function listPermissions(
  { keys, now }: Keyed,
  { query }: Queryable,
  { userId, origin }: Omit<PermissionPlace, 'chain'>,
): Promise<readonly { readonly context: string; readonly chain: string; readonly terms: PermissionTerms }[]> {
  const rows = await query<PermissionRow>(
    `SELECT * FROM permissions WHERE user_id = $1 AND origin = $2 AND valid_until > $3
     ORDER BY created_at DESC, id LIMIT ${maxListed}`,
    [userId, origin, now()],
  )
  return rows.map((row) => {
    assertRow(keys, 'permissions', row)
    return { context: row.id, chain: row.chain, terms: JSON.parse(row.terms) as PermissionTerms }
  })
}

/** Throws `NOT_ALLOWED` for a contract function that the operator hasn't listed. */
export function assertGrantable(
  { projects }: Pick<Custody, 'projects'>,
  { project, chain }: Pick<PermissionPlace, 'chain'> & { readonly project: string },
  { contracts }: PermissionTerms,
): void {
  const listed = projects.get(project)?.policy?.grantable
  for (const { address, functions } of contracts)
    for (const { name } of functions)
      if (!listed?.get(toAccountId(chain, address))?.includes(name))
        throw new CallError(`${name} of ${address} isn’t a function that this app can be granted.`, {
          code: 'NOT_ALLOWED',
        })
}

/** Spending that calls add to the permission that they name. */
export type PermissionUse = { readonly id: string; readonly amounts: PermissionSpending }

/**
 * Checks calls against the permission that they name, and with `spends` counts them. Throws if this user has no such permission on this
 * site and network, it has expired, or it doesn't cover all calls.
 */
export async function checkPermission(
  { keys, now, projects }: Keyed & Pick<Custody, 'projects'>,
  { query }: Queryable,
  {
    project,
    summary,
    userId,
    origin,
    chain,
    spends,
  }: PermissionPlace & { readonly project: string; readonly summary: CallsSummary; readonly spends: boolean },
): Promise<PermissionUse> {
  const [row] = await query<PermissionRow>(
    `SELECT * FROM permissions WHERE id = $1 AND user_id = $2 AND origin = $3 AND chain = $4 ${spends ? 'FOR UPDATE' : ''}`,
    [summary.permission, userId, origin, chain],
  )
  if (!row) throw new CallError('This permission doesn’t exist, or it was revoked.', { code: 'NOT_ALLOWED' })
  assertRow(keys, 'permissions', row)
  const terms = JSON.parse(row.terms) as PermissionTerms
  // the policy may have changed since the permission was granted
  assertGrantable({ projects }, { project, chain }, terms)
  const before = JSON.parse(row.spent) as PermissionSpending
  const after = readingRequest(() => spendPermission(summary, { terms, spent: before, now: now() }))
  if (spends) await writeSpent({ keys }, { query }, { row, spent: after })
  return { id: row.id, amounts: subtract(after, before) }
}

/** Uncounts calls that were not signed. */
export async function releasePermission(
  { database, keys }: Pick<Custody, 'database' | 'keys'>,
  { id, amounts }: PermissionUse,
): Promise<void> {
  await database.inTransaction(async (client) => {
    const [row] = await client.query<PermissionRow>('SELECT * FROM permissions WHERE id = $1 FOR UPDATE', [id])
    // revoked meanwhile
    if (!row) return
    assertRow(keys, 'permissions', row)
    const before = JSON.parse(row.spent) as PermissionSpending
    await writeSpent({ keys }, client, { row, spent: subtract(before, amounts) })
  })
}

async function writeSpent(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  { row, spent }: { readonly row: PermissionRow; readonly spent: PermissionSpending },
): Promise<void> {
  const next = { ...row, spent: JSON.stringify(spent) }
  await query('UPDATE permissions SET spent = $1, mac = $2 WHERE id = $3', [
    ...[next.spent, toRowMac(keys, 'permissions', next)],
    row.id,
  ])
}

function subtract(one: PermissionSpending, other: PermissionSpending): PermissionSpending {
  return Object.fromEntries(
    Object.entries(one).map(([unit, amount]) => [unit, String(BigInt(amount) - BigInt(other[unit] ?? 0))]),
  )
}

/** Revokes a permission, whichever site it was granted to. Returns false if it no longer exists. */
export async function removePermission(
  { query }: Queryable,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<boolean> {
  const deleted = await query('DELETE FROM permissions WHERE id = $1 AND user_id = $2 RETURNING 1', [id, userId])
  return deleted.length > 0
}
