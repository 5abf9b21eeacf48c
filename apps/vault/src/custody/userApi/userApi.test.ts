import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSite, startSite } from '../../site/startSite.js'
import { writeFrameFolder } from '../../site/test/writeFrameFolder.js'
import { getWords } from '../../words/words.js'
import { blockSigning } from '../freezes/signingSwitch.js'
import { createOperators } from '../test/createOperators.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

// an app's backend, which reaches the public site and nothing else
let world: World
let site: RunningSite
let frameFolder: string
let ada: string
const { add, ask: askOperator, act } = createOperators(() => world)
beforeAll(async () => {
  world = await startWorld({ processes: 2, operators: { listen: { port: 0 } } })
  ada = await add('ada')
  frameFolder = await writeFrameFolder()
  site = await startSite({
    ...{ networks: [], custody: world.custodies.map(({ address }) => address), port: 0, frameFolder },
    warn: () => undefined,
  })
})
afterAll(async () => {
  await site?.stop()
  await world?.stop()
  await rm(frameFolder, { recursive: true })
})

const all = ['users:read', 'users:freeze', 'sessions:revoke', 'events:read']
async function createKey(
  scopes: readonly string[] = all,
  project = 'demo',
): Promise<{ readonly id: string; readonly secret: string }> {
  const { body } = await act(ada, 'apiKey.create', { project, name: 'backend', scopes })
  expect(body).toMatchObject({ status: 'done', secret: expect.stringMatching(/^lk_[0-9a-f]{16}_[\w-]{43}$/) })
  return body as unknown as { readonly id: string; readonly secret: string }
}
type Reply = {
  readonly status: number
  readonly body: Record<string, unknown> & { readonly error?: { readonly code: string } }
  readonly headers: Headers
}
async function ask(key: string, route: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const [method = '', path = ''] = route.split(' ')
  const response = await fetch(`${site.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Reply['body'], headers: response.headers }
}
const codeOf = async (asked: Promise<Reply>): Promise<string> => (await asked).body.error?.code ?? 'ok'

let users = 0
async function createUser(
  project = 'demo',
): Promise<{ readonly visitor: Visitor; readonly user: string; readonly email: string }> {
  const email = `member${users++}@mail.example`
  const visitor = world.createVisitor({ project })
  world.move(3_600_000)
  await world.logIn(visitor, email)
  const { body } = await askOperator(ada, 'GET /v1/user', { user: email })
  return { visitor, user: String(body['id']), email }
}
const why = { reason: 'reported as stolen' }

describe('an app’s backend', () => {
  test('lists, finds and reads the users of its own project, without email addresses', async () => {
    const { secret } = await createKey()
    const [own, other] = [await createUser(), await createUser('other')]
    const { body } = await ask(secret, 'GET /users?limit=10')
    const ids = (body['users'] as readonly { readonly id: string }[]).map(({ id }) => id)
    expect(ids).toContain(own.user)
    expect(ids).not.toContain(other.user)
    expect((await ask(secret, `GET /users?search=${encodeURIComponent(own.email)}`)).body).toMatchObject({
      users: [{ id: own.user }],
    })
    expect((await ask(secret, `GET /users?search=${encodeURIComponent(other.email)}`)).body).toEqual({ users: [] })
    const one = await ask(secret, `GET /users/${own.user}`)
    expect(one.body).toMatchObject({ id: own.user, project: 'demo', hasMailbox: true })
    expect((await ask(secret, `GET /users/${own.user}/devices`)).body['devices']).toHaveLength(1)
    expect(JSON.stringify([body, one.body])).not.toContain('@')
    expect(one.headers.get('access-control-allow-origin')).toBeNull()
    expect(one.headers.get('cache-control')).toBe('no-store')
  })

  test('freezes a user, whose next signature is refused, and can end its own freeze, but not an operator’s', async () => {
    const { id, secret } = await createKey()
    const { visitor, user } = await createUser()
    const sign = async (): Promise<string> => {
      const { accounts } = await visitor.get('user.get', {})
      const params = ['0x78', accounts[0]?.address]
      const reply = await visitor.ask('request.prepare', { method: 'personal_sign', params, chain: 'eip155:1' })
      return reply.error?.code ?? 'ok'
    }
    expect(await sign()).toBe('ok')
    expect((await ask(secret, `POST /users/${user}/freeze`, why)).body).toEqual({ changed: true })
    expect((await ask(secret, `POST /users/${user}/freeze`, why)).body).toEqual({ changed: false })
    expect(await sign()).toBe('WALLET_FROZEN')
    expect((await ask(secret, `POST /users/${user}/unfreeze`, why)).body).toEqual({ changed: true })
    expect(await sign()).toBe('ok')
    const { body } = await askOperator(ada, 'GET /v1/events', { user })
    expect(body['events']).toContainEqual(
      expect.objectContaining({
        event: 'user.frozen',
        entry: { user, operator: `lk_${id}`, via: 'user api', reason: why.reason },
      }),
    )
    await act(ada, 'user.freeze', { user })
    expect(await codeOf(ask(secret, `POST /users/${user}/unfreeze`, why))).toBe('FROZEN_BY_OPERATOR')
    expect(await sign()).toBe('WALLET_FROZEN')
  })

  test('cannot end a freeze that an operator has confirmed after its own, which is recorded, and notified once', async () => {
    const { secret } = await createKey()
    const { visitor, user, email } = await createUser()
    expect((await ask(secret, `POST /users/${user}/freeze`, why)).body).toEqual({ changed: true })
    expect((await act(ada, 'user.freeze', { user })).body).toMatchObject({ changed: false })
    // nor by freezing again
    expect((await ask(secret, `POST /users/${user}/freeze`, why)).body).toEqual({ changed: false })
    expect(await codeOf(ask(secret, `POST /users/${user}/unfreeze`, why))).toBe('FROZEN_BY_OPERATOR')
    const prepared = await visitor.ask('request.prepare', {
      method: 'personal_sign',
      params: ['0x78', (await visitor.get('user.get', {})).accounts[0]?.address],
      chain: 'eip155:1',
    })
    expect(prepared.error?.code).toBe('WALLET_FROZEN')
    const { body } = await askOperator(ada, 'GET /v1/events', { user })
    const events = body['events'] as readonly { readonly event: string; readonly entry: Record<string, string> }[]
    const freezes = events.filter(({ event }) => event === 'user.frozen')
    expect(freezes.map(({ entry }) => entry['operator'])).toEqual(['ada', expect.stringMatching(/^lk_/)])
    expect((await act(ada, 'user.unfreeze', { user })).body).toMatchObject({ changed: true })
    const { 'user.frozen': frozen, 'user.unfrozen': unfrozen } = getWords('en').notices
    const subjects = () => world.mailbox.getMails(email).map(({ subject }) => subject)
    await expect.poll(subjects).toContain(unfrozen.title)
    expect(subjects().filter((subject) => subject === frozen.title)).toHaveLength(1)
    // a later freeze by a key can be ended by that key again
    for (const action of ['freeze', 'unfreeze'])
      expect((await ask(secret, `POST /users/${user}/${action}`, why)).body).toEqual({ changed: true })
  })

  test('reads whether a key or an operator has frozen a user, as operators do', async () => {
    const { secret } = await createKey()
    const { user } = await createUser()
    const readBy = async (): Promise<readonly unknown[]> =>
      [await ask(secret, `GET /users/${user}`), await askOperator(ada, 'GET /v1/user', { user })].map(
        ({ body }) => body['frozenBy'],
      )
    expect(await readBy()).toEqual([undefined, undefined])
    await ask(secret, `POST /users/${user}/freeze`, why)
    expect(await readBy()).toEqual(['key', 'key'])
    await act(ada, 'user.freeze', { user })
    expect(await readBy()).toEqual(['operator', 'operator'])
    await act(ada, 'user.unfreeze', { user })
    expect(await readBy()).toEqual([undefined, undefined])
  })

  test('error: cannot end a freeze that an operator makes at the same time', async () => {
    const { secret } = await createKey()
    const { user } = await createUser()
    expect(await codeOf(ask(secret, `POST /users/${user}/freeze`, why))).toBe('ok')
    const waiting = async (): Promise<number> => {
      const [row] = await world.database.query<{ count: string }>(
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      )
      return Number(row?.count)
    }
    // both wait for signatures in progress, the operator first
    const [done, code] = await world.database.inTransaction(async (client) => {
      await blockSigning(client)
      const freezing = act(ada, 'user.freeze', { user })
      await expect.poll(waiting).toBe(1)
      const ending = codeOf(ask(secret, `POST /users/${user}/unfreeze`, why))
      await expect.poll(waiting).toBe(2)
      return [freezing, ending] as const
    })
    expect((await done).body).toMatchObject({ status: 'done' })
    expect(await code).toBe('FROZEN_BY_OPERATOR')
    expect((await askOperator(ada, 'GET /v1/user', { user })).body).toMatchObject({ frozenAt: expect.any(Number) })
  })

  test('logs out one device of a user, or all', async () => {
    const { secret } = await createKey()
    const { visitor, user, email } = await createUser()
    const second = world.createVisitor()
    world.move(3_600_000)
    await world.logIn(second, email)
    const { body } = await ask(secret, `GET /users/${user}/devices`)
    const [device] = body['devices'] as readonly { readonly id: string }[]
    expect(await codeOf(ask(secret, `POST /users/${user}/devices/${device?.id}/revoke`, why))).toBe('ok')
    expect((await ask(secret, `POST /users/${user}/sessions/revoke`, why)).body).toEqual({ changed: true, devices: 1 })
    for (const one of [visitor, second]) {
      await one.get('hello', {})
      expect((await one.ask('user.get', {})).error?.code).toBe('NO_SESSION')
    }
    expect(await codeOf(ask(secret, `POST /users/${user}/devices/${device?.id}/revoke`, why))).toBe('NO_DEVICE')
  })

  test('reads the events of its own users, without the operators’ names and reasons', async () => {
    const { secret } = await createKey()
    const [own, other] = [await createUser(), await createUser('other')]
    await act(ada, 'user.freeze', { user: own.user, reason: 'between us' })
    const { body } = await ask(secret, 'GET /events?limit=200')
    const text = JSON.stringify(body)
    expect(text).toContain(own.user)
    // as a word: an id may contain these letters
    expect(text).not.toMatch(/\bada\b/)
    for (const secretWord of [other.user, 'between us', 'viewed', 'operator']) expect(text).not.toContain(secretWord)
    const mine = (await ask(secret, `GET /events?user=${own.user}&event=user.frozen`)).body['events']
    expect(mine).toMatchObject([{ event: 'user.frozen', entry: { user: own.user } }])
  })
})

describe('error: an API key', () => {
  test('of another project finds no user, by any route', async () => {
    const { secret } = await createKey(all, 'other')
    const { user, visitor } = await createUser()
    const device = (await askOperator(ada, 'GET /v1/devices', { user })).body['devices'] as readonly {
      readonly id: string
    }[]
    for (const [route, body] of [
      [`GET /users/${user}`],
      [`GET /users/${user}/devices`],
      [`GET /events?user=${user}`],
      [`POST /users/${user}/freeze`, why],
      [`POST /users/${user}/unfreeze`, why],
      [`POST /users/${user}/sessions/revoke`, why],
      [`POST /users/${user}/devices/${device[0]?.id}/revoke`, why],
    ] as const)
      expect(await ask(secret, route, body), route).toMatchObject({ status: 404, body: { error: { code: 'NO_USER' } } })
    await visitor.get('hello', {})
    expect((await visitor.ask('user.get', {})).error).toBeUndefined()
  })

  test.each(all)('with only the scope %s can do nothing else', async (scope) => {
    const { secret } = await createKey([scope])
    const { user } = await createUser()
    const needs: Readonly<Record<string, string>> = {
      'GET /users': 'users:read',
      [`GET /users/${user}`]: 'users:read',
      [`GET /users/${user}/devices`]: 'users:read',
      'GET /events': 'events:read',
      [`POST /users/${user}/freeze`]: 'users:freeze',
      [`POST /users/${user}/unfreeze`]: 'users:freeze',
      [`POST /users/${user}/sessions/revoke`]: 'sessions:revoke',
    }
    for (const [route, needed] of Object.entries(needs))
      expect(await codeOf(ask(secret, route, route.startsWith('POST') ? why : undefined)), route).toBe(
        needed === scope ? 'ok' : 'MISSING_SCOPE',
      )
  })

  test('that was revoked, guessed or changed in the database opens nothing', async () => {
    const { id, secret } = await createKey()
    expect(await codeOf(ask(secret, 'GET /users'))).toBe('ok')
    await world.database.query(`UPDATE api_keys SET project = 'other' WHERE id = $1`, [id])
    expect((await ask(secret, 'GET /users')).status).toBe(500)
    await world.database.query(`UPDATE api_keys SET project = 'demo' WHERE id = $1`, [id])
    const weak = await createKey(['users:read'])
    await world.database.query('UPDATE api_keys SET scopes = $2 WHERE id = $1', [weak.id, JSON.stringify(all)])
    expect((await ask(weak.secret, 'GET /events')).status).toBe(500)
    const [row] = await world.database.query<{ text: string }>(
      'SELECT string_agg(api_keys::text, $1) AS text FROM api_keys',
      [''],
    )
    expect(row?.text).not.toContain(secret.slice(-43))
    await act(ada, 'apiKey.revoke', { key: id })
    for (const key of [secret, `${secret}x`, `lk_${id}_${'A'.repeat(43)}`, '', 'x', ada])
      expect(await ask(key, 'GET /users'), key).toMatchObject({
        status: 401,
        body: { error: { code: 'UNAUTHENTICATED' } },
      })
    expect((await act(ada, 'apiKey.revoke', { key: id })).body).toMatchObject({ error: { code: 'NO_KEY' } })
    const { body } = await askOperator(ada, 'GET /v1/api-keys', { project: 'demo' })
    expect(JSON.stringify(body)).not.toContain(id)
  })

  test('reaches no keys, exports, signatures, operator routes or other calls, by any path or body', async () => {
    const { secret } = await createKey()
    const { user, visitor } = await createUser()
    const { accounts } = await visitor.get('user.get', {})
    const paths = [
      ...[
        '/keys',
        '/act',
        '/approve',
        '/signing',
        '/projects',
        '/webhooks',
        '/audit',
        '/user',
        '/proposals',
        '/schema',
      ],
      ...[
        '/call',
        '/link',
        '/social',
        '/notice',
        '/health',
        '/',
        '/users/',
        `/users/${user}/export`,
        `/users/${user}/sign`,
      ],
      ...[
        `/users/${user}/seed`,
        `/users/${user}/wallet`,
        '/users/../call',
        '/%2e%2e/call',
        '//call',
        '/users%00',
        '/events/x',
      ],
      ...[`/users/${user}/freeze/../../../v1/act`, `/users/${user.toUpperCase()}`, '/users/%7Bid%7D', '/../../v1/call'],
    ]
    for (const path of paths)
      for (const method of ['GET', 'POST']) {
        const { status, body } = await ask(
          secret,
          `${method} ${path}`,
          method === 'POST' ? { action: 'sessions.revoke', ...why } : undefined,
        )
        expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
        expect(JSON.stringify(body)).not.toContain(accounts[0]?.address)
      }
    for (const body of [
      ...[
        '',
        '{',
        '[]',
        'null',
        '{"reason":"x"}',
        '{"reason":"owner@mail.example asked"}',
        '{"reason":"abc","user":"x"}',
      ],
      ...['{"__proto__":{"reason":"abc"}}', '{"reason":"stolen","action":"sessions.revoke"}'],
    ])
      expect(await ask(secret, `POST /users/${user}/freeze`, body), body).toMatchObject({
        status: 400,
        body: { error: { code: 'INVALID_PARAMS' } },
      })
    expect((await ask(secret, `POST /users/${user}/freeze`, 'x'.repeat(80_000))).status).toBe(413)
    for (const query of ['limit=0', 'limit=201', 'before=x', 'project=other', 'search='])
      expect((await ask(secret, `GET /users?${query}`)).status, query).toBe(400)
    expect((await ask(secret, `PUT /users/${user}`, why)).status).toBeGreaterThanOrEqual(404)
    await visitor.get('hello', {})
    expect((await visitor.ask('user.get', {})).error).toBeUndefined()
  })

  test('is limited after too many guesses from its address, and works again a minute later', async () => {
    const { secret } = await createKey()
    const guess = async (): Promise<number> =>
      (await ask(`lk_${'0'.repeat(16)}_${'A'.repeat(43)}`, 'GET /users')).status
    const statuses: number[] = []
    // each custody process counts for itself
    for (let index = 0; index < 64; index++) statuses.push(await guess())
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(60)
    const reply = await ask(`lk_${'0'.repeat(16)}_${'A'.repeat(43)}`, 'GET /users')
    expect(reply).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY' } } })
    expect(reply.headers.get('retry-after')).toBe('60')
    expect(await codeOf(ask(secret, 'GET /users'))).toBe('TOO_MANY')
    world.move(61_000)
    expect(await codeOf(ask(secret, 'GET /users'))).toBe('ok')
  })
})

test('error: UNAVAILABLE with a retry-after header while custody is down', async () => {
  const { secret } = await createKey()
  const away = await startSite({
    ...{ networks: [], custody: '/nowhere/custody.sock', port: 0, frameFolder },
    warn: () => undefined,
  })
  const reply = await fetch(`${away.url}/api/v1/users`, { headers: { authorization: `Bearer ${secret}` } })
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await reply.json()).toMatchObject({ error: { code: 'UNAVAILABLE' } })
  await away.stop()
})
