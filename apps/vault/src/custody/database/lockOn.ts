import { createHash } from 'node:crypto'
import type { Queryable } from './queryable.js'

/**
 * Until the transaction ends, nobody else does anything about the same subject. Locks are taken in one order, so none waits in a circle.
 * `isShared`: others who say so too need not wait.
 */
export async function lockOn(
  { query }: Queryable,
  subjects: readonly (string | Uint8Array)[],
  { isShared = false }: { readonly isShared?: boolean | undefined } = {},
): Promise<void> {
  const take = isShared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  const numbers = subjects.map((subject) => createHash('sha256').update(subject).digest().readBigInt64BE().toString())
  for (const number of [...new Set(numbers)].sort()) await query(`SELECT ${take}($1::bigint)`, [number])
}
