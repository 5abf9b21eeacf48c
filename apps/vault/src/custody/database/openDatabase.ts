import { Pool } from 'pg'
import { inTransaction } from './inTransaction.js'
import type { Queryable, Row } from './queryable.js'

export type OpenDatabaseOptions = {
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
const patience = { connect: 8_000, statement: 8_000 } as const

/** Connections of one process. A statement here takes a millisecond: more would only wait in the database. */
const most = 10

/** Opens a database. One that is not there is asked again by each question. */
export function openDatabase({ url, warn }: OpenDatabaseOptions): Database {
  const pool = new Pool({
    connectionString: url,
    application_name: 'latchkey-custody',
    max: most,
    connectionTimeoutMillis: patience.connect,
    statement_timeout: patience.statement,
    query_timeout: patience.statement + 2_000,
    idle_in_transaction_session_timeout: 2 * patience.statement,
  })
  pool.on('error', warn)
  return {
    query: async <row extends Row>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<row>(text, [...values])).rows,
    inTransaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  }
}
