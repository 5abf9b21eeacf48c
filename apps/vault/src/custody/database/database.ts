import { createHash } from 'node:crypto'
import { Pool } from 'pg'

type Row = Readonly<Record<string, unknown>>

/** A database, or one transaction in it. A bigint comes as text, bytea as a Buffer. */
export type Queryable = {
  readonly query: <row extends Row>(text: string, values?: readonly unknown[]) => Promise<readonly row[]>
}

/** All that is done with the client happens, or nothing. Resolves once it is on disk, whatever the server's own default. */
async function inTransaction<value>(pool: Pool, work: (client: Queryable) => Promise<value>): Promise<value> {
  const client = await pool.connect()
  let fault: Error | undefined
  // a connection that breaks between two statements: nobody else listens, and the process would end. The next statement fails
  const note = (cause: Error): void => {
    fault = cause
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
    // where even that fails, the connection is given up, which undoes it too
    await client.query('ROLLBACK').catch(note)
    throw cause
  } finally {
    client.off('error', note)
    client.release(fault)
  }
}

type OpenDatabaseOptions = {
  /** `postgres://user:password@host:port/name`, with what PostgreSQL's own clients take behind it, such as `?sslmode=`. */
  readonly url: string
  /** Hears of connections that broke while nobody used them. */
  readonly warn: (cause: unknown) => void
}

export type Database = Queryable & {
  readonly inTransaction: <value>(work: (client: Queryable) => Promise<value>) => Promise<value>
  readonly close: () => Promise<void>
}

/**
 * Milliseconds. A database that takes longer counts as not there. Connecting includes to wait until a connection
 * is free, a statement to wait until others let go of what it locks.
 */
const timeouts = { connect: 8_000, statement: 8_000 } as const

/** Connections of one process. A statement here takes a millisecond: more would only wait in the database. */
const maxConnections = 10

/** Opens a database. One that is not there is asked again by each question. */
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
 * Until the transaction ends, nobody else does anything about the same subject. Locks are taken in one order, so none waits in a circle.
 * `isShared`: others who say so too need not wait.
 */
export async function lockOn(
  { query }: Queryable,
  subjects: readonly (string | Uint8Array)[],
  { isShared = false }: { readonly isShared?: boolean | undefined } = {},
): Promise<void> {
  const take = isShared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  const numbers = subjects.map((subject) => createHash('sha256').update(subject).digest().readBigInt64BE().toString())
  for (const number of [...new Set(numbers)].sort()) await query(`SELECT ${take}($1::bigint)`, [number])
}

/**
 * Whether a fault of the database will pass: it is not there, restarts, fails over, is out of space or connections, or took too
 * long. Codes are SQLSTATE, or those of the socket.
 */
export function isUnavailable(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const { code } = cause as { code?: unknown }
  if (typeof code === 'string') {
    const isSocket = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/
    // 08 connection, 25P03 idle for too long, 40 rolled back, 53 no disk, memory or connection left, 57 ended or cancelled, 58 of the system
    return isSocket.test(code) || /^(?:08...|25P03|40001|40P01|53...|57...|58...)$/.test(code)
  }
  return /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect)/.test(cause.message)
}
