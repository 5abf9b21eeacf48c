import { createHash } from 'node:crypto'
import { Pool } from 'pg'

type Row = Readonly<Record<string, unknown>>

/** A database, or a transaction in it. Returns bigint as text, bytea as Buffer. */
export type Queryable = {
  readonly query: <row extends Row>(text: string, values?: readonly unknown[]) => Promise<readonly row[]>
}

/** Runs `work` in a transaction. Resolves once it is on disk, whatever the server's default. */
async function inTransaction<value>(pool: Pool, work: (client: Queryable) => Promise<value>): Promise<value> {
  const client = await pool.connect()
  let connectionError: Error | undefined
  // a connection may break between two statements; without a listener the process would exit. The next statement fails
  const note = (cause: Error): void => {
    connectionError = cause
  }
  client.on('error', note)
  try {
    await client.query('BEGIN; SET LOCAL synchronous_commit TO on')
    const result = await work({
      query: async <row extends Row>(text: string, values: readonly unknown[] = []) =>
        (await client.query<row>(text, [...values])).rows,
    })
    await client.query('COMMIT')
    return result
  } catch (cause) {
    // if the rollback fails, the connection is closed, which rolls back too
    await client.query('ROLLBACK').catch(note)
    throw cause
  } finally {
    client.off('error', note)
    client.release(connectionError)
  }
}

type OpenDatabaseOptions = {
  /** `postgres://user:password@host:port/name`, with libpq parameters such as `?sslmode=`. */
  readonly url: string
  /** Called when an idle connection breaks. */
  readonly warn: (cause: unknown) => void
}

export type Database = Queryable & {
  readonly inTransaction: <value>(work: (client: Queryable) => Promise<value>) => Promise<value>
  readonly close: () => Promise<void>
}

/**
 * Milliseconds. A slower database counts as unavailable. `connect` includes waiting for a free connection, `statement` waiting for locks.
 */
const timeouts = { connect: 8_000, statement: 8_000 } as const

/** Connections per process. A statement takes about a millisecond: more connections would only queue in the database. */
const maxConnections = 10

/** Opens a database pool. It reconnects after an outage. */
export function openDatabase({ url, warn }: OpenDatabaseOptions): Database {
  const pool = new Pool({
    connectionString: url,
    application_name: 'latchkey-custody',
    max: maxConnections,
    connectionTimeoutMillis: timeouts.connect,
    statement_timeout: timeouts.statement,
    query_timeout: timeouts.statement + 2_000,
    idle_in_transaction_session_timeout: 2 * timeouts.statement,
  })
  pool.on('error', warn)
  return {
    query: async <row extends Row>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<row>(text, [...values])).rows,
    inTransaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  }
}

/**
 * Takes advisory locks on these subjects until the transaction ends, in one order, so that transactions don't deadlock. `isShared`: shared
 * locks don't block each other.
 */
export async function lockSubjects(
  { query }: Queryable,
  subjects: readonly (string | Uint8Array)[],
  { isShared = false }: { readonly isShared?: boolean | undefined } = {},
): Promise<void> {
  const take = isShared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  const numbers = subjects.map((subject) => createHash('sha256').update(subject).digest().readBigInt64BE().toString())
  for (const number of [...new Set(numbers)].sort()) await query(`SELECT ${take}($1::bigint)`, [number])
}

/**
 * Whether a database error is transient: it is down, restarting, failing over, out of disk or connections, or too slow. Codes are SQLSTATE,
 * or those of the socket.
 */
export function isUnavailable(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const { code } = cause as { code?: unknown }
  if (typeof code === 'string') {
    const isSocket = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/
    // 08 connection, 25P03 idle for too long, 40 rolled back, 53 no disk, memory or connection left, 57 ended or canceled, 58 system
    return isSocket.test(code) || /^(?:08...|25P03|40001|40P01|53...|57...|58...)$/.test(code)
  }
  return /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect)/.test(cause.message)
}
