import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventView, UserItem } from '../../protocol/operators.js'
import { createOperators } from '../test/createOperators.js'
import { startWorld, type World } from '../test/startWorld.js'

let world: World
let ada: string
const { add, ask, act } = createOperators(() => world)
const emails = ['one', 'two', 'three'].map((name) => `${name}@mail.example`)
let addresses: readonly string[]
beforeAll(async () => {
  world = await startWorld({ processes: 2, operators: { listen: { port: 0 } } })
  ada = await add('ada')
  const found: string[] = []
  for (const [index, email] of emails.entries()) {
    const visitor = world.createVisitor({ project: index === 1 ? 'other' : 'demo' })
    await world.logIn(visitor, email)
    found.push((await visitor.get('user.get', {})).accounts[0]?.address ?? '')
  }
  addresses = found
})
afterAll(() => world?.stop())

type Page = { readonly users: readonly UserItem[]; readonly next?: string }
const list = async (params: Record<string, unknown> = {}): Promise<Page> => {
  const { status, body } = await ask(ada, 'GET /v1/users', params)
  expect(status).toBe(200)
  return body as unknown as Page
}
const addressesOf = ({ users }: Page): readonly (string | undefined)[] =>
  users.map(({ accounts }) => accounts[0]?.address)
type Log = { readonly events: readonly EventView[]; readonly next?: number }
const log = async (params: Record<string, unknown> = {}): Promise<Log> =>
  (await ask(ada, 'GET /v1/audit', params)).body as unknown as Log

describe('the list of users', () => {
  test('is paged, newest first, for all projects or for one', async () => {
    const newestFirst = [...addresses].reverse()
    expect(addressesOf(await list())).toEqual(newestFirst)
    const first = await list({ limit: 2 })
    expect(addressesOf(first)).toEqual(newestFirst.slice(0, 2))
    const second = await list({ limit: 2, before: first.next })
    expect(addressesOf(second)).toEqual(newestFirst.slice(2))
    expect(second.next).toBeUndefined()
    expect(addressesOf(await list({ project: 'other' }))).toEqual([addresses[1]])
    expect(addressesOf(await list({ project: 'none' }))).toEqual([])
  })

  test('is searched by email address, account and id, has no email address in it, and each search is logged', async () => {
    const [, address = ''] = addresses
    const [one] = (await list({ search: address.toLowerCase() })).users
    expect(one?.project).toBe('other')
    for (const search of [
      emails[1] ?? '',
      emails[1]?.toUpperCase() ?? '',
      one?.id ?? '',
      one?.accounts[1]?.address ?? '',
    ]) {
      const page = await list({ search })
      expect(addressesOf(page), search).toEqual([address])
      expect(JSON.stringify(page)).not.toContain('@')
    }
    expect((await list({ search: emails[1], project: 'demo' })).users).toEqual([])
    for (const search of ['two@mail', '%', "' OR true --", '0x']) expect((await list({ search })).users).toEqual([])
    await act(ada, 'user.freeze', { user: one?.id })
    expect((await list({ search: address })).users[0]?.frozenAt).toBe(world.now())
    const { events } = await log({ event: 'users.viewed' })
    expect(events[0]).toMatchObject({ entry: { operator: 'ada', users: 1, by: 'id' } })
    expect(events.some(({ entry }) => entry['by'] === 'email')).toBe(true)
    expect(JSON.stringify(events)).not.toContain('@')
  })

  test('error: fails for a row that was changed in the database, and for invalid parameters', async () => {
    await world.database.query("UPDATE users SET project = 'elsewhere' WHERE project = 'other'")
    expect((await ask(ada, 'GET /v1/users')).status).toBe(500)
    await world.database.query("UPDATE users SET project = 'other' WHERE project = 'elsewhere'")
    for (const params of [{ limit: 0 }, { limit: 201 }, { before: 'x' }, { search: 'x'.repeat(400) }, { more: '1' }])
      expect((await ask(ada, 'GET /v1/users', params)).status).toBe(400)
  })
})

describe('health and usage', () => {
  test('report when emails were last sent and last failed, and the lengths of the queues', async () => {
    const read = async (): Promise<Record<string, unknown>> => (await ask(ada, 'GET /v1/health', {}, { index: 0 })).body
    // notices of logins and freezes are sent after the replies
    await expect.poll(read).toMatchObject({ email: { queue: 0 } })
    const before = await read()
    expect(before).toMatchObject({
      ok: true,
      database: { ok: true },
      keys: { ok: true },
      email: { queue: 0 },
      webhooks: { queue: 0 },
    })
    const { lastSuccess } = before['email'] as { readonly lastSuccess: number }
    expect(lastSuccess).toBeLessThanOrEqual(world.now())
    expect(before['email']).not.toHaveProperty('lastFailure')
    expect(before).toMatchObject({ providers: [], networks: [] })
    const failing = await startWorld({ operators: { listen: { port: 0 } }, smtpUrl: 'smtp://127.0.0.1:1' })
    const own = createOperators(() => failing)
    const token = await own.add('ada')
    const lost = failing.createVisitor()
    await lost.get('hello', {})
    expect((await lost.ask('email.start', { email: 'lost@mail.example' })).error?.code).toBe('MAIL_FAILED')
    expect((await own.ask(token, 'GET /v1/health')).body).toMatchObject({ email: { lastFailure: failing.now() } })
    await failing.stop()
  }, 60_000)

  test('count by day what the users of a project did, without identifying them', async () => {
    const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
    const [from, to] = [day(world.now() - 86_400_000), day(world.now() + 86_400_000)]
    const sum = async (project?: string): Promise<Record<string, number>> => {
      const { body } = await ask(ada, 'GET /v1/usage', { from, to, ...(project && { project }) })
      const totals: Record<string, number> = {}
      for (const { day: _, ...one } of body['days'] as readonly ({ readonly day: string } & Record<string, number>)[])
        for (const [name, count] of Object.entries(one)) totals[name] = (totals[name] ?? 0) + count
      return totals
    }
    const before = await sum('other')
    expect(before).toEqual({ signUps: 1, logins: 1, signatures: 0, emails: 1, refusals: 0 })
    const visitor = world.createVisitor({ project: 'other' })
    await world.logIn(visitor, 'four@mail.example')
    const { accounts } = await visitor.get('user.get', {})
    const params = ['0x78', accounts[0]?.address]
    const { id, digest } = await visitor.get('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
    await visitor.get('request.sign', { id, digest })
    expect(await sum('other')).toEqual({ signUps: 2, logins: 2, signatures: 1, emails: 2, refusals: 0 })
    const all = await sum()
    expect(all['signUps']).toBe(4)
    expect(await sum('none')).toEqual({})
    for (const params2 of [{ from: to, to: from }, { from: '2020-01-01', to }, { from, to: 'x' }, { from }])
      expect((await ask(ada, 'GET /v1/usage', params2)).status).toBe(400)
  })
})

describe('the audit log', () => {
  test('is listed newest first, filtered by event, user, operator and project', async () => {
    const all = await log({ limit: 200 })
    const seqs = all.events.map(({ seq }) => seq)
    expect(seqs).toEqual([...seqs].sort((a, b) => b - a))
    expect(seqs.at(-1)).toBe(1)
    const others = (await list({ project: 'other' })).users
    const ids = others.map(({ id }) => id)
    const mine = await log({ project: 'other', limit: 200 })
    // of each user of the project, and of the project itself
    expect(new Set(mine.events.map(({ entry }) => entry['user'] ?? ''))).toEqual(new Set([...ids, '']))
    for (const { entry } of mine.events) if (entry['user'] === undefined) expect(entry['project']).toBe('other')
    const frozen = others.find(({ accounts }) => accounts[0]?.address === addresses[1])
    expect((await log({ user: frozen?.id, event: 'user.frozen' })).events).toMatchObject([
      { entry: { operator: 'ada' } },
    ])
    for (const { entry } of (await log({ operator: 'ada' })).events) expect(entry['operator']).toBe('ada')
    expect((await log({ operator: 'eve' })).events).toEqual([])
    const page = await log({ limit: 3, event: 'login.done' })
    const rest = await log({ limit: 3, event: 'login.done', before: page.next })
    expect([...page.events, ...rest.events].map(({ event }) => event)).toEqual([
      'login.done',
      'login.done',
      'login.done',
      'login.done',
    ])
    expect(new Set([...page.events, ...rest.events].map(({ seq }) => seq)).size).toBe(4)
    expect(rest.next).toBeUndefined()
    expect((await log({ event: 'audit.viewed', limit: 1 })).events[0]).toMatchObject({ entry: { operator: 'ada' } })
  })

  test('can be verified as a whole or from a point on, by any process', async () => {
    const { body } = await ask(ada, 'GET /v1/audit-check', {}, { index: 0 })
    expect(body).toMatchObject({ isIntact: true, isComplete: true, entries: body['total'] })
    // continued where another check ended
    const rows = await world.database.query<{ seq: string; hash: Buffer }>('SELECT seq, hash FROM audit WHERE seq = 5')
    const from = `5.${rows[0]?.hash.toString('hex')}`
    const { body: rest } = await ask(ada, 'GET /v1/audit-check', { from }, { index: 1 })
    expect(rest).toMatchObject({ isIntact: true, isComplete: true, entries: rest['total'] })
    expect(Number(rest['total'])).toBeGreaterThan(Number(body['total']))
    const wrong = `5.${'0'.repeat(64)}`
    expect((await ask(ada, 'GET /v1/audit-check', { from: wrong })).body).toMatchObject({ isIntact: false })
  })

  test('error: a changed entry or a truncated log is detected', async () => {
    await world.database.query('ALTER TABLE audit DISABLE TRIGGER audit_append_only')
    const [row] = await world.database.query<{ entry: string }>('SELECT entry FROM audit WHERE seq = 3')
    await world.database.query(`UPDATE audit SET entry = '{"user":"x"}' WHERE seq = 3`)
    expect((await ask(ada, 'GET /v1/audit-check')).body).toMatchObject({ isIntact: false, entries: 2 })
    expect((await ask(ada, 'GET /v1/audit', { user: 'x'.repeat(32) })).status).toBe(400)
    expect((await ask(ada, 'GET /v1/audit', { before: 6 })).status).toBe(500)
    await world.database.query('UPDATE audit SET entry = $1 WHERE seq = 3', [row?.entry])
    expect((await ask(ada, 'GET /v1/audit-check')).body).toMatchObject({ isIntact: true })
    await world.database.query('DELETE FROM audit WHERE seq > 10')
    // nothing is appended after the cut: a process that has seen more entries refuses
    expect((await ask(ada, 'GET /v1/audit-check')).status).toBe(500)
  })
})
