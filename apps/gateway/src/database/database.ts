import { Pool, type PoolClient } from 'pg'
import type { GatewayContext } from '../context.js'
import { GatewayError } from '../errors.js'
import { migrations } from './migrations.js'

/** All that is done with the client happens, or nothing. */
export async function inTransaction<value>(pool: Pool, work: (client: PoolClient) => Promise<value>): Promise<value> {
  const client = await pool.connect()
  let fault: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (cause) {
    // where even that fails, the connection is given up, which undoes it too
    fault = await client.query('ROLLBACK').then(
      () => undefined,
      (error: Error) => error,
    )
    throw cause
  } finally {
    client.release(fault)
  }
}

/** Of this program alone, among all that lock by a number. */
const migrationLock = 5_221_118_022

/** Brings the tables up to date. Several gateways may do it at once: one does, the others wait and find it done. */
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

type OpenDatabaseOptions = {
  /** `postgres://user:password@host:port/name`, with what PostgreSQL's own clients take behind it, such as `?sslmode=`. */
  readonly url: string
  /** Hears of connections that broke while nobody used them. */
  readonly warn: (cause: unknown) => void
}

type Row = Readonly<Record<string, unknown>>

export type Database = {
  /** `name`: one for each text, of a statement that is asked so often that planning it counts. */
  readonly query: <row extends Row>(
    text: string,
    values: readonly unknown[],
    name?: string | undefined,
  ) => Promise<readonly row[]>
  readonly inTransaction: <value>(work: (client: PoolClient) => Promise<value>) => Promise<value>
  readonly close: () => Promise<void>
}

/** Milliseconds. A database that takes longer counts as not there. */
const timeouts = { connect: 3_000, statement: 5_000 } as const

/** Connections of one gateway. A statement here takes a millisecond: more would only wait in the database. */
const maxConnections = 8

/**
 * A database whose tables are up to date before the first question. One that is not there now is asked again by the next
 * question: a gateway starts without it, and goes on when it comes back.
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

/** The database, for what cannot be without one. Throws 503 where none is set. */
export function requireDatabase({ database }: Pick<GatewayContext, 'database'>): Database {
  if (database) return database
  throw new GatewayError('No database is set here.', { status: 503, code: 'NOT_CONFIGURED' })
}

/** Rows of one statement: so that nobody waits for it. */
const deleteBatch = 500

/** Removes what is no longer valid, a little at a time; several gateways may do so at once. Resolves with how many rows it were. */
export async function removeExpired(database: Database, now: number): Promise<number> {
  let removed = 0
  for (const table of [
    'siwx_nonces',
    'siwx_sessions',
    'gateway_quotas',
    'onramp_events',
    'error_reports',
    'error_quotas',
  ]) {
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
