import { Pool, type PoolClient } from 'pg'
import { inTransaction } from './inTransaction.js'
import { migrate } from './migrate.js'

export type OpenDatabaseOptions = {
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
const patience = { connect: 3_000, statement: 5_000 } as const

/** Connections of one gateway. A statement here takes a millisecond: more would only wait in the database. */
const most = 8

/**
 * A database whose tables are up to date before the first question. One that is not there now is asked again by the next
 * question: a gateway starts without it, and goes on when it comes back.
 */
export function openDatabase({ url, warn }: OpenDatabaseOptions): Database {
  const pool = new Pool({
    connectionString: url,
    application_name: 'latchkey-gateway',
    max: most,
    connectionTimeoutMillis: patience.connect,
    statement_timeout: patience.statement,
    query_timeout: 2 * patience.statement,
    idle_in_transaction_session_timeout: patience.statement,
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
