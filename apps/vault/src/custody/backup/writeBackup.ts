import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Database } from '../database/openDatabase.js'
import { backupTables, backupVersion } from './backupTables.js'

/** Rows that are in memory at once. */
const batch = 500

/**
 * Writes all that cannot be made again to a new file, one JSON text a line, as it stood at one moment. What is sealed stays sealed: the
 * key is not in it, and is not needed for it. Gives how many rows it were, by table.
 */
export async function writeBackup(
  database: Database,
  { file, now }: { readonly file: string; readonly now: () => number },
): Promise<Readonly<Record<string, number>>> {
  const handle = await open(file, 'wx', 0o600)
  try {
    const counts = await writeTables(database, { handle, now })
    await handle.sync()
    return counts
  } finally {
    await handle.close()
  }
}

async function writeTables(
  database: Database,
  { handle, now }: { readonly handle: FileHandle; readonly now: () => number },
): Promise<Readonly<Record<string, number>>> {
  const hash = createHash('sha256')
  const write = async (line: string): Promise<void> => {
    hash.update(`${line}\n`)
    await handle.write(`${line}\n`)
  }
  await write(JSON.stringify({ latchkey: 'vault', version: backupVersion, at: now() }))
  const counts: Record<string, number> = {}
  await database.inTransaction(async ({ query }) => {
    await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    for (const table of backupTables) {
      let count = 0
      const order = table === 'audit' ? ' ORDER BY seq' : ''
      await query(`DECLARE lines CURSOR FOR SELECT to_jsonb(one)::text AS line FROM ${table} AS one${order}`)
      for (;;) {
        const rows = await query<{ line: string }>(`FETCH ${batch} FROM lines`)
        if (rows.length === 0) break
        for (const { line } of rows) await write(`{"table":"${table}","row":${line}}`)
        count += rows.length
      }
      await query('CLOSE lines')
      counts[table] = count
    }
  })
  await handle.write(`${JSON.stringify({ end: counts, sha256: hash.digest('hex') })}\n`)
  return counts
}
