import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createHandClock } from '../test/createHandClock.js'
import { startWorld, type World } from '../test/startWorld.js'
import { createMemoryCounters } from './memoryCounters.js'

const clock = createHandClock()

let world: World
beforeAll(async () => {
  const waits = { perDevice: 2, perSource: 3, all: 4 }
  world = await startWorld({ callLimits: { perSource: 60, perDevice: 25, waits }, wait: clock.wait })
})
afterAll(() => world?.stop())

const codeOf = async (asked: Promise<{ error?: { code: string } | undefined }>): Promise<string> =>
  (await asked).error?.code ?? 'none'
const countOf = async (table: string): Promise<number> => {
  const [row] = await world.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)
  return row?.count ?? 0
}

describe('an unknown caller', () => {
  test('stores no more statements and devices than the limit per source and minute, with any number of keys [C1]', async () => {
    const [statements, devices] = [await countOf('spent_statements'), await countOf('devices')]
    const ip = '203.0.113.9'
    const replies = await Promise.all(
      Array.from({ length: 90 }, (_, index) =>
        codeOf(world.createVisitor({ ip }).ask(index % 2 === 0 ? 'hello' : 'user.get', {})),
      ),
    )
    expect(replies.filter((reply) => reply === 'TOO_MANY')).toHaveLength(30)
    expect((await countOf('spent_statements')) - statements).toBe(60)
    expect((await countOf('devices')) - devices).toBeLessThanOrEqual(60)
    // another source is unaffected
    expect(await codeOf(world.createVisitor({ ip: '203.0.113.10' }).ask('hello', {}))).toBe('none')
  })

  test('stores nothing with an invalid signature, which still counts against the limit', async () => {
    const ip = '203.0.113.11'
    const before = await countOf('spent_statements')
    const replies: string[] = []
    for (let turn = 0; turn < 61; turn++) {
      const visitor = world.createVisitor({ ip })
      replies.push(await codeOf(visitor.send({ ...visitor.sign({}), signature: 'A'.repeat(86) })))
    }
    expect(replies.filter((reply) => reply === 'BAD_STATEMENT')).toHaveLength(60)
    expect(replies.at(-1)).toBe('TOO_MANY')
    expect(await countOf('spent_statements')).toBe(before)
  })
})

test('one device is limited in its calls per minute', async () => {
  const visitor = world.createVisitor({ ip: '203.0.113.12' })
  const replies = await Promise.all(Array.from({ length: 30 }, () => codeOf(visitor.ask('hello', {}))))
  expect(replies.filter((reply) => reply === 'none')).toHaveLength(25)
  expect(replies.filter((reply) => reply === 'TOO_MANY')).toHaveLength(5)
})

/** Moves the clock by a second after each `pause` (real milliseconds), until the promise settles. */
async function passUntil<value>(promise: Promise<value>, pause: number): Promise<value> {
  let isSettled = false
  const settled = promise.finally(() => {
    isSettled = true
  })
  while (!isSettled) {
    clock.pass(1_000)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return settled
}

describe('long-polling calls', () => {
  test('are limited per device, per source and in total, and make room when they end', async () => {
    const waitsOf = async (ip: string, name: string) => {
      const visitor = world.createVisitor({ ip })
      await visitor.get('hello', {})
      await visitor.get('email.start', { email: `${name}@mail.example` })
      return visitor
    }
    const [one, two, three] = await Promise.all([
      waitsOf('203.0.113.20', 'waits-one'),
      waitsOf('203.0.113.20', 'waits-two'),
      waitsOf('203.0.113.21', 'waits-three'),
    ])
    const waiting: Promise<string>[] = []
    const wait = async (visitor: typeof one): Promise<string> => {
      const before = clock.getWaits().length
      let code: string | undefined
      const asked = codeOf(visitor.ask('email.device', {})).then((received) => (code = received))
      waiting.push(asked)
      await vi.waitFor(() => expect(code !== undefined || clock.getWaits().length > before).toBe(true), { interval: 5 })
      return code ?? 'waits'
    }
    expect([await wait(one), await wait(one), await wait(one)]).toEqual(['waits', 'waits', 'TOO_MANY'])
    expect([await wait(two), await wait(two)]).toEqual(['waits', 'TOO_MANY'])
    expect([await wait(three), await wait(three)]).toEqual(['waits', 'TOO_MANY'])
    // the approval ends the waits of its device: there is room again
    await world.press(world.getMail('waits-one@mail.example').token)
    // slowly, so that the others still wait when the code is emailed
    expect(await passUntil(Promise.all(waiting.slice(0, 2)), 1_000)).toEqual(['none', 'none'])
    await vi.waitFor(() => expect(clock.getWaits()).toHaveLength(2))
    expect(await wait(three)).toBe('waits')
    await passUntil(Promise.all(waiting), 1)
  })
})

describe('createMemoryCounters', () => {
  test('counts a key up to its maximum, and forgets it at its end', () => {
    let time = 0
    const counts = createMemoryCounters({ now: () => time })
    const take = (key: string): boolean => counts.take(key, { max: 2, until: 100 })
    expect([take('a'), take('a'), take('a'), take('b')]).toEqual([true, true, false, true])
    counts.free('a')
    expect([counts.getCount('a'), take('a'), take('a')]).toEqual([1, true, false])
    time = 100
    expect(counts.getCount('a')).toBe(0)
    expect(counts.take('a', { max: 1, until: 200 })).toBe(true)
  })

  test('holds a maximum number of keys, evicts none, and has room once some have expired', () => {
    let time = 0
    const counts = createMemoryCounters({ now: () => time, maxKeys: 10 })
    for (let key = 0; key < 10; key++) expect(counts.take(`key ${key}`, { max: 1, until: 100 + key })).toBe(true)
    expect(() => counts.take('one more', { max: 1, until: 100 })).toThrow('Please try again after 60 seconds')
    for (let key = 0; key < 10; key++) expect(counts.take(`key ${key}`, { max: 1, until: 500 })).toBe(false)
    time = 120
    for (let key = 0; key < 10; key++) expect(counts.take(`next ${key}`, { max: 1, until: 500 })).toBe(true)
  })

  test('stores nothing for successful calls, so that any number of users can log in within a day', () => {
    const counts = createMemoryCounters({ now: () => 0, maxKeys: 10 })
    for (let user = 0; user < 100; user++) {
      expect(counts.take(`mailbox ${user}`, { max: 10, until: 100 })).toBe(true)
      counts.free(`mailbox ${user}`)
    }
    // failed attempts stay counted besides successful ones
    counts.take('mailbox', { max: 2, until: 100 })
    counts.take('mailbox', { max: 2, until: 100 })
    counts.free('mailbox')
    expect(counts.getCount('mailbox')).toBe(1)
  })
})

test('the readiness check reports whether the database responds, with one connection for any number of requests', async () => {
  const { request } = await import('node:http')
  const get = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      request({ socketPath: world.custodies[0]?.address, path }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => resolve(text))
      })
        .on('error', reject)
        .end()
    })
  const asked = `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE query LIKE '%transaction_read_only%' AND pid <> pg_backend_pid() AND datname = current_database()`
  const replies = await Promise.all(Array.from({ length: 200 }, () => get('/ready')))
  expect(new Set(replies)).toEqual(new Set(['{"ok":true}']))
  // one connection of custody was enough for all
  expect(((await world.database.query(asked))[0]?.['count'] as number) ?? 0).toBeLessThanOrEqual(1)
  expect(await get('/metrics')).toContain('INVALID_PARAMS')
})
