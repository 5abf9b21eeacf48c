import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { type StartPostgresOptions, startPostgres } from './postgres.js'

export type ProvidePostgresOptions = Pick<StartPostgresOptions, 'databases' | 'creators' | 'isDurable'> & {
  /** A server that runs already, with a user who may make databases. Default: the environment variable `DATABASE_URL`. */
  readonly server?: string | undefined
}

export type ProvidedPostgres = {
  /** By database. */
  readonly urls: Readonly<Record<string, string>>
  /** Leaves nothing behind. May be called often. */
  readonly stop: () => Promise<void>
}

/**
 * Empty databases for a test that does not touch the server itself: on the one that `DATABASE_URL` names, so that all tests can be run
 * on another version and another order of letters, else on one of their own, as {@link startPostgres} starts it.
 */
export async function providePostgres(options: ProvidePostgresOptions = {}): Promise<ProvidedPostgres> {
  const { databases = ['gateway'], creators, isDurable, server = process.env['DATABASE_URL']?.trim() } = options
  if (!server) return startPostgres({ databases, creators, isDurable })
  const { urls, drop } = await borrowDatabases({ url: server, names: databases })
  return { urls, stop: drop }
}

type BorrowDatabasesOptions = {
  /** A server, with a user who may make databases: `postgres://user:password@host:port/name`. */
  readonly url: string
  /** Of small letters and underlines. */
  readonly names: readonly string[]
}

type BorrowedDatabases = {
  /** By name. */
  readonly urls: Readonly<Record<string, string>>
  /** Drops them, also under those who still use them. May be called often. */
  readonly drop: () => Promise<void>
}

/**
 * New, empty databases on a server that runs already; each is `latchkey_{name}_` and random letters there. Text is kept as UTF-8 and
 * sorted as the server does. Throws where the server does not answer within five seconds, or its user may not make any.
 */
async function borrowDatabases({ url, names }: BorrowDatabasesOptions): Promise<BorrowedDatabases> {
  const wrong = names.find((name) => !/^[a-z][a-z_]{0,40}$/.test(name))
  if (wrong !== undefined) throw new Error(`${wrong} is no name of a database.`)
  const suffix = randomBytes(6).toString('hex')
  const toName = (name: string): string => `latchkey_${name}_${suffix}`
  const dropAll = async (): Promise<void> =>
    execute(
      url,
      names.map((name) => `DROP DATABASE IF EXISTS ${toName(name)} WITH (FORCE)`),
    )
  try {
    await execute(
      url,
      names.map((name) => `CREATE DATABASE ${toName(name)} TEMPLATE template0 ENCODING 'UTF8'`),
    )
  } catch (cause) {
    await dropAll().catch(() => undefined) // why there are none says more
    throw new Error('No database could be made where DATABASE_URL leads.', { cause })
  }
  let dropped: Promise<void> | undefined
  return {
    urls: Object.fromEntries(names.map((name) => [name, toUrl(url, toName(name))])),
    drop: () => (dropped ??= dropAll()),
  }
}

/** One after the other: none of them may be part of a transaction. */
async function execute(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 30_000 })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function toUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
