import { createHash } from 'node:crypto'
import type { Queryable } from './queryable.js'

/** Until the transaction ends, nobody else does anything about the same subject. Locks are taken in one order, so none waits in a circle. */
export async function lockOn({ query }: Queryable, subjects: readonly (string | Uint8Array)[]): Promise<void> {
  const numbers = subjects.map((subject) => createHash('sha256').update(subject).digest().readBigInt64BE().toString())
  for (const number of [...new Set(numbers)].sort()) await query('SELECT pg_advisory_xact_lock($1::bigint)', [number])
}
