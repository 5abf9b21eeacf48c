import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld, type World } from '../test/startWorld.js'
import { isUnavailable, openDatabase } from './database.js'
import { migrate, migrations } from './migrations.js'
import { removeExpired } from './removeExpired.js'

const day = 86_400_000
let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.stop())

describe('a database', () => {
  test('gets its tables once, however many begin at once', async () => {
    const all = Array.from({ length: 4 }, () => openDatabase({ url: world.options.databaseUrl, warn: () => undefined }))
    await Promise.all(all.map((database) => migrate(database)))
    expect(await world.database.query('SELECT version FROM latchkey_migrations')).toEqual(
      migrations.map((_, index) => ({ version: index + 1 })),
    )
    await Promise.all(all.map(({ close }) => close()))
  })

  test('undoes all of what fails in the middle', async () => {
    const insert = "INSERT INTO vault_settings VALUES ('half', '')"
    const work = world.database.inTransaction(async ({ query }) => {
      await query(insert)
      await query(insert)
    })
    await expect(work).rejects.toThrow('duplicate')
    expect(await world.database.query("SELECT 1 FROM vault_settings WHERE name = 'half'")).toEqual([])
  })

  test('that ends a connection between two statements fails what is under way there, and nothing else', async () => {
    const work = world.database.inTransaction(async ({ query }) => {
      const [row] = await query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await world.database.query('SELECT pg_terminate_backend($1)', [row?.pid])
      // the connection hears of it while nothing is asked of it
      await expect
        .poll(() => world.database.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [row?.pid]))
        .toEqual([])
      await new Promise((resolve) => setTimeout(resolve, 100))
      await query('SELECT 1')
    })
    await expect(work).rejects.toThrow()
    expect(await world.database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('loses what is over, and devices that nobody logged in on; not those that somebody did', async () => {
    const count = async (table: string): Promise<number> => {
      const [row] = await world.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)
      return row?.count ?? 0
    }
    const [user, passer] = [world.createVisitor(), world.createVisitor()]
    await world.logIn(user, 'stays@mail.example')
    await passer.get('hello', {})
    expect([await count('devices'), await count('challenges'), await count('limit_events')]).toEqual([
      2,
      1,
      expect.any(Number),
    ])
    await removeExpired(world.database, world.now() + day)
    const rest = ['devices', 'challenges', 'limit_events', 'spent_statements', 'approvals', 'sessions', 'device_users']
    expect(await Promise.all(rest.map(count))).toEqual([1, 0, 0, 0, 0, 1, 1])
    await removeExpired(world.database, world.now() + 399 * day)
    expect(await count('devices')).toBe(1)
    await removeExpired(world.database, world.now() + 400 * day)
    expect(await Promise.all(rest.map(count))).toEqual([0, 0, 0, 0, 0, 0, 0])
    // what cannot be made again is not touched
    expect([await count('users'), await count('identities'), await count('wallets')]).toEqual([1, 1, 1])
    expect(await count('audit')).toBeGreaterThan(3)
  })
})

test.each([
  [{ code: 'ECONNREFUSED' }, true],
  [{ code: 'ENOENT' }, true],
  [{ code: '53100' }, true],
  [{ code: '57P01' }, true],
  [{ code: '40P01' }, true],
  [{ message: 'Connection terminated unexpectedly' }, true],
  [{ message: 'timeout exceeded when trying to connect' }, true],
  [{ code: '23505' }, false],
  [{ code: '42P01' }, false],
  [{ message: 'a row was changed' }, false],
])('whether it passes is told by %j: %s', (fields, isPassing) => {
  expect(isUnavailable(Object.assign(new Error(), fields))).toBe(isPassing)
  expect(isUnavailable(fields)).toBe(false)
})
