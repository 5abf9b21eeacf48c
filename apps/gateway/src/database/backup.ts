import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Client } from 'pg'
import { z } from 'zod'
import { projectsChannel } from '../projects/store.js'
import { openDatabase } from './database.js'
import { migrations } from './migrations.js'

/**
 * Tables whose data exists only in the database, in the order of their foreign keys. The history of the chains is read from nodes again. Sign-ins
 * are left out, because a restored one may have been ended since; so are quotas and error reports, which expire.
 */
const tables = [
  'names',
  'name_addresses',
  'onramp_orders',
  'onramp_events',
  'smart_sessions',
  'gateway_revision',
  'gateway_projects',
  'gateway_audit',
  'gateway_usage',
] as const

type Table = (typeof tables)[number]

/** Of a new database: it has a row before anything was stored. */
const counterTable: Table = 'gateway_revision'

/** Larger than the number of changes that a backup may lack. */
const revisionStep = 1_000_000

const format = 'latchkey-gateway-backup'

const header = z.object({ format: z.literal(format), version: z.literal(1), schema: z.int(), createdAt: z.int() })
const footer = z.object({ rows: z.record(z.string(), z.int()), sha256: z.string() })

/** Rows per statement, and milliseconds for each. */
const limits = { batch: 1_000, statement: 60_000 } as const

/** A backup that can't be restored. Nothing was changed. */
class BackupError extends Error {
  override readonly name = 'BackupError'
}

export type BackupReport = {
  readonly file: string
  /** Milliseconds since the epoch: the state that the file has. */
  readonly createdAt: number
  readonly rows: Readonly<Record<string, number>>
}

type BackupOptions = { readonly databaseUrl?: string | undefined; readonly now?: (() => number) | undefined }

/**
 * Writes a backup: lines of JSON, packed with gzip, which end with a checksum. It is a consistent snapshot, taken while the gateways run.
 * The file appears when it is complete and on the disk. Throws if there is one already.
 */
export async function backUp(file: string, { databaseUrl, now = Date.now }: BackupOptions): Promise<BackupReport> {
  const client = await connect(databaseUrl)
  const partial = `${file}.partial`
  try {
    if (await stat(file).catch(() => undefined)) throw new BackupError(`${file} exists already.`)
    const target = await open(partial, 'w', 0o600)
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const [createdAt, rows] = [now(), {} as Record<string, number>]
      const lines = Readable.from(readLines(client, { createdAt, rows }), { objectMode: false })
      await pipeline(lines, createGzip(), async (chunks: AsyncIterable<Uint8Array>) => {
        for await (const chunk of chunks) await target.writeFile(chunk)
      })
      await client.query('COMMIT')
      await target.sync()
      await target.close()
      await rename(partial, file)
      return { file, createdAt, rows }
    } catch (cause) {
      await target.close().catch(() => undefined) // closed already
      await rm(partial, { force: true })
      throw cause
    }
  } finally {
    await client.end()
  }
}

type Progress = { readonly createdAt: number; readonly rows: Record<string, number> }

async function* readLines(client: Client, { createdAt, rows }: Progress): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const toLine = (text: string): string => {
    hash.update(`${text}\n`)
    return `${text}\n`
  }
  yield toLine(JSON.stringify({ format, version: 1, schema: await readSchema(client), createdAt }))
  for (const table of tables) {
    rows[table] = 0
    await client.query(`DECLARE rows NO SCROLL CURSOR FOR SELECT row_to_json(one)::text AS text FROM ${table} AS one`)
    for (;;) {
      const { rows: found } = await client.query<{ text: string }>(`FETCH ${limits.batch} FROM rows`)
      if (found.length === 0) break
      rows[table] += found.length
      // numbers stay as PostgreSQL wrote them: some don't fit into a double
      yield found.map(({ text }) => toLine(`${table} ${text}`)).join('')
    }
    await client.query('CLOSE rows')
  }
  yield `${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`
}

/**
 * Restores a backup into an empty database, all or nothing. The whole file is checked before anything is written, and again while it is
 * read. Throws if it is damaged, belongs to another schema, or if the database has such data already.
 */
export async function restore(file: string, { databaseUrl }: BackupOptions): Promise<BackupReport> {
  const { createdAt } = await readBackup(file)
  await migrateEmpty(databaseUrl)
  const client = await connect(databaseUrl)
  try {
    await client.query('BEGIN')
    // running gateways wait until the end, and then continue with the restored data
    await client.query(`LOCK TABLE ${tables.join(', ')} IN EXCLUSIVE MODE`)
    for (const table of tables) {
      const { rows } = await client.query(`SELECT 1 FROM ${table} LIMIT 1`)
      if (rows.length > 0 && table !== counterTable)
        throw new BackupError(`The database is not empty: it has ${table}. Restore into a new one.`)
    }
    await client.query(`DELETE FROM ${counterTable}`)
    const { rows } = await readBackup(file, (table, texts) =>
      client.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`, [
        `[${texts.join(',')}]`,
      ]),
    )
    // a revision that the backup lacks may be known to an operator, and must not stand for another state
    await client.query(`UPDATE ${counterTable} SET revision = revision + $1`, [revisionStep])
    await client.query(
      `SELECT setval(pg_get_serial_sequence('gateway_audit', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM gateway_audit), false)`,
    )
    await client.query('SELECT pg_notify($1, $2)', [projectsChannel, ''])
    await client.query('COMMIT')
    return { file, createdAt, rows }
  } finally {
    await client.end() // rolls back if not committed
  }
}

type OnRows = (table: Table, texts: readonly string[]) => Promise<unknown>

/** Reads a backup and checks it. Throws {@link BackupError}, at the latest when all rows were passed. */
async function readBackup(
  file: string,
  onRows: OnRows = async () => undefined,
): Promise<{ readonly createdAt: number; readonly rows: Readonly<Record<string, number>> }> {
  const hash = createHash('sha256')
  const rows = Object.fromEntries(tables.map((table): [Table, number] => [table, 0]))
  let head: z.output<typeof header> | undefined
  let end: z.output<typeof footer> | undefined
  let pending: { readonly table: Table; readonly texts: string[] } | undefined
  for await (const line of unpackLines(file)) {
    if (end) throw new BackupError(`${file} is damaged: it has lines after its end.`)
    if (head && line.startsWith('{')) {
      end = parseJson(footer, line)
      if (!end) throw new BackupError(`${file} is damaged: its end is invalid.`)
      continue
    }
    hash.update(`${line}\n`)
    if (!head) {
      head = parseHeader(file, line)
      continue
    }
    const table = tables.find((one) => line.startsWith(`${one} {`))
    if (!table) throw new BackupError(`${file} is damaged: it has a line of no table.`)
    if (pending && (pending.table !== table || pending.texts.length >= limits.batch)) {
      await onRows(pending.table, pending.texts)
      pending = undefined
    }
    pending ??= { table, texts: [] }
    pending.texts.push(line.slice(table.length + 1))
    rows[table] = (rows[table] ?? 0) + 1
  }
  if (!head || !end) throw new BackupError(`${file} is incomplete: its end is missing.`)
  if (end.sha256 !== hash.digest('hex')) throw new BackupError(`${file} is damaged: its checksum is wrong.`)
  if (pending) await onRows(pending.table, pending.texts)
  return { createdAt: head.createdAt, rows }
}

async function* unpackLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const unpacked = createGunzip()
  source.on('error', (cause) => unpacked.destroy(cause)).pipe(unpacked)
  let rest = ''
  try {
    for await (const chunk of unpacked.setEncoding('utf8') as AsyncIterable<string>) {
      const [first = '', ...others] = chunk.split('\n')
      rest += first
      for (const other of others) {
        yield rest
        rest = other
      }
    }
  } catch (cause) {
    const code = String((cause as { readonly code?: unknown }).code)
    if (code === 'Z_BUF_ERROR') throw new BackupError(`${file} is incomplete: its end is missing.`, { cause })
    if (code.startsWith('Z_')) throw new BackupError(`${file} is damaged, or no backup.`, { cause })
    throw cause
  } finally {
    source.destroy()
  }
  if (rest !== '') throw new BackupError(`${file} is incomplete: its end is missing.`)
}

function parseHeader(file: string, line: string): z.output<typeof header> {
  const head = parseJson(header, line)
  if (!head) throw new BackupError(`${file} is no backup of a gateway.`)
  if (head.schema === migrations.length) return head
  throw new BackupError(
    `${file} has schema ${head.schema}, and this gateway schema ${migrations.length}. Restore it with the version of the gateway ` +
      'that made it, and update afterwards.',
  )
}

function parseJson<output>(schema: z.ZodType<output>, line: string): output | undefined {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    return undefined // the caller reports the error
  }
}

async function connect(databaseUrl: string | undefined): Promise<Client> {
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set.')
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'latchkey-gateway-backup',
    connectionTimeoutMillis: 5_000,
    statement_timeout: limits.statement,
    query_timeout: limits.statement + 2_000,
  })
  client.on('error', () => undefined) // the statement that runs, or the next one, fails
  await client.connect()
  return client
}

async function readSchema(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>('SELECT max(version) AS version FROM latchkey_migrations')
  return rows[0]?.version ?? 0
}

/** Creates the tables, as the first start of a gateway does. */
async function migrateEmpty(url: string | undefined): Promise<void> {
  if (url === undefined) throw new Error('DATABASE_URL is not set.')
  const database = openDatabase({ url, warn: () => undefined })
  try {
    await database.query('SELECT 1')
  } finally {
    await database.close()
  }
}
