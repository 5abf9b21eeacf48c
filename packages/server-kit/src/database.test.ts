import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type ProvidedPostgres, providePostgres } from '@latchkey/devnet'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type Database,
  deleteExpired,
  isDatabaseUnavailable,
  lockOn,
  openDatabase,
  openSessionLocks,
} from './database.js'
import { migrate } from './migrations.js'

const steps = [
  `CREATE TABLE notes (name text PRIMARY KEY, valid_until bigint NOT NULL);
   CREATE INDEX notes_valid_until ON notes (valid_until);`,
  ['CREATE TABLE drafts (name text PRIMARY KEY, body bytea NOT NULL)', 'ALTER TABLE drafts ADD COLUMN size bigint'],
]
const lock = 5_221_118_000

/** Advisory locks of this database: other tests have theirs on the same server. */
const ownLocks = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

let postgres: ProvidedPostgres
const opened: Database[] = []
const open = (): Database => openAt(postgres.urls['kit'] ?? '')
const openAt = (url: string): Database => {
  const timeouts = { connect: 8_000, statement: 8_000 }
  const database = openDatabase({ url, applicationName: 'kit', maxConnections: 4, timeouts, warn: () => undefined })
  opened.push(database)
  return database
}
beforeAll(async () => {
  postgres = await providePostgres({ databases: ['kit'] })
  await migrate(open(), { steps, lock })
})
afterAll(async () => {
  await Promise.all(opened.map(({ close }) => close()))
  await postgres?.stop()
})

describe('a database', () => {
  test('returns bigint as text and bytea as a buffer, also from a prepared statement', async () => {
    const database = open()
    const body = Buffer.from([0, 255])
    await database.query('INSERT INTO drafts VALUES ($1, $2, $3)', ['draft', body, 2])
    for (let turn = 0; turn < 2; turn++)
      expect(await database.query('SELECT body, size FROM drafts WHERE name = $1', ['draft'], 'find_draft')).toEqual([
        { body, size: '2' },
      ])
  })

  test('rolls back a transaction that fails midway', async () => {
    const database = open()
    const insert = "INSERT INTO notes VALUES ('half', 9)"
    const work = database.inTransaction(async ({ query }) => {
      await query(insert)
      await query(insert)
    })
    await expect(work).rejects.toThrow('duplicate')
    expect(await database.query("SELECT 1 FROM notes WHERE name = 'half'")).toEqual([])
  })

  test('calls onRollback functions of a transaction that fails, and of no other', async () => {
    const database = open()
    const undone: string[] = []
    const run = (name: string, text: string): Promise<unknown> =>
      database.inTransaction(({ query, onRollback }) => {
        onRollback(() => undone.push(name))
        return query(text)
      })
    await run('committed', 'SELECT 1')
    await expect(run('failed', 'SELECT 1 / 0')).rejects.toThrow('division')
    expect(undone).toEqual(['failed'])
  })

  test('commits transactions synchronously, whatever its default is [F9]', async () => {
    const url = new URL(postgres.urls['kit'] ?? '')
    url.searchParams.set('options', '-c synchronous_commit=off')
    const database = openAt(url.href)
    const setting = 'SHOW synchronous_commit'
    expect(await database.query(setting)).toEqual([{ synchronous_commit: 'off' }])
    expect(await database.inTransaction(({ query }) => query(setting))).toEqual([{ synchronous_commit: 'on' }])
  })

  test('fails only the transaction whose connection breaks between two statements', async () => {
    const database = open()
    const work = database.inTransaction(async ({ query }) => {
      const [row] = await query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await database.query('SELECT pg_terminate_backend($1)', [row?.pid])
      // the connection breaks while no statement runs on it
      await expect.poll(() => database.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [row?.pid])).toEqual([])
      await new Promise((resolve) => setTimeout(resolve, 100))
      await query('SELECT 1')
    })
    await expect(work).rejects.toThrow()
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('deletes exactly the expired rows, even with two concurrent deletions', async () => {
    const database = open()
    await database.query("INSERT INTO notes SELECT 'n' || number, number FROM generate_series(1, 1200) AS number")
    const expiries = [{ table: 'notes', condition: 'valid_until <= $1', value: 1_100 }]
    const counts = await Promise.all([deleteExpired(database, expiries), deleteExpired(open(), expiries)])
    expect(counts[0] + counts[1]).toBe(1_100)
    expect(await database.query('SELECT min(valid_until)::int AS first, count(*)::int AS count FROM notes')).toEqual([
      { first: 1_101, count: 100 },
    ])
  })

  test('makes transactions that lock the same subjects wait for each other, in any order of the subjects', async () => {
    const database = open()
    const order: string[] = []
    const run = (name: string, subjects: readonly string[]): Promise<void> =>
      database.inTransaction(async (transaction) => {
        await lockOn(transaction, subjects)
        order.push(`${name} begins`)
        await new Promise((resolve) => setTimeout(resolve, 20))
        order.push(`${name} ends`)
      })
    await Promise.all([run('one', ['a', 'b']), run('other', ['b', 'a', 'a'])])
    const [first, second] = order[0] === 'one begins' ? ['one', 'other'] : ['other', 'one']
    expect(order).toEqual([`${first} begins`, `${first} ends`, `${second} begins`, `${second} ends`])
  })

  test('does not make shared locks wait for each other', async () => {
    const database = open()
    await database.inTransaction(async (outer) => {
      await lockOn(outer, ['shared'], { isShared: true })
      await database.inTransaction((inner) => lockOn(inner, ['shared'], { isShared: true }))
    })
    expect(await database.query(ownLocks)).toEqual([])
  })
})

describe('openSessionLocks', () => {
  test('takes locks on a new connection if the old one no longer responds, as after a host failure', async () => {
    const target = new URL(postgres.urls['kit'] ?? '')
    const paths: Socket[] = []
    const way = createServer((socket) => {
      const behind = connect(Number(target.port), target.hostname)
      for (const [one, other] of [
        [socket, behind],
        [behind, socket],
      ] as const)
        one.on('error', () => other.destroy()).pipe(other)
      paths.push(socket, behind)
    })
    await once(way.listen(0, '127.0.0.1'), 'listening')
    const url = Object.assign(new URL(target), { host: `127.0.0.1:${(way.address() as AddressInfo).port}` }).href
    const timeouts = { connect: 8_000, statement: 500 }
    const locks = openSessionLocks({ url, applicationName: 'kit', timeouts })
    const others = openSessionLocks({ url: target.href, applicationName: 'kit', timeouts })
    onTestFinished(async () => {
      await Promise.all([locks.close(), others.close()])
      for (const socket of paths) socket.destroy()
      way.close()
    })
    const release = await locks.tryLock('before')
    // drops packets silently
    for (const socket of paths) socket.unpipe().pause()
    await expect(locks.tryLock('meanwhile')).rejects.toThrow('Query read timeout')
    const releaseAgain = await locks.tryLock('afterwards')
    // what is left of the old connection doesn't end the new one
    await release?.()
    expect(await others.tryLock('afterwards')).toBeUndefined()
    await releaseAgain?.()
    expect(await others.tryLock('afterwards')).toBeTypeOf('function')
  })
})

test('counts a refused connection as unavailable', async () => {
  const cause = await openAt('postgres://nobody@127.0.0.1:9/nothing')
    .query('SELECT 1')
    .catch((error: unknown) => error)
  expect(isDatabaseUnavailable(cause)).toBe(true)
})

test.each([
  [{ code: 'ECONNREFUSED' }, true],
  [{ code: 'EADDRNOTAVAIL' }, true],
  [{ code: 'ENOENT' }, true],
  [{ code: '08006' }, true],
  [{ code: '53100' }, true],
  [{ code: '57014' }, true],
  [{ code: '57P01' }, true],
  [{ code: '25P03' }, true],
  [{ code: '25006' }, true],
  [{ code: '28P01' }, true],
  [{ code: '28000' }, true],
  [{ code: '40P01' }, true],
  [{ message: 'Connection terminated unexpectedly' }, true],
  [{ message: 'timeout exceeded when trying to connect' }, true],
  [{ message: 'Query read timeout' }, true],
  [{ message: 'Cannot use a pool after calling end on the pool' }, true],
  [{ code: '23505' }, false],
  [{ code: '42P01' }, false],
  [{ message: 'a row was changed' }, false],
])('counts an error with %j as unavailable: %s', (fields, isPassing) => {
  expect(isDatabaseUnavailable(Object.assign(new Error(), fields))).toBe(isPassing)
  expect(isDatabaseUnavailable(fields)).toBe(false)
})
