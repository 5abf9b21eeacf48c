import { migrations } from './migrations.js'
import type { Database } from './openDatabase.js'

/** Of this program alone, among all that lock by a number. */
const lock = 5_221_118_023

/** Brings the tables up to date. Several processes may do it at once: one does, the others wait and find it done. */
export async function migrate({ inTransaction }: Database): Promise<void> {
  await inTransaction(async ({ query }) => {
    await query('SELECT pg_advisory_xact_lock($1)', [lock])
    await query('CREATE TABLE IF NOT EXISTS latchkey_migrations (version integer PRIMARY KEY)')
    const done = new Set(
      (await query<{ version: number }>('SELECT version FROM latchkey_migrations')).map(({ version }) => version),
    )
    for (const [index, statements] of migrations.entries()) {
      const version = index + 1
      if (done.has(version)) continue
      for (const statement of statements) await query(statement)
      await query('INSERT INTO latchkey_migrations (version) VALUES ($1)', [version])
    }
  })
}
