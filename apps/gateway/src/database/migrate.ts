import type { Pool } from 'pg'
import { inTransaction } from './inTransaction.js'
import { migrations } from './migrations.js'

/** Of this program alone, among all that lock by a number. */
const lock = 5_221_118_022

/** Brings the tables up to date. Several gateways may do it at once: one does, the others wait and find it done. */
export async function migrate(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock])
    await client.query('CREATE TABLE IF NOT EXISTS latchkey_migrations (version integer PRIMARY KEY)')
    const { rows } = await client.query<{ version: number }>('SELECT version FROM latchkey_migrations')
    const done = new Set(rows.map(({ version }) => version))
    for (const [index, statements] of migrations.entries()) {
      const version = index + 1
      if (done.has(version)) continue
      await client.query(statements)
      await client.query('INSERT INTO latchkey_migrations (version) VALUES ($1)', [version])
    }
  })
}
