import type { Queryable } from '../../database/queryable.js'

/** Of this program alone: who writes under a key holds the first one together with others, who exchanges keys alone. */
const locks = { write: 5_221_118_024, rotate: 5_221_118_025 } as const

/** Until the transaction ends the key that seals is not exchanged. */
export async function shareKey({ query }: Queryable): Promise<void> {
  await query('SELECT pg_advisory_xact_lock_shared($1)', [locks.write])
}

/** Waits until nobody writes under a key, and lets nobody do so until the transaction ends. */
export async function takeKey({ query }: Queryable): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [locks.write])
}

/** Throws where keys are exchanged at this moment. Held until the transaction ends. */
export async function beginRotation({ query }: Queryable): Promise<void> {
  await query('SET LOCAL idle_in_transaction_session_timeout TO 0')
  const [row] = await query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [locks.rotate])
  if (row?.taken !== true) throw new Error('The key is being exchanged by another command.')
}
