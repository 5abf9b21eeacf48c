import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devAccount } from '@latchkey/devnet'
import { type BundledProgram, bundleProgram, type SpawnedProgram, spawnProgram } from '@latchkey/devnet/programs'
import { listen } from '@latchkey/server-kit/http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as endpoints from '../api/admin.js'
import {
  type AdminOrders,
  type AdminProject,
  type AuditPage,
  conflictDetails,
  type GatewayStatus,
  type UsageRow,
} from '../api/admin.js'
import type { Endpoint } from '../api/endpoint.js'
import { openDatabase } from '../database/database.js'
import { startGateway } from '../startGateway.js'
import { startWorld, type World } from '../test/world.js'

const token = 'the-token-of-the-operator'
const operator = { authorization: `Bearer ${token}`, 'x-operator': 'alice@example.org' }

let world: World
let bundle: BundledProgram
let folder: string
let env: Record<string, string>
let one: SpawnedProgram
let other: SpawnedProgram

beforeAll(async () => {
  ;[world, bundle, folder] = await Promise.all([
    startWorld(),
    bundleProgram('gateway'),
    mkdtemp(join(tmpdir(), 'latchkey-admin-')),
  ])
  const write = async (name: string, value: unknown): Promise<string> => {
    await writeFile(join(folder, name), JSON.stringify(value))
    return join(folder, name)
  }
  const inFile = { allowedOrigins: ['https://file.example'], isAnalyticsEnabled: true }
  env = {
    DATABASE_URL: world.databaseUrl,
    OPERATOR_TOKEN: token,
    ADMIN_PORT: '0',
    LOG_REQUESTS: '0',
    CHAINS_FILE: await write('chains.json', world.chains),
    PROJECTS_FILE: await write('projects.json', { shop: inFile, old: {} }),
    ONRAMP_FILE: await write('onramp.json', {
      providers: [{ name: 'sandbox', label: 'Sandbox', url: 'https://pay.example', secret: 's'.repeat(32) }],
    }),
  }
  ;[one, other] = await Promise.all([spawnProgram(bundle.file, env), spawnProgram(bundle.file, env)])
})
afterAll(async () => {
  await Promise.all([one, other].map((gateway) => gateway?.kill('SIGKILL')))
  await world?.stop()
  for (const path of [folder, bundle?.folder]) if (path) await rm(path, { recursive: true, force: true })
})

type Reply<body> = { readonly status: number; readonly body: body; readonly headers: Headers }

const declared = Object.values(endpoints).filter((value): value is Endpoint & typeof value => 'path' in value)

/** Sends a request to a gateway's API for operators, and checks that a success has exactly what its endpoint declares. */
async function ask<body>(
  gateway: SpawnedProgram,
  [method, path]: readonly [string, string],
  body?: unknown,
  headers: Readonly<Record<string, string>> = operator,
): Promise<Reply<body>> {
  const reply = await fetch(`${gateway.adminUrl}/admin/v1/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const value = (await reply.json()) as body
  const [pathname = ''] = `/admin/v1/${path}`.split('?')
  const endpoint = declared.find((one: Endpoint) => {
    return one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/, '[^/]+')}$`).test(pathname)
  }) as Endpoint | undefined
  if (reply.status === 200 && endpoint && typeof endpoint.response !== 'string')
    expect(endpoint.response.parse(value)).toEqual(value)
  return { status: reply.status, body: value, headers: reply.headers }
}
const get = <body>(path: string, gateway = one): Promise<Reply<body>> => ask<body>(gateway, ['GET', path])
const save = (id: string, revision: number | null, settings: unknown): Promise<Reply<AdminProject>> =>
  ask<AdminProject>(one, ['PUT', `projects/${id}`], { revision, settings })
const remove = (id: string, revision: number): Promise<Reply<{ project: AdminProject | null }>> =>
  ask(one, ['DELETE', `projects/${id}?revision=${revision}`])
const list = async (): Promise<readonly AdminProject[]> =>
  (await get<{ projects: readonly AdminProject[] }>('projects')).body.projects
const originsAt = async ({ url }: SpawnedProgram, id: string): Promise<unknown> => {
  const reply = await fetch(`${url}/v1/origins?projectId=${id}`)
  return reply.status === 200 ? ((await reply.json()) as { allowedOrigins: unknown }).allowedOrigins : reply.status
}

describe('projects', () => {
  test('come from the file unless the database has one with the same ID, and again after that is deleted', async () => {
    const settings = { allowedOrigins: ['https://shop.example'], isAnalyticsEnabled: false }
    expect((await list()).map(({ id, source, revision }) => [id, source, revision])).toEqual([
      ['old', 'file', null],
      ['shop', 'file', null],
    ])
    const { status, body } = await save('shop', null, settings)
    expect([status, body]).toEqual([
      200,
      {
        id: 'shop',
        source: 'database',
        isInFile: true,
        revision: expect.any(Number),
        updatedAt: expect.any(Number),
        updatedBy: 'alice@example.org',
        settings,
      },
    ])
    expect((await list())[1]).toEqual(body)
    expect(await originsAt(one, 'shop')).toEqual(['https://shop.example'])
    const deleted = await remove('shop', body.revision ?? 0)
    expect(deleted.body.project).toMatchObject({
      source: 'file',
      settings: { allowedOrigins: ['https://file.example'] },
    })
    expect(await originsAt(one, 'shop')).toEqual(['https://file.example'])
  })

  test('changed by another process take effect soon, without a restart', async () => {
    const { body } = await save('fresh', null, { features: [{ id: 'onramp', isEnabled: false }] })
    await vi.waitFor(async () => expect(await originsAt(other, 'fresh')).toEqual([]), { timeout: 10_000, interval: 20 })
    const { features } = (await (await fetch(`${other.url}/v1/config?projectId=fresh`)).json()) as { features: unknown }
    expect(features).toEqual([{ id: 'onramp', isEnabled: false, config: [] }])
    await remove('fresh', body.revision ?? 0)
    await vi.waitFor(async () => expect(await originsAt(other, 'fresh')).toBe(404), { timeout: 10_000, interval: 20 })
  })

  test('changed by another process take effect soon, even if no notification arrives', async () => {
    const database = openDatabase({ url: world.databaseUrl, warn: () => undefined })
    // the listeners reconnect after half a second and then catch up; until then, there is only polling
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'latchkey-gateway-listen' AND datname = current_database()`
    expect(await database.query(cut)).toHaveLength(2)
    const { body } = await save('quiet', null, {})
    await vi.waitFor(async () => expect(await originsAt(other, 'quiet')).toEqual([]), { timeout: 10_000, interval: 20 })
    await remove('quiet', body.revision ?? 0)
    await database.close()
  })

  test('error: only one of several concurrent changes succeeds, and the others receive the stored project', async () => {
    const first = (await save('race', null, {})).body
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name, index) =>
        ask<AdminProject & { error?: string; current?: AdminProject }>(
          index % 2 ? one : other,
          ['PUT', 'projects/race'],
          { revision: first.revision, settings: { allowedOrigins: [`https://${name}.example`] } },
          { ...operator, 'x-operator': name },
        ),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const won = replies.find(({ status }) => status === 200)?.body
    for (const { status, body } of replies)
      if (status === 409) {
        expect(body.error).toBe('CONFLICT')
        expect(conflictDetails.parse(body).current).toEqual(won)
      }
    // an outdated deletion and a second creation are refused as well, and a revision is never used again
    expect((await remove('race', first.revision ?? 0)).status).toBe(409)
    expect((await save('race', null, {})).status).toBe(409)
    expect((await remove('race', won?.revision ?? 0)).status).toBe(200)
    expect(await remove('race', won?.revision ?? 0)).toMatchObject({ status: 409, body: { current: null } })
    const again = (await save('race', null, {})).body
    expect(again.revision).toBeGreaterThan(won?.revision ?? 0)
    await remove('race', again.revision ?? 0)
  })

  test('have their own quota, which applies at once', async () => {
    const created = (await save('busy', null, { requestsPerMinute: 3 })).body
    const calls = async (count: number): Promise<readonly number[]> => {
      const replies: number[] = []
      while (replies.length < count) replies.push((await fetch(`${one.url}/getWallets?projectId=busy`)).status)
      return replies
    }
    // a minute may end in between
    const first = await calls(8)
    expect(first.filter((status) => status === 429).length).toBeGreaterThan(0)
    const changed = (await save('busy', created.revision, { requestsPerMinute: 0 })).body
    expect(new Set(await calls(8))).toEqual(new Set([200]))
    await remove('busy', changed.revision ?? 0)
  })

  test.each([
    ['an invalid origin', 'bad', { revision: null, settings: { allowedOrigins: ['javascript:alert(1)'] } }],
    ['an unknown setting', 'bad', { revision: null, settings: { colour: 'red' } }],
    ['a missing revision', 'bad', { settings: {} }],
    ['an invalid revision', 'bad', { revision: 0, settings: {} }],
    ['an invalid ID', 'a%20b', { revision: null, settings: {} }],
    ['an ID that is too long', 'x'.repeat(129), { revision: null, settings: {} }],
    ['a negative quota', 'bad', { revision: null, settings: { requestsPerMinute: -1 } }],
    ['invalid JSON', 'bad', '{'],
    ['an array', 'bad', []],
  ])('error: %s is rejected and changes nothing', async (_, id, body) => {
    const before = await list()
    expect(await ask(one, ['PUT', `projects/${id}`], body)).toMatchObject({
      status: 400,
      body: { error: 'BAD_REQUEST' },
    })
    expect(await list()).toEqual(before)
  })

  test('error: a body above the limit and a change without a valid operator name are rejected and change nothing', async () => {
    const before = await list()
    const settings = { allowedOrigins: Array.from({ length: 9_000 }, () => 'https://very-long-origin.example.org') }
    expect((await save('big', null, settings)).status).toBe(413)
    for (const name of [{}, { 'x-operator': '' }, { 'x-operator': 'a b' }, { 'x-operator': 'x'.repeat(65) }]) {
      const headers = { authorization: operator.authorization, ...name }
      const reply = await ask(one, ['PUT', 'projects/nameless'], { revision: null, settings: {} }, headers)
      expect(reply.status).toBe(400)
    }
    expect(await list()).toEqual(before)
  })

  test('are logged with each change and its operator', async () => {
    const headers = { ...operator, 'x-operator': 'bob', 'x-request-id': 'request-of-bob' }
    const settings = { allowedOrigins: ['https://logged.example'], isAnalyticsEnabled: false }
    const created = await ask<AdminProject>(one, ['PUT', 'projects/logged'], { revision: null, settings }, headers)
    const more = { ...settings, isAnalyticsEnabled: true }
    const changed = await save('logged', created.body.revision, more)
    await remove('logged', changed.body.revision ?? 0)
    const { entries } = (await get<AuditPage>('audit?project=logged')).body
    expect(entries.map(({ operator, action, before, after }) => [operator, action, before, after])).toEqual([
      ['alice@example.org', 'project.delete', more, null],
      ['alice@example.org', 'project.change', settings, more],
      ['bob', 'project.create', null, settings],
    ])
    expect(entries.at(-1)).toMatchObject({ project: 'logged', requestId: 'request-of-bob' })
    const page = (await get<AuditPage>('audit?project=logged&limit=2')).body
    expect(page.entries).toEqual(entries.slice(0, 2))
    const rest = (await get<AuditPage>(`audit?project=logged&limit=2&before=${page.next}`)).body
    expect(rest).toEqual({ entries: entries.slice(2), next: null })
    expect((await get<AuditPage>('audit?operator=bob')).body.entries).toHaveLength(1)
  })
})

describe('a caller without the token', () => {
  test('error: gets 401 on any path and with any method, and is rate limited', async () => {
    const wrong = { authorization: 'Bearer the-token-of-somebody-else', 'x-operator': 'mallory' }
    for (const headers of [{}, wrong, { authorization: token }]) {
      for (const [method, path] of [
        ['GET', 'projects'],
        ['PUT', 'projects/shop'],
        ['DELETE', 'projects/shop?revision=1'],
        ['GET', 'status'],
        ['GET', 'orders'],
        ['GET', 'usage?from=2030-01-01&to=2030-01-01'],
        ['GET', 'audit'],
        ['GET', 'openapi.json'],
        ['GET', 'nothing'],
        ['OPTIONS', 'projects'],
      ] as const) {
        const reply = await ask<{ error: string }>(one, [method, path], undefined, headers)
        expect([path, reply.status, reply.body.error]).toEqual([path, 401, 'UNAUTHORIZED'])
        expect(reply.headers.get('access-control-allow-origin')).toBeNull()
      }
    }
    const limited = await startGateway({
      port: 0,
      operatorToken: token,
      admin: { port: 0 },
      quotas: { perClient: 5 },
      warn: () => undefined,
    })
    const statuses: number[] = []
    while (statuses.length < 12)
      statuses.push((await fetch(`${limited.adminUrl}/admin/v1/status`, { headers: wrong })).status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    // the operator is not affected
    expect((await fetch(`${limited.adminUrl}/admin/v1/status`, { headers: operator })).status).toBe(200)
    await limited.stop()
  })

  test('error: does not find the API on the public port, and the API does not start without a token', async () => {
    const reply = await fetch(`${one.url}/admin/v1/projects`, { headers: operator })
    expect(reply.status).toBe(404)
    const { paths } = (await (await fetch(`${one.url}/openapi.json`)).json()) as { paths: object }
    expect(JSON.stringify(paths)).not.toContain('admin')
    await expect(startGateway({ port: 0, admin: { port: 0 } })).rejects.toThrow('ADMIN_PORT needs OPERATOR_TOKEN')
  })
})

test('the OpenAPI document describes every operator route', async () => {
  const { body } = await get<{ paths: Readonly<Record<string, object>> }>('openapi.json')
  const described = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(declared.map(({ method, path }) => `${method} ${path}`).sort())
})

test('the status has the chains, the nodes, the database, the providers and both processes', async () => {
  const [chain, solana] = world.chains
  const price = { addresses: [`${chain?.caipNetworkId}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`] }
  await fetch(`${one.url}/v1/fungible/price`, { method: 'POST', body: JSON.stringify(price) })
  const event = JSON.stringify({ id: 'e', order: 'o', status: 'paid' })
  await fetch(`${one.url}/v1/onramp/webhooks/sandbox`, { method: 'POST', body: event })
  const { body } = await vi.waitFor(async () => {
    const reply = await get<GatewayStatus>('status')
    expect(reply.body.chains[0]?.lag).toBe(0)
    return reply
  }, 20_000)
  // on a busy machine, it may have failed to respond in time before
  const node = { state: 'OK', isPreferred: true, retryAt: null }
  expect(body).toMatchObject({
    database: 'ok',
    chains: [
      { chain: chain?.caipNetworkId, isIndexed: true, problem: null, nodes: [node] },
      { chain: solana?.caipNetworkId, isIndexed: false, problem: null, nodes: [node] },
    ],
  })
  expect(body.chains[0]?.head).toBe(body.chains[0]?.indexed)
  expect(body.processes.map(({ pid, isSelf, isAlive }) => [pid, isSelf, isAlive]).sort()).toEqual(
    [
      [one.child.pid, true, true],
      [other.child.pid, false, true],
    ].sort(),
  )
  // the other process, which handled neither request, learns about both from the first one's heartbeat
  const providers = [
    { kind: 'onramp', name: 'sandbox', lastSuccessAt: null, lastFailure: { reason: 'NOT_SIGNED' } },
    { kind: 'prices', name: chain?.caipNetworkId, lastSuccessAt: expect.any(Number) as number, lastFailure: null },
  ]
  await vi.waitFor(async () =>
    expect((await get<GatewayStatus>('status', other)).body.providers).toMatchObject(providers),
  )
})

test('the status reports an unreachable database and node without leaking the node’s key', async () => {
  const [chain] = world.chains
  if (!chain) throw new Error('There is no chain.')
  // a port on which nothing listens any more
  const { port, stop } = await listen(createServer(), { port: 0, host: '127.0.0.1' })
  await stop()
  const gone = await startGateway({
    port: 0,
    operatorToken: token,
    admin: { port: 0 },
    databaseUrl: 'postgres://nobody@127.0.0.1:9/nothing',
    chains: [{ ...chain, rpcUrl: `http://127.0.0.1:${port}/key-of-the-operator` }],
    warn: () => undefined,
  })
  const reply = await fetch(`${gone.adminUrl}/admin/v1/status`, { headers: operator })
  const text = await reply.text()
  expect(text).not.toContain('key-of-the-operator')
  expect(JSON.parse(text)).toMatchObject({
    database: 'gone',
    chains: [
      {
        head: null,
        problem: 'NODE_GONE',
        nodes: [
          {
            host: `127.0.0.1:${port}`,
            state: 'DOWN',
            lastFailure: { reason: expect.stringContaining('ECONNREFUSED') },
          },
        ],
      },
    ],
    processes: [],
  })
  const projects = await fetch(`${gone.adminUrl}/admin/v1/projects`, { headers: operator })
  expect([projects.status, projects.headers.get('retry-after')]).toEqual([503, '5'])
  await gone.stop()
})

test('orders are listed by state and project, page by page', async () => {
  const created: string[] = []
  for (const project of ['p1', 'p2', 'p1']) {
    const wallets = [{ address: devAccount(3).address, assets: ['ETH'] }]
    const body = { destinationWallets: wallets, presetFiatAmount: 100, defaultNetwork: 'eip155:31337' }
    const reply = await fetch(`${other.url}/v1/generators/onrampurl?projectId=${project}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    created.unshift(((await reply.json()) as { orderId: string }).orderId)
  }
  const all = (await get<AdminOrders>('orders')).body
  expect([all.orders.map(({ id }) => id), all.next]).toEqual([created, null])
  expect(all.orders[0]).toMatchObject({
    provider: 'sandbox',
    project: 'p1',
    chain: 'eip155:31337',
    address: devAccount(3).address,
    symbol: 'ETH',
    payment: { amount: '100.00', currency: 'USD' },
    state: 'created',
    hash: null,
  })
  const first = (await get<AdminOrders>('orders?limit=2')).body
  const rest = (await get<AdminOrders>(`orders?limit=2&before=${first.next}`)).body
  expect([...first.orders, ...rest.orders].map(({ id }) => id)).toEqual(created)
  expect([first.orders.length, rest.next]).toEqual([2, null])
  expect((await get<AdminOrders>('orders?project=p2')).body.orders.map(({ id }) => id)).toEqual([created[1]])
  expect((await get<AdminOrders>('orders?state=paid')).body).toEqual({ orders: [], next: null })
  for (const query of ['state=lost', 'limit=0', 'limit=201', 'before=x', 'before=1.'])
    expect((await get(`orders?${query}`)).status).toBe(400)
})

describe('usage', () => {
  const today = (): string => new Date().toISOString().slice(0, 10)
  const read = async (query = ''): Promise<readonly UsageRow[]> => {
    // a test may run over midnight
    const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    return (await get<{ rows: readonly UsageRow[] }>(`usage?from=${from}&to=${today()}${query}`)).body.rows
  }
  const sum = (rows: readonly UsageRow[], project: string | null, kind: string): readonly number[] => {
    const own = rows.filter((row) => row.project === project && row.kind === kind)
    return [own, own, own].map((list, index) =>
      list.reduce((total, row) => total + ([row.requests, row.failed, row.refused][index] ?? 0), 0),
    )
  }

  test('is counted by day, project and kind across all processes; unknown projects count as no project', async () => {
    const created = (await save('counted', null, { requestsPerMinute: 0 })).body
    await vi.waitFor(async () => expect(await originsAt(other, 'counted')).toEqual([]), 2_000)
    const before = await read()
    for (const { url } of [one, other]) {
      for (let count = 0; count < 5; count++) await fetch(`${url}/getWallets?projectId=counted`)
      await fetch(`${url}/getWallets?projectId=somebody-${Math.random()}`)
      await fetch(`${url}/health`)
    }
    await vi.waitFor(async () => {
      const after = await read()
      expect(sum(after, 'counted', 'wallets')).toEqual([10, 0, 0])
      const [all = 0] = sum(after, null, 'wallets')
      const [old = 0] = sum(before, null, 'wallets')
      expect(all - old).toBe(2)
      expect(await read('&project=counted')).toEqual(after.filter(({ project }) => project === 'counted'))
    }, 10_000)
    expect(new Set((await read()).map(({ project }) => project ?? ''))).not.toContain('somebody')
    await remove('counted', created.revision ?? 0)
  })

  test('includes requests that a quota refused', async () => {
    const created = (await save('narrow', null, { requestsPerMinute: 2 })).body
    const statuses: number[] = []
    while (statuses.length < 6) statuses.push((await fetch(`${one.url}/getWallets?projectId=narrow`)).status)
    const refused = statuses.filter((status) => status === 429).length
    expect(refused).toBeGreaterThan(0)
    expect(sum(await read(), 'narrow', 'wallets')).toEqual([6, 0, refused])
    await remove('narrow', created.revision ?? 0)
  })

  test('is complete after SIGTERM, and lacks at most the last two seconds after SIGKILL', async () => {
    const created = (await save('ended', null, {})).body
    for (const [signal, least] of [
      ['SIGTERM', 40],
      ['SIGKILL', 20],
    ] as const) {
      const gateway = await spawnProgram(bundle.file, env)
      await vi.waitFor(async () => expect(await originsAt(gateway, 'ended')).toEqual([]), 2_000)
      const [before = 0] = sum(await read(), 'ended', 'images')
      const send = async (): Promise<void> => {
        for (let count = 0; count < 20; count++) await fetch(`${gateway.url}/public/getTokenImage/ETH?projectId=ended`)
      }
      await send()
      // the next heartbeat stores what was counted
      await vi.waitFor(async () => expect(sum(await read(), 'ended', 'images')[0]).toBe(before + 20), 30_000)
      await send()
      await gateway.kill(signal)
      const [after = 0] = sum(await read(), 'ended', 'images')
      expect(after - before).toBeGreaterThanOrEqual(least)
      expect(after - before).toBeLessThanOrEqual(40)
      const { processes } = (await get<GatewayStatus>('status')).body
      // a stopped process signs off; a killed one remains listed
      expect(processes.some(({ pid }) => pid === gateway.child.pid)).toBe(signal === 'SIGKILL')
    }
    await remove('ended', created.revision ?? 0)
  })

  test('error: an invalid range is rejected', async () => {
    for (const query of [
      '',
      'from=2030-01-01',
      'from=2030-01-02&to=2030-01-01',
      'from=2030-01-01&to=2031-06-01',
      'from=x&to=y',
    ])
      expect((await get(`usage?${query}`)).status).toBe(400)
  })
})
