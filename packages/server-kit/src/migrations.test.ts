import { type ProvidedPostgres, providePostgres, startPostgres } from '@latchkey/devnet'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.js'
import { assertSchema, migrate, printMigrations, runMigrate, type Schema, SchemaError } from './migrations.js'

const steps: Schema['steps'] = [
  'CREATE TABLE notes (name text PRIMARY KEY, title text); INSERT INTO notes VALUES (1, 2);',
  ['ALTER TABLE notes ADD COLUMN heading text', "UPDATE notes SET heading = title || ';'"],
  { statements: ['ALTER TABLE notes DROP COLUMN title'], needs: 2 },
]
const toSchema = (version: number, more: Schema['steps'] = []): Schema => ({
  steps: [...steps.slice(0, version), ...more],
  lock: 5_221_118_001,
  command: 'node dist/main.js migrate',
})

let postgres: ProvidedPostgres
let url: string
let opened: Database[] = []
beforeAll(async () => {
  postgres = await providePostgres({ databases: ['kit'] })
  url = postgres.urls['kit'] ?? ''
})
afterAll(() => postgres?.stop())

const open = (statement = 8_000, at = url): Database => {
  const timeouts = { connect: 8_000, statement }
  const database = openDatabase({ url: at, applicationName: 'kit', maxConnections: 4, timeouts, warn: () => undefined })
  opened.push(database)
  return database
}
let database: Database
beforeEach(() => {
  database = open()
})
afterEach(async () => {
  await database.query('DROP TABLE IF EXISTS notes, latchkey_migrations, half')
  await Promise.all(opened.map(({ close }) => close()))
  opened = []
})

const readTable = (): Promise<readonly unknown[]> => database.query('TABLE latchkey_migrations ORDER BY version')

describe('a schema', () => {
  test('gets each step applied once, even if six programs migrate at the same time', async () => {
    const all = Array.from({ length: 6 }, () => open())
    for (const version of [1, 3]) {
      const reports = await Promise.all(all.map((one) => migrate(one, toSchema(version))))
      expect(reports.flatMap(({ applied }) => applied).sort()).toEqual(version === 1 ? [1] : [2, 3])
      expect(new Set(reports.map(({ to }) => to))).toEqual(new Set([version]))
    }
    expect(await readTable()).toEqual([
      { version: 1, needs: 0 },
      { version: 2, needs: 0 },
      { version: 3, needs: 2 },
    ])
    expect(await database.query('TABLE notes')).toEqual([{ name: '1', heading: '2;' }])
  })

  test('error: stays as it was after the previous step if a step fails', async () => {
    const broken = ['CREATE TABLE half (name text)', 'CREATE TABLE half (name text)']
    await expect(migrate(database, toSchema(2, [broken]))).rejects.toThrow('already exists')
    expect(await database.query("SELECT to_regclass('half') AS half")).toEqual([{ half: null }])
    expect(await readTable()).toHaveLength(2)
    expect(await migrate(database, toSchema(3))).toEqual({ from: 2, to: 3, applied: [3], needs: 2 })
  })

  test('may be newer than the program, unless a step excludes older programs', async () => {
    await migrate(database, toSchema(2))
    // the program of version 1, during the rollout
    await assertSchema(database, toSchema(1))
    expect(await migrate(database, toSchema(1))).toEqual({ from: 2, to: 2, applied: [], needs: 0 })
    await migrate(database, toSchema(3))
    await assertSchema(database, toSchema(2))
    for (const start of [assertSchema, migrate]) {
      const failure = await start(database, toSchema(1)).catch((cause: unknown) => cause)
      expect(failure).toBeInstanceOf(SchemaError)
      expect((failure as Error).message).toBe(
        'The database has version 3 of the schema, which programs with version 2 or later can use. This one has version 1: start a newer release.',
      )
    }
    await expect(printMigrations(database, toSchema(1))).rejects.toThrow(SchemaError)
  })

  test('error: is rejected by a program that does not migrate if it is too old or missing', async () => {
    const refusal = 'of the schema, and this program needs version 2. Migrate it first: node dist/main.js migrate.'
    await expect(assertSchema(database, toSchema(2))).rejects.toThrow(`version 0 ${refusal}`)
    await migrate(database, toSchema(1))
    await expect(assertSchema(database, toSchema(2))).rejects.toThrow(`version 1 ${refusal}`)
    expect(await readTable()).toHaveLength(1)
  })

  test('is extended if its migration table predates the column needs', async () => {
    await database.query('CREATE TABLE latchkey_migrations (version integer PRIMARY KEY)')
    await database.query('INSERT INTO latchkey_migrations VALUES (1)')
    await database.query("CREATE TABLE notes AS SELECT '1' AS name, '2' AS title")
    await assertSchema(database, toSchema(1))
    expect(await migrate(database, toSchema(2))).toEqual({ from: 1, to: 2, applied: [2], needs: 0 })
    expect(await migrate(database, toSchema(3))).toEqual({ from: 2, to: 3, applied: [3], needs: 2 })
    await expect(migrate(database, toSchema(1))).rejects.toThrow(SchemaError)
  })

  test('is migrated without the statement timeout of requests', async () => {
    const short = open(300)
    await expect(short.query('SELECT pg_sleep(0.6)')).rejects.toThrow('statement timeout')
    await migrate(short, { ...toSchema(0), steps: ['SELECT pg_sleep(0.6)'] })
    expect(await readTable()).toHaveLength(1)
  })

  test('is migrated after a long transaction ends, without blocking queries meanwhile', async () => {
    await migrate(database, toSchema(1))
    const holder = new Client({ connectionString: url })
    await holder.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT * FROM notes')
    const migrating = migrate(open(), toSchema(2))
    const isWaiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await expect.poll(() => database.query(isWaiting)).toHaveLength(1)
    // queued behind the exclusive lock that the step waits for, until the step gives up for now
    expect(await database.query('SELECT count(*)::int AS count FROM notes')).toEqual([{ count: 1 }])
    expect(await readTable()).toHaveLength(1)
    await holder.query('COMMIT')
    expect(await migrating).toMatchObject({ applied: [2] })
    await holder.end()
  })
})

describe('the command migrate', () => {
  const run = (version: number, words: readonly string[] = [], at = url): Promise<string> =>
    runMigrate({ schema: toSchema(version), applicationName: 'kit', url: at, words })

  test('prints what it did; with --dry-run, prints the equivalent SQL and changes nothing', async () => {
    expect(JSON.parse(await run(1))).toEqual({ from: 0, to: 1, applied: [1], needs: 0 })
    const sql = await run(3, ['--dry-run'])
    expect(await readTable()).toHaveLength(1)
    expect(sql).toContain('-- step 2\nBEGIN;\n')
    expect(sql).toContain('ALTER TABLE notes DROP COLUMN title;\n')
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(sql)
    await client.end()
    expect(await readTable()).toEqual([
      { version: 1, needs: 0 },
      { version: 2, needs: 0 },
      { version: 3, needs: 2 },
    ])
    expect(await run(3, ['--dry-run'])).toBe('-- nothing to do')
    expect(JSON.parse(await run(3))).toEqual({ from: 3, to: 3, applied: [], needs: 2 })
  })

  test('error: rejects an unknown option, a missing database URL and an unreachable database', async () => {
    await expect(run(1, ['--force'])).rejects.toThrow('migrate has no option --force.')
    await expect(
      runMigrate({ schema: toSchema(1), applicationName: 'kit', url: undefined, words: [] }),
    ).rejects.toThrow('DATABASE_URL is not set.')
    await expect(run(1, [], 'postgres://nobody@127.0.0.1:9/x')).rejects.toThrow('ECONNREFUSED')
  })

  test('can run as another role, so that the program needs no right to change the schema', async () => {
    const server = await startPostgres({ databases: ['owner', 'app'] })
    try {
      const { owner = '', app = '' } = server.urls
      const grants = `GRANT CONNECT ON DATABASE owner TO app;
        GRANT USAGE ON SCHEMA public TO app;
        ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO app`
      await open(8_000, owner).query(grants)
      await run(1, [], owner)
      const own = new URL(app)
      own.pathname = '/owner'
      const program = open(8_000, own.href)
      await assertSchema(program, toSchema(1))
      // a migration with nothing to do needs no rights either
      expect(await migrate(program, toSchema(1))).toMatchObject({ applied: [] })
      await program.query("INSERT INTO notes VALUES ('a', 'b')")
      await expect(migrate(program, toSchema(2))).rejects.toThrow(/must be owner|permission denied/)
    } finally {
      await Promise.all(opened.splice(1).map(({ close }) => close()))
      await server.stop()
    }
  })
})
