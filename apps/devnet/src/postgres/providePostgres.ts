import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { type StartPostgresOptions, startPostgres } from './postgres.js'

export type ProvidePostgresOptions = Pick<StartPostgresOptions, 'databases' | 'creators' | 'isDurable'> & {
  /** URL of a running server with a user who may create databases. Default: `DATABASE_URL`. */
  readonly server?: string | undefined
}

export type ProvidedPostgres = {
  /** URLs by database. */
  readonly urls: Readonly<Record<string, string>>
  /** Stops the server or drops the databases. May be called more than once. */
  readonly stop: () => Promise<void>
}

/**
 * Provides empty databases for tests that don't control the server: on the server of `DATABASE_URL`, so that all tests can run with
 * another version and collation, else on one started by {@link startPostgres}.
 */
export async function providePostgres(options: ProvidePostgresOptions = {}): Promise<ProvidedPostgres> {
  const { databases = ['gateway'], creators, isDurable, server = process.env['DATABASE_URL']?.trim() } = options
  if (!server) return startPostgres({ databases, creators, isDurable })
  const { urls, drop } = await borrowDatabases({ url: server, names: databases })
  return { urls, stop: drop }
}

type BorrowDatabasesOptions = {
  /** A server with a user who may create databases: `postgres://user:password@host:port/name`. */
  readonly url: string
  /** Lowercase letters and underscores. */
  readonly names: readonly string[]
}

type BorrowedDatabases = {
  /** URLs by name. */
  readonly urls: Readonly<Record<string, string>>
  /** Drops the databases, even while they are in use. May be called more than once. */
  readonly drop: () => Promise<void>
}

/**
 * Creates empty databases on a running server, named `latchkey_{name}_` and random letters, with UTF-8 and the server's collation. Throws
 * if the server does not respond within a minute, or its user may not create databases.
 */
async function borrowDatabases({ url, names }: BorrowDatabasesOptions): Promise<BorrowedDatabases> {
  const wrong = names.find((name) => !/^[a-z][a-z_]{0,40}$/.test(name))
  if (wrong !== undefined) throw new Error(`${wrong} is not a valid database name.`)
  const suffix = randomBytes(6).toString('hex')
  const toName = (name: string): string => `latchkey_${name}_${suffix}`
  const all = names.map(toName)
  const dropAll = (): Promise<void> => connect(url, (client) => dropDatabases(client, all))
  try {
    await connect(url, async (client) => {
      for (const name of all) await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
    })
  } catch (cause) {
    await dropAll().catch(() => undefined) // the original error says more
    throw new Error('Creating databases on the server of DATABASE_URL failed.', { cause })
  }
  let dropped: Promise<void> | undefined
  return {
    urls: Object.fromEntries(names.map((name) => [name, toUrl(url, toName(name))])),
    drop: () => (dropped ??= dropAll()),
  }
}

/**
 * Drops those of the databases that exist, and ends our connections to them. Without `WITH (FORCE)`, which fails for users without special
 * rights while an autovacuum worker is in the database; a plain drop ends the worker.
 */
async function dropDatabases(client: Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datname = ANY($1)', [
    names,
  ])
  // otherwise clients could reconnect before the drop
  for (const { datname } of rows) await client.query(`ALTER DATABASE ${datname} WITH ALLOW_CONNECTIONS false`)
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ANY($1) AND usename = current_user',
    [names],
  )
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname}`)
}

async function connect(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 60_000, query_timeout: 60_000 })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function toUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
