import { migrate } from '../database/migrate.js'
import type { Database } from '../database/openDatabase.js'
import type { KekBackend } from '../keys/backends/kekBackend.js'
import { readBackup } from './readBackup.js'
import { readKekOfBackup } from './readKekOfBackup.js'
import { type VerifiedBackup, verifyBackup } from './verifyBackup.js'

/**
 * Fills an empty database from a backup, all of it or nothing, after it was verified with the key. Throws where the database was used
 * before: what is there may be newer.
 */
export async function restoreBackup(
  database: Database,
  { file, kek }: { readonly file: string; readonly kek: KekBackend },
): Promise<VerifiedBackup> {
  await assertEmpty(database)
  const verified = await verifyBackup(file, await readKekOfBackup(kek))
  await migrate(database)
  await database.inTransaction(async (client) => {
    await client.query('LOCK TABLE vault_settings')
    await assertEmpty(client)
    for await (const { table, row } of readBackup(file))
      await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`, [
        JSON.stringify(row),
      ])
  })
  return verified
}

async function assertEmpty({ query }: Pick<Database, 'query'>): Promise<void> {
  const [table] = await query<{ name: string | null }>("SELECT to_regclass('vault_settings')::text AS name")
  if (!table?.name) return
  const rows = await query('SELECT 1 FROM vault_settings UNION ALL SELECT 1 FROM users LIMIT 1')
  if (rows.length > 0)
    throw new Error('The database is not empty. A backup is only restored to one that was never used.')
}
