import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld, type World } from '../test/startWorld.js'
import { removeExpired } from './database.js'

const day = 86_400_000
let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.stop())

describe('removeExpired', () => {
  test('removes expired rows and unused devices; keeps devices with a login for 400 days, and users for good', async () => {
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
    // data that cannot be recreated is kept
    expect([await count('users'), await count('identities'), await count('wallets')]).toEqual([1, 1, 1])
    expect(await count('audit')).toBeGreaterThan(3)
  })
})
