import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Database } from '@latchkey/server-kit/database'
import { z } from 'zod'

/** The tables of a backup, in foreign-key order. Sessions, codes and limits are short-lived and left out. */
const backupTables = [
  'vault_settings',
  'users',
  'identities',
  'logins',
  'passkeys',
  // before the wallets that they belong to, so that these can be opened as they are read
  'wallet_shares',
  'wallets',
  'self_custody',
  'self_custody_owners',
  'self_custody_guardians',
  'devices',
  'device_users',
  'mail_links',
  'recovery_codes',
  'recoveries',
  'seals',
  'signing_switches',
  'projects',
  'wallet_freezes',
  'notices',
  'pending_seals',
  'kept_deks',
  'totp_factors',
  'backup_codes',
  'factor_losses',
  'audit',
] as const

type BackupTable = (typeof backupTables)[number]

/** A cell as PostgreSQL's `to_jsonb` writes it; bytea as text, `\x` and hex. */
export type BackupRow = Readonly<Record<string, string | number | boolean | null>>

const backupVersion = 1

/** Rows in memory at once. */
const batchSize = 500

/**
 * Writes a consistent snapshot of everything that can't be recreated to a new file, one JSON document per line. Sealed values stay sealed:
 * the file doesn't contain the key, and writing it doesn't need it. Returns the number of rows by table.
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
        const rows = await query<{ line: string }>(`FETCH ${batchSize} FROM lines`)
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

type BackupLine = { readonly table: BackupTable; readonly row: BackupRow }

const head = z.object({ latchkey: z.literal('vault'), version: z.literal(backupVersion) })

const line = z.union([
  z.object({
    table: z.enum(backupTables),
    row: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
  z.object({ end: z.record(z.string(), z.number()), sha256: z.string() }),
])

/** Yields the rows of a backup. Throws, at the latest after the last row, if the file is invalid, cut off or was changed. */
export async function* readBackup(file: string): AsyncGenerator<BackupLine> {
  const hash = createHash('sha256')
  const counts = Object.fromEntries(backupTables.map((table) => [table, 0])) as Record<BackupTable, number>
  let place = 0
  let isWhole = false
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const value = parse(text)
    place += 1
    if (isWhole) throw new Error(`${file} has data after its last line.`)
    if (place === 1) {
      if (!head.safeParse(value).success) throw new Error(`${file} is not a backup of a supported version.`)
    } else {
      const { success, data } = line.safeParse(value)
      if (!success) throw new Error(`Line ${place} of ${file} cannot be read.`)
      if ('end' in data) {
        isWhole =
          backupTables.every((table) => (data.end[table] ?? 0) === counts[table]) && data.sha256 === hash.digest('hex')
        if (!isWhole) throw new Error(`${file} was changed: its rows do not match its checksum.`)
        continue
      }
      counts[data.table] += 1
      yield data
    }
    hash.update(`${text}\n`)
  }
  if (!isWhole) throw new Error(`${file} is truncated.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // invalid JSON
  }
}
