import { createHash } from 'node:crypto'
import { Client, Pool } from 'pg'
import { getTraceHeaders, getTraceId, withSpan } from './trace.js'

type Row = Readonly<Record<string, unknown>>

/** A database, or a transaction in it. Returns bigint as text and bytea as Buffer. */
export type Queryable = {
  /** @param name for a statement that runs often: the server plans it once. One name for each text. */
  readonly query: <row extends Row>(
    text: string,
    values?: readonly unknown[] | undefined,
    name?: string | undefined,
  ) => Promise<readonly row[]>
}

export type Transaction = Queryable & {
  /** Calls `undo` if the transaction fails: what the process has noted in memory for it then counts no more. */
  readonly onRollback: (undo: () => void) => void
}

export type Database = Queryable & {
  /** Runs `work` in a transaction. Rolls back if it rejects; resolves once the commit is on disk. */
  readonly inTransaction: <value>(work: (transaction: Transaction) => Promise<value>) => Promise<value>
  readonly getPool: () => PoolState
  readonly close: () => Promise<void>
}

/** Numbers of connections, and of callers that wait for one. */
export type PoolState = {
  readonly total: number
  readonly idle: number
  readonly waiting: number
  readonly max: number
}

export type OpenDatabaseOptions = {
  /** `postgres://user:password@host:port/name`, with libpq parameters such as `?sslmode=`. */
  readonly url: string
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string
  /** A statement takes about a millisecond: more connections would only queue in the database. */
  readonly maxConnections: number
  /**
   * Milliseconds. A slower database counts as unavailable. `connect` includes waiting for a free connection, `statement` waiting for locks;
   * undefined for commands that may take long.
   */
  readonly timeouts: { readonly connect: number; readonly statement: number | undefined }
  /** Called when an idle connection breaks. */
  readonly warn: (cause: unknown) => void
}

/** Milliseconds. After a shorter pause, requests don't wait for a new connection, which takes seconds on a busy machine. */
const idleTimeout = 300_000

/**
 * Opens a connection pool. It reconnects after an outage; nothing is contacted before the first query. Within a request, the database
 * sees the id of its trace: as a comment of each single statement, and in the `application_name` of a transaction.
 */
export function openDatabase({ url, applicationName, maxConnections, timeouts, warn }: OpenDatabaseOptions): Database {
  const pool = new Pool({
    connectionString: url,
    application_name: applicationName,
    max: maxConnections,
    connectionTimeoutMillis: timeouts.connect,
    idleTimeoutMillis: idleTimeout,
    // so that no router in between forgets an idle connection
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    ...(timeouts.statement !== undefined && {
      statement_timeout: timeouts.statement,
      query_timeout: timeouts.statement + 2_000,
      idle_in_transaction_session_timeout: 2 * timeouts.statement,
    }),
  })
  pool.on('error', warn)
  return {
    // the text of a named statement has to stay the same
    query: (text, values, name) => query(pool, text, values, { name, hasComment: name === undefined }),
    inTransaction: (work) => inTransaction(pool, applicationName, work),
    getPool: () => ({
      ...{ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
      max: maxConnections,
    }),
    close: () => pool.end(),
  }
}

type PoolClient = Pick<Pool, 'query'>

async function query<row extends Row>(
  client: PoolClient,
  text: string,
  values: readonly unknown[] = [],
  { name, hasComment = false }: { readonly name?: string | undefined; readonly hasComment?: boolean | undefined } = {},
): Promise<readonly row[]> {
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'other'
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text }
  return withSpan({ name: operation, attributes }, async () => {
    const sent = hasComment ? `${text}${toComment()}` : text
    return (await client.query<row>({ text: sent, values: [...values], ...(name !== undefined && { name }) })).rows
  })
}

/** [sqlcommenter] The ids are hexadecimal, so that nothing can end the comment. */
function toComment(): string {
  const { traceparent } = getTraceHeaders()
  return traceparent === undefined ? '' : ` /*traceparent='${traceparent}'*/`
}

/** Sent together with BEGIN, and reset by the end of the transaction: it costs no round trip. */
function toApplicationName(applicationName: string): string {
  const traceId = getTraceId()
  return traceId === undefined ? '' : `; SET LOCAL application_name TO '${applicationName} ${traceId}'`
}

async function inTransaction<value>(
  pool: Pool,
  applicationName: string,
  work: (transaction: Transaction) => Promise<value>,
): Promise<value> {
  const client = await pool.connect()
  const undos: (() => void)[] = []
  let failure: Error | undefined
  // a connection may break between two statements: without a listener the process would exit, with it the next statement fails
  const onError = (cause: Error): void => {
    failure = cause
  }
  client.on('error', onError)
  try {
    await client.query(`BEGIN; SET LOCAL synchronous_commit TO on${toApplicationName(applicationName)}`)
    const result = await work({
      query: (text, values, name) => query(client as unknown as PoolClient, text, values, { name }),
      onRollback: (undo) => {
        undos.push(undo)
      },
    })
    await client.query('COMMIT')
    return result
  } catch (cause) {
    // if the rollback fails, the connection is closed, which rolls back too
    await client.query('ROLLBACK').catch(onError)
    for (const undo of undos) undo()
    throw cause
  } finally {
    client.off('error', onError)
    client.release(failure)
  }
}

/**
 * Takes advisory locks on subjects until the transaction ends, in one order, so that transactions don't deadlock.
 * @param isShared shared locks don't block each other
 */
export async function lockOn(
  { query }: Queryable,
  subjects: readonly (string | Uint8Array)[],
  { isShared = false }: { readonly isShared?: boolean | undefined } = {},
): Promise<void> {
  const take = isShared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  const numbers = [...new Set(subjects.map(toLockNumber))].sort()
  // in one statement, which takes them in the order of the list
  if (numbers.length > 0) await query(`SELECT ${take}(number) FROM unnest($1::bigint[]) AS number`, [numbers])
}

function toLockNumber(subject: string | Uint8Array): string {
  return createHash('sha256').update(subject).digest().readBigInt64BE().toString()
}

/** Locks of a process, which others get at once when it is killed. */
export type SessionLocks = {
  /** Takes a lock, and returns the function that releases it. Undefined if it is taken, by this process or another one. */
  readonly tryLock: (subject: string) => Promise<(() => Promise<void>) | undefined>
  readonly close: () => Promise<void>
}

/** Opens advisory locks on a connection of their own, which is opened for the first lock, and again after it broke. */
export function openSessionLocks({
  url,
  applicationName,
  timeouts,
}: Pick<OpenDatabaseOptions, 'url' | 'applicationName'> & {
  readonly timeouts: { readonly connect: number; readonly statement: number }
}): SessionLocks {
  const taken = new Set<string>()
  let session: LockSession | undefined
  let turn: Promise<unknown> = Promise.resolve()
  /** The connection takes one query at a time. */
  const ask = (client: Client, question: 'pg_try_advisory_lock' | 'pg_advisory_unlock', subject: string) => {
    const asked = turn.then(async () => {
      const { rows } = await client.query<{ reply: boolean }>(`SELECT ${question}($1) AS reply`, [
        toLockNumber(subject),
      ])
      return rows[0]?.reply === true
    })
    turn = asked.catch(() => undefined)
    return asked
  }
  const open = (): LockSession => {
    const client = new Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: timeouts.connect,
      query_timeout: timeouts.statement,
      keepAlive: true,
    })
    const own = { client, connected: client.connect() }
    client.on('error', () => leave(own))
    return own
  }
  /** A connection that failed may never answer again: the next lock opens another one. */
  const leave = (own: LockSession): void => {
    if (session === own) session = undefined
    own.client.end().catch(() => undefined) // it is gone
  }
  return {
    async tryLock(subject) {
      if (taken.has(subject)) return undefined
      taken.add(subject)
      session ??= open()
      const own = session
      try {
        await own.connected
        if (!(await ask(own.client, 'pg_try_advisory_lock', subject))) {
          taken.delete(subject)
          return undefined
        }
        return async () => {
          taken.delete(subject)
          // a connection that is gone has released it
          await ask(own.client, 'pg_advisory_unlock', subject).catch(() => leave(own))
        }
      } catch (cause) {
        taken.delete(subject)
        leave(own)
        throw cause
      }
    },
    close: async () => {
      const own = session
      await own?.connected.then(() => own.client.end()).catch(() => undefined) // it never connected
    },
  }
}

type LockSession = { readonly client: Client; readonly connected: Promise<unknown> }

/** Rows to delete: those of `table` for which `condition` holds, which names `value` as `$1`. Neither is ever input. */
export type Expiry = { readonly table: string; readonly condition: string; readonly value: unknown }

/** Rows per statement, so that other queries don't wait long for it. */
const batch = 500

/** Deletes expired rows in small batches; several processes may do so at once. Resolves with the number of rows. */
export async function deleteExpired({ query }: Queryable, expiries: readonly Expiry[]): Promise<number> {
  let deleted = 0
  for (const { table, condition, value } of expiries) {
    const statement = `WITH expired AS (
        SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${batch} FOR UPDATE SKIP LOCKED
      ) DELETE FROM ${table} USING expired WHERE ${table}.ctid = expired.ctid RETURNING 1`
    for (;;) {
      const { length } = await query(statement, [value])
      deleted += length
      if (length < batch) break
    }
  }
  return deleted
}

/** Throws unless the database responds and accepts writes, which a standby doesn't. */
export async function assertWritable({ query }: Queryable): Promise<void> {
  const [row] = await query<{ value: string }>("SELECT current_setting('transaction_read_only') AS value")
  if (row?.value !== 'off') throw new Error('The database is read-only.')
}

/** Codes of sockets; ENOENT for a Unix socket that is not there. */
const socketCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EMFILE|ENOTFOUND|EAI_AGAIN|ENOENT)$/

/**
 * SQLSTATE: 08 connection, 25006 read-only, 25P03 idle for too long, 28 login refused, 40 rolled back, 53 no disk, memory or connection left, 57 ended or canceled, 58 system.
 */
const states = /^(?:08...|25006|25P03|28000|28P01|40001|40P01|53...|57...|58...)$/

const messages =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Cannot use a pool)/

/** Whether an error means that the database is unavailable for now, rather than that a statement was wrong. */
export function isDatabaseUnavailable(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const { code } = cause as { code?: unknown }
  return typeof code === 'string' ? socketCodes.test(code) || states.test(code) : messages.test(cause.message)
}
