import { Pool, type PoolClient } from 'pg'
import { GatewayError } from '../errors.js'
import { migrations } from './migrations.js'

type OpenDatabaseOptions = {
  /** `postgres://user:password@host:port/name`, with the parameters of PostgreSQL's own clients, such as `?sslmode=`. */
  readonly url: string
  /** Called with errors of idle connections. */
  readonly warn: (cause: unknown) => void
}

type Row = Readonly<Record<string, unknown>>

export type Database = {
  /** `name` makes it a prepared statement, for texts that are queried so often that planning matters. */
  readonly query: <row extends Row>(
    text: string,
    values: readonly unknown[],
    name?: string | undefined,
  ) => Promise<readonly row[]>
  readonly inTransaction: <value>(work: (client: PoolClient) => Promise<value>) => Promise<value>
  readonly close: () => Promise<void>
}

/** Milliseconds. A database that takes longer counts as unavailable. */
const timeouts = { connect: 3_000, statement: 5_000 } as const

/** Statements take about a millisecond: more connections would only wait in the database. */
const maxConnections = 8

/**
 * Opens a database and migrates it before the first query. If it is unavailable, the next query tries again: a gateway starts without
 * its database and recovers when it is back.
 */
export function openDatabase({ url, warn }: OpenDatabaseOptions): Database {
  const pool = new Pool({
    connectionString: url,
    application_name: 'latchkey-gateway',
    max: maxConnections,
    connectionTimeoutMillis: timeouts.connect,
    statement_timeout: timeouts.statement,
    query_timeout: 2 * timeouts.statement,
    idle_in_transaction_session_timeout: timeouts.statement,
  })
  pool.on('error', warn)
  let migrated: Promise<void> | undefined
  const untilReady = (): Promise<void> => {
    migrated ??= migrate(pool).catch((cause: unknown) => {
      migrated = undefined
      throw cause
    })
    return migrated
  }
  return {
    query: async <row extends Row>(text: string, values: readonly unknown[], name?: string) => {
      await untilReady()
      return (await pool.query<row>({ text, values: [...values], ...(name !== undefined && { name }) })).rows
    },
    inTransaction: async (work) => {
      await untilReady()
      return inTransaction(pool, work)
    },
    close: () => pool.end(),
  }
}

/** Returns the database. Throws 503 if none is configured. */
export function requireDatabase({ database }: { readonly database: Database | undefined }): Database {
  if (database) return database
  throw new GatewayError('No database is configured.', { status: 503, code: 'NOT_CONFIGURED' })
}

/** Runs work in a transaction. */
async function inTransaction<value>(pool: Pool, work: (client: PoolClient) => Promise<value>): Promise<value> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (cause) {
    // if even the rollback fails, closing the connection undoes the transaction
    broken = await client.query('ROLLBACK').then(
      () => undefined,
      (error: Error) => error,
    )
    throw cause
  } finally {
    client.release(broken)
  }
}

/** Key of the advisory lock for migrations. */
const migrationLock = 5_221_118_022

/** Applies new migrations. Of concurrent gateways one does so while the others wait. */
async function migrate(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
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

const expiringTables = [
  'siwx_nonces',
  'siwx_sessions',
  'gateway_quotas',
  'onramp_events',
  'error_reports',
  'error_quotas',
] as const

/** Rows per statement, so that no request waits for it. */
const deleteBatch = 500

/** Deletes expired rows in batches; several gateways may do so at once. Resolves with the number of rows. */
export async function removeExpired(database: Database, now: number): Promise<number> {
  let removed = 0
  for (const table of expiringTables) {
    const statement = `WITH expired AS (
        SELECT ctid FROM ${table} WHERE valid_until <= $1 LIMIT ${deleteBatch} FOR UPDATE SKIP LOCKED
      ) DELETE FROM ${table} USING expired WHERE ${table}.ctid = expired.ctid RETURNING 1`
    for (;;) {
      const { length } = await database.query(statement, [now])
      removed += length
      if (length < deleteBatch) break
    }
  }
  return removed
}
