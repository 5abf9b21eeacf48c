import { request as ask, createServer } from 'node:http'
import { type ProvidedPostgres, providePostgres } from '@latchkey/devnet'
import { type Listening, listen } from '@latchkey/server-kit/http'
import type { RequestRecord } from '@latchkey/server-kit/metrics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../database/database.js'
import { GatewayError } from '../errors.js'
import { type RunningGateway, startGateway } from '../startGateway.js'
import { createQuotas } from './quotas.js'
import { type Route, toJsonResponse } from './route.js'
import { serveRoutes } from './server.js'

const records: RequestRecord[] = []

const warnings: unknown[] = []

const ended = new AbortController()

const aborted: unknown[] = []

let isOver = false

const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/names/{name}/of/{owner}',
    handle: ({ path, query }) => toJsonResponse([path, query.get('a')]),
  },
  { method: 'POST', path: '/v1/names', bodyLimit: 100, handle: ({ body }) => toJsonResponse({ body }) },
  { method: 'GET', path: '/v1/names', handle: () => toJsonResponse('list') },
  { method: 'GET', path: '/free', isUncounted: true, handle: () => toJsonResponse('free') },
  {
    method: 'GET',
    path: '/v1/slow',
    timeLimit: 50,
    handle: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted.push(signal.reason)
          reject(signal.reason)
        })
      }),
  },
  {
    method: 'GET',
    path: '/v1/broken',
    handle: () => {
      throw new Error('the password is 1234')
    },
  },
]

let server: Listening

beforeAll(async () => {
  const fault = new GatewayError('Too many.', { status: 429, code: 'RATE_LIMITED', retryAfter: 7 })
  const quotas = { take: async () => (isOver ? Promise.reject(fault) : undefined) }
  const serve = serveRoutes({
    routes,
    quotas,
    getClient: () => 'somebody',
    ended: ended.signal,
    warn: (cause) => warnings.push(cause),
    record: (record) => records.push(record),
  })
  server = await listen(
    createServer((request, response) => void serve(request, response)),
    {
      port: 0,
      host: '127.0.0.1',
    },
  )
})

afterAll(() => server.stop())

const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${server.url}${path}`, init)

const post = (body: string): Promise<Response> => get('/v1/names', { method: 'POST', body })

describe('routes', () => {
  test('receive decoded path parameters, and log only their path template', async () => {
    expect(await (await get('/v1/names/%2E%2E%2Fa%20b/of/me?a=1')).json()).toEqual([
      { name: '../a b', owner: 'me' },
      '1',
    ])
    expect(records.at(-1)).toEqual({
      method: 'GET',
      path: '/v1/names/{name}/of/{owner}',
      status: 200,
      milliseconds: expect.any(Number),
    })
    for (const path of ['/v1/names//of/me', '/v1/names/a/of/', '/v1/names/a/b/of/me'])
      expect((await get(path)).status).toBe(404)
  })

  test('parse JSON bodies up to their size limit', async () => {
    expect(await (await post('{"a":[1]}')).json()).toEqual({ body: { a: [1] } })
    for (const [body, status, error] of [
      ['{', 400, 'BAD_REQUEST'],
      ['', 400, 'BAD_REQUEST'],
      [`"${'x'.repeat(100)}"`, 413, 'BODY_TOO_LARGE'],
    ] as const) {
      const reply = await post(body)
      expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([status, error])
    }
    // chunked, so that no header has the length
    const status = await new Promise((resolve, reject) => {
      const request = ask(`${server.url}/v1/names`, { method: 'POST' }, (reply) => resolve(reply.statusCode))
      request.on('error', reject)
      for (let part = 0; part < 20; part++) request.write('          ')
    })
    expect(status).toBe(413)
  })

  test('list the methods of their path, and allow any origin without credentials', async () => {
    const preflight = await get('/v1/names', { method: 'OPTIONS' })
    const header = (name: string): string | null => preflight.headers.get(`access-control-allow-${name}`)
    expect([preflight.status, header('methods'), header('origin'), header('credentials')]).toEqual([
      204,
      'POST, GET, HEAD',
      '*',
      null,
    ])
    const refused = await get('/v1/names', { method: 'DELETE' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST, GET, HEAD, OPTIONS'])
  })

  test('error: are aborted with 504 and Retry-After if they exceed their time limit', async () => {
    const reply = await get('/v1/slow')
    expect([reply.status, reply.headers.get('retry-after'), await reply.json()]).toEqual([
      504,
      '5',
      { error: 'TIMED_OUT', message: 'The request took too long.' },
    ])
    expect(aborted.at(-1)).toMatchObject({ code: 'TIMED_OUT' })
  })

  test('error: report internal errors to the operator, not to the caller', async () => {
    const reply = await get('/v1/broken')
    expect([reply.status, await reply.json()]).toEqual([500, { error: 'SERVER_ERROR', message: 'Internal error.' }])
    expect(warnings.at(-1)).toMatchObject({ message: 'the password is 1234' })
  })

  test('error: answer 429 once a quota is used up, unless the route is not counted', async () => {
    isOver = true
    const reply = await get('/v1/names')
    expect([reply.status, reply.headers.get('retry-after'), (await get('/free')).status]).toEqual([429, '7', 200])
    isOver = false
  })
})

describe('quotas', () => {
  let postgres: ProvidedPostgres
  beforeAll(async () => {
    postgres = await providePostgres()
  })
  afterAll(async () => {
    await postgres?.stop()
  })

  /** Sends calls to the gateways in turn. Returns how many were allowed. */
  const count = async (calls: number, quotas: readonly ReturnType<typeof createQuotas>[]): Promise<number> => {
    const ends = await Promise.allSettled(
      Array.from({ length: calls }, async (_, index) =>
        quotas[index % quotas.length]?.take({ client: '192.0.2.1', projectId: 'somewhere' }),
      ),
    )
    return ends.filter(({ status }) => status === 'fulfilled').length
  }

  test('are counted per minute across all gateways of a database', async () => {
    let time = 1_800_000_000_000
    const database = openDatabase({ url: postgres.urls['gateway'] ?? '', warn: () => undefined })
    const settings = { perClient: 0, perProject: 100 }
    const quotas = [0, 1].map(() => createQuotas({ settings, database, now: () => time }))
    expect(await count(400, quotas)).toBe(100)
    time += 59_999
    expect(await count(4, quotas)).toBe(0)
    time += 1
    expect(await count(4, quotas)).toBe(4)
    const rows = await database.query('SELECT key FROM gateway_quotas', [])
    expect(JSON.stringify(rows)).not.toContain('somewhere')
    await database.close()
  })

  test('apply to each gateway separately without a database, or while it is unreachable', async () => {
    const gone = openDatabase({ url: 'postgres://nobody@127.0.0.1:9/nothing', warn: () => undefined })
    for (const database of [undefined, gone]) {
      const quotas = createQuotas({ settings: { perClient: 70 }, database, now: () => 0 })
      expect(await count(200, [quotas])).toBe(70)
      await expect(quotas.take({ client: '192.0.2.1', projectId: '' })).rejects.toMatchObject({
        status: 429,
        retryAfter: 60,
      })
      await quotas.take({ client: '192.0.2.2', projectId: '' })
    }
    await gone.close()
  })
})

test('quotas count the wallet list, images and sign-in, but not health checks and preflight requests', async () => {
  const paths = ['/getWallets', '/getWalletImage/metamask', '/public/getTokenImage/ETH', '/siwx/session', '/members']
  const gateway = await startGateway({ port: 0, quotas: { perClient: paths.length } })
  const headers = { origin: 'https://app.example' }
  const get = (path: string, method = 'GET'): Promise<Response> => fetch(`${gateway.url}${path}`, { method, headers })
  try {
    for (const path of paths) expect((await get(path)).status).not.toBe(429)
    for (const path of paths) {
      const reply = await get(path)
      expect([path, reply.status, Number(reply.headers.get('retry-after')) > 0]).toEqual([path, 429, true])
      expect(['*', 'https://app.example']).toContain(reply.headers.get('access-control-allow-origin'))
      expect(await reply.json()).toEqual({ error: 'RATE_LIMITED', message: 'Too many requests in this minute.' })
      expect((await get(path, 'OPTIONS')).status).toBe(204)
    }
    for (const path of ['/health', '/ready']) expect((await get(path)).status).toBe(200)
  } finally {
    await gateway.stop()
  }
})

test('quotas count an IPv6 /64 network as one client, and IPv4-mapped addresses as their IPv4 address', async () => {
  const gateway = await startGateway({
    port: 0,
    quotas: { perClient: 2 },
    trustsProxy: true,
    now: () => 1_800_000_000_000,
  })
  const get = async (address: string): Promise<number> =>
    (await fetch(`${gateway.url}/getWallets`, { headers: { 'x-forwarded-for': address } })).status
  try {
    const home = [await get('2001:db8:1:2::1'), await get('2001:db8:1:2:3:4:5:6'), await get('2001:db8:1:2::ffff')]
    expect([home, await get('2001:db8:1:3::1')]).toEqual([[200, 200, 429], 200])
    const one = [await get('203.0.113.7'), await get('::ffff:203.0.113.7'), await get('::ffff:cb00:7107')]
    expect([one, await get('::ffff:203.0.113.8')]).toEqual([[200, 200, 429], 200])
  } finally {
    await gateway.stop()
  }
})

test('the health route shows its details only to the operator, and wrong tokens count against the quota', async () => {
  const operatorToken = 'the-token-of-the-operator'
  const gateway = await startGateway({ port: 0, operatorToken, quotas: { perClient: 4 } })
  const get = (authorization?: string): Promise<Response> =>
    fetch(`${gateway.url}/health`, { headers: authorization === undefined ? {} : { authorization } })
  try {
    for (const authorization of ['Bearer guess', `Basic ${operatorToken}`, `Bearer ${operatorToken}x`, 'Bearer ']) {
      const reply = await get(authorization)
      expect([reply.status, await reply.json()]).toEqual([200, { ok: true }])
    }
    expect((await get('Bearer guess')).status).toBe(429)
    // load balancers still get a response
    expect(await (await get()).json()).toEqual({ ok: true })
    expect((await get(`Bearer ${operatorToken}`)).status).toBe(200)
  } finally {
    await gateway.stop()
  }
  await expect(startGateway({ port: 0, operatorToken: 'short' })).rejects.toThrow('OPERATOR_TOKEN')
})

test('Prometheus metrics have their own port, and contain routes but no addresses or project IDs', async () => {
  const bare = await startGateway({ port: 0 })
  expect([bare.metricsUrl, (await fetch(`${bare.url}/metrics`)).status]).toEqual([undefined, 404])
  await bare.stop()
  const gateway: RunningGateway = await startGateway({ port: 0, metrics: { port: 0 } })
  try {
    await fetch(`${gateway.url}/v1/account/0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266/balance?projectId=secret`)
    await fetch(`${gateway.url}/members`)
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(404)
    expect(gateway.metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const reply = await fetch(`${gateway.metricsUrl}/metrics`)
    const text = await reply.text()
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const route = 'route="/v1/account/{address}/balance"'
    expect(text).toContain(`latchkey_http_requests_total{method="GET",${route},status="200"} 1`)
    expect(text).toContain('latchkey_http_requests_total{method="GET",route="/members",status="503"} 1')
    expect(text).toContain(`latchkey_http_request_duration_seconds_bucket{${route},le="+Inf"} 1`)
    expect(text).not.toMatch(/f39fd6|secret/)
    for (const path of ['/', '/getWallets']) expect((await fetch(`${gateway.metricsUrl}${path}`)).status).toBe(404)
  } finally {
    await gateway.stop()
  }
  await expect(fetch(`${gateway.metricsUrl}/metrics`)).rejects.toThrow()
})
