import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase, type Queryable } from './database.js'

/**
 * A step of a schema. A step that drops or renames something that earlier programs use has `needs`: the lowest version of the schema whose
 * programs may run afterwards. All other steps only add ("expand"), and older programs continue.
 */
export type Migration = string | readonly string[] | { readonly statements: readonly string[]; readonly needs: number }

export type Schema = {
  /** In order; each step is applied once. Never change a released step: append another. The version is their number. */
  readonly steps: readonly Migration[]
  /** Number of an advisory lock that only this program uses. */
  readonly lock: number
  /** How to migrate, for error messages: `node dist/main.js migrate`. */
  readonly command?: string | undefined
}

/** The schema of a database and this program don't fit together. Trying again doesn't help. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
}

type State = {
  /** The steps that were applied; empty for a new database. */
  readonly done: ReadonlySet<number>
  readonly version: number
  /** The lowest version whose programs may run. */
  readonly needs: number
}

async function readState({ query }: Queryable): Promise<State> {
  const [table] = await query<{ name: string | null }>("SELECT to_regclass('latchkey_migrations')::text AS name")
  if (!table?.name) return { done: new Set(), version: 0, needs: 0 }
  // older programs made the table without `needs`
  const rows = await query<{ version: number; needs: number }>(
    "SELECT version, coalesce((to_jsonb(one) ->> 'needs')::integer, 0) AS needs FROM latchkey_migrations AS one",
  )
  const done = rows.map(({ version }) => version)
  return { done: new Set(done), version: Math.max(0, ...done), needs: Math.max(0, ...rows.map(({ needs }) => needs)) }
}

function assertNotTooOld({ version, needs }: State, { steps }: Schema): void {
  if (needs <= steps.length) return
  throw new SchemaError(
    `The database has version ${version} of the schema, which programs with version ${needs} or later can use. This one has version ${steps.length}: start a newer release.`,
  )
}

/**
 * Throws a {@link SchemaError} unless a program can use the database: the schema has all its steps, and none that excludes it. Steps of
 * newer programs are fine otherwise. Writes nothing.
 */
export async function assertSchema(database: Queryable, schema: Schema): Promise<void> {
  const state = await readState(database)
  assertNotTooOld(state, schema)
  if (schema.steps.every((_, index) => state.done.has(index + 1))) return
  throw new SchemaError(
    `The database has version ${state.version} of the schema, and this program needs version ${schema.steps.length}. Migrate it first: ${schema.command ?? 'run the command migrate'}.`,
  )
}

export type MigrationReport = {
  readonly from: number
  readonly to: number
  readonly applied: readonly number[]
  /** Programs with an older version of the schema don't start any more. */
  readonly needs: number
}

/** Milliseconds. A statement that waits for a lock makes all others on its table wait behind it. */
const times = { lock: 2_000, turn: 10 * 60_000, retry: 500 } as const

const createTable =
  'CREATE TABLE IF NOT EXISTS latchkey_migrations (version integer PRIMARY KEY, needs integer NOT NULL DEFAULT 0)'
const extendTable = 'ALTER TABLE latchkey_migrations ADD COLUMN IF NOT EXISTS needs integer NOT NULL DEFAULT 0'

/**
 * Migrates the schema, each step in its own transaction, without the pool's statement timeout. Several processes may call it at
 * once: one migrates, the others wait. A step that doesn't get its locks within two seconds is tried again, for ten minutes, so that a
 * long transaction elsewhere delays the migration and not the service. Throws a {@link SchemaError} if the program is too old.
 */
export async function migrate(database: Database, schema: Schema): Promise<MigrationReport> {
  const before = await readState(database)
  assertNotTooOld(before, schema)
  const applied: number[] = []
  const deadline = performance.now() + times.turn
  for (;;) {
    try {
      const version = await applyNext(database, schema)
      if (version === undefined) break
      applied.push(version)
    } catch (cause) {
      if (!isLocked(cause) || performance.now() > deadline) throw cause
      await sleep(times.retry)
    }
  }
  const { version, needs } = await readState(database)
  return { from: before.version, to: version, applied, needs }
}

/** Applies the first missing step, and returns its version. Undefined if there is none. */
async function applyNext(database: Database, schema: Schema): Promise<number | undefined> {
  const state = await readState(database)
  if (findMissing(state, schema) === undefined) return undefined
  return database.inTransaction(async ({ query }) => {
    // a server's own limits are for its requests
    await query(`SET LOCAL statement_timeout = 0`)
    await query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await query(`SET LOCAL lock_timeout = ${times.turn}`)
    await query('SELECT pg_advisory_xact_lock($1)', [schema.lock])
    await query(`SET LOCAL lock_timeout = ${times.lock}`)
    await query(createTable)
    const now = await readState({ query })
    assertNotTooOld(now, schema)
    const version = findMissing(now, schema)
    if (version === undefined) return undefined
    for (const statement of toStatements(schema, version)) await query(statement)
    return version
  })
}

function findMissing({ done }: State, { steps }: Schema): number | undefined {
  const index = steps.findIndex((_, place) => !done.has(place + 1))
  return index === -1 ? undefined : index + 1
}

/** Everything that a step runs, with its entry in the table of migrations. */
function toStatements({ steps }: Schema, version: number): readonly string[] {
  const step = steps[version - 1] ?? []
  const needs = typeof step === 'object' && 'needs' in step ? step.needs : 0
  const statements = typeof step === 'string' ? [step] : 'statements' in step ? step.statements : step
  return [
    ...statements,
    ...(needs === 0 ? [] : [extendTable]),
    `INSERT INTO latchkey_migrations (version${needs === 0 ? '' : ', needs'}) VALUES (${version}${needs === 0 ? '' : `, ${needs}`})`,
  ]
}

function isLocked(cause: unknown): boolean {
  return cause instanceof Error && (cause as { code?: unknown }).code === '55P03'
}

/** Returns what {@link migrate} would run, as SQL. Empty if there is nothing to do. */
export async function printMigrations(database: Queryable, schema: Schema): Promise<string> {
  const state = await readState(database)
  assertNotTooOld(state, schema)
  const missing = schema.steps.flatMap((_, index) => (state.done.has(index + 1) ? [] : [index + 1]))
  return missing
    .map((version) => {
      const statements = [...(version === missing[0] ? [createTable] : []), ...toStatements(schema, version)]
      const text = statements.map((one) => `${one.trim().replace(/;$/, '')};`).join('\n')
      return `-- step ${version}\nBEGIN;\n${text}\nCOMMIT;\n`
    })
    .join('\n')
}

export type RunMigrateOptions = {
  readonly schema: Schema
  readonly applicationName: string
  /** The database, by the role that owns its tables. */
  readonly url: string | undefined
  /** The words after `migrate`. */
  readonly words: readonly string[]
}

/** Runs the command `migrate`: returns its report as JSON, or with `--dry-run` the SQL that it would run. */
export async function runMigrate({ schema, applicationName, url, words }: RunMigrateOptions): Promise<string> {
  const unknown = words.find((word) => word !== '--dry-run')
  if (unknown !== undefined) throw new Error(`migrate has no option ${unknown}. Its only one is --dry-run.`)
  if (url === undefined) throw new Error('DATABASE_URL is not set.')
  const database = openDatabase({
    url,
    applicationName: `${applicationName}-migrate`,
    maxConnections: 2,
    timeouts: { connect: 10_000, statement: undefined },
    warn: () => undefined,
  })
  try {
    if (words.length === 0) return JSON.stringify(await migrate(database, schema))
    return (await printMigrations(database, schema)) || '-- nothing to do'
  } finally {
    await database.close()
  }
}
