import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ProvidedPostgres, providePostgres } from '@latchkey/devnet'
import type { Database } from '@latchkey/server-kit/database'
import { ed25519 } from '@noble/curves/ed25519.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openRelayDatabase } from './database.js'
import { createClientToken, type TestClient } from './testing/client.js'
import { audience, startTestRelay, type TestRelay } from './testing/startTestRelay.js'

const topicOf = (): string => randomBytes(32).toString('hex')
const webhookKey = randomBytes(32).toString('hex')
const publicKey = Buffer.from(ed25519.getPublicKey(Buffer.from(webhookKey, 'hex')))
const service = 'https://push.example.org'
const day = 86_400_000

type Claims = Readonly<Record<string, unknown>> & { readonly evt: Readonly<Record<string, unknown>> }

/** Verifies a token of the relay by other means than the relay's. */
function openToken(token: string): Claims {
  const [head = '', body = '', signature = ''] = token.split('.')
  const bytes = new TextEncoder().encode(`${head}.${body}`)
  expect(ed25519.verify(Buffer.from(signature, 'base64url'), bytes, publicKey)).toBe(true)
  return JSON.parse(Buffer.from(body, 'base64url').toString())
}

describe('webhooks', () => {
  let postgres: ProvidedPostgres
  let database: Database
  let server: Server
  let origin: string
  /** The status of each path; 0 hangs. Default: 200. */
  let statuses: Record<string, number>
  let hooks: { readonly path: string; readonly claims: Claims }[]
  let now: number
  const relays: TestRelay[] = []

  beforeAll(async () => {
    postgres = await providePostgres({ databases: ['relay'] })
    const url = postgres.urls['relay'] ?? ''
    database = openRelayDatabase({ url, maxConnections: 2, warn: () => undefined })
    server = createServer((request, response) => void answer(request, response))
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const path = request.url ?? ''
      const { eventAuth } = JSON.parse(String(Buffer.concat(chunks))) as { readonly eventAuth: readonly string[] }
      for (const token of eventAuth) hooks.push({ path, claims: openToken(token) })
      const status = statuses[path] ?? 200
      if (status > 0) response.writeHead(status, status === 302 ? { location: `${origin}/elsewhere` } : {}).end()
    }
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await database?.close()
    await postgres?.stop()
  })
  beforeEach(() => {
    now = Date.now()
    hooks = []
    statuses = {}
  })
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop({ isAtOnce: true })))
    await database.query('DELETE FROM relay_webhooks')
  })

  const start = async (env: Readonly<Record<string, string>> = {}): Promise<TestRelay> => {
    const databaseUrl = postgres.urls['relay'] ?? ''
    const webhooks = { RELAY_WEBHOOK_KEY: webhookKey, RELAY_WEBHOOK_ORIGINS: origin }
    const relay = await startTestRelay({ databaseUrl, now: () => now, env: { ...webhooks, ...env } })
    relays.push(relay)
    return relay
  }
  type Watch = { readonly key: Uint8Array; readonly url: string; readonly claims?: object }
  const tokenOf = (act: string, { key, url, claims }: Watch): string => {
    const own = { act, sub: service, typ: 'subscriber', whu: url, tag: [], sts: ['accepted', 'queued', 'delivered'] }
    return createClientToken({ audience, key, issuedAt: Math.floor(now / 1_000), claims: { ...own, ...claims } }).token
  }
  const register = (client: TestClient, watch: Watch): ReturnType<TestClient['call']> =>
    client.call('irn_watchRegister', { registerAuth: tokenOf('irn_watchRegister', watch) })
  const statusesAt = (path: string): unknown[] =>
    hooks.filter((hook) => hook.path === path).map(({ claims }) => claims.evt['status'])

  it('notify the service of an offline wallet, and report the delivery once it is back', async () => {
    const [relay, other] = [await start(), await start()]
    const key = randomBytes(32)
    const topic = topicOf()
    const wallet = await relay.connect({ key })
    await wallet.call('irn_subscribe', { topic })
    // any client may pass the token on, here at another process
    const pusher = await other.connect()
    const url = `${origin}/away`
    const { result } = await register(pusher, { key, url, claims: { tag: [1_108] } })
    expect(result).toEqual({ relayId: expect.stringMatching(/^did:key:z6Mk/) })
    expect(await (await fetch(`${other.url}/public-key`)).text()).toBe(publicKey.toString('hex'))
    const app = await other.connect()
    // the process of the wallet learns of its webhook by a notification
    let probes = 0
    await vi.waitFor(async () => {
      await app.call('irn_publish', { topic, message: `probe ${probes++}`, ttl: 300, tag: 1_108 })
      expect(statusesAt('/away')).toEqual(expect.arrayContaining(['accepted', 'delivered']))
    })
    await wallet.close()
    hooks.length = 0

    await app.call('irn_publish', { topic, message: 'other tag', ttl: 300, tag: 1_100 })
    await app.call('irn_publish', { topic, message: 'c2VjcmV0', ttl: 300, tag: 1_108 })
    const last = (): unknown[] =>
      hooks.flatMap(({ claims }) => (claims.evt['message'] === 'c2VjcmV0' ? [claims.evt['status']] : []))
    await vi.waitFor(() => expect(last()).toEqual(['accepted']))
    now += 2_000
    await vi.waitFor(() => expect(last()).toEqual(['accepted', 'queued']))
    expect(hooks.at(-1)?.claims).toMatchObject({
      iss: (result as { relayId: string }).relayId,
      aud: service,
      sub: wallet.clientId,
      act: 'irn_watchEvent',
      typ: 'subscriber',
      whu: url,
      evt: { topic, message: 'c2VjcmV0', tag: 1_108, status: 'queued', publishedAt: now - 2_000 },
    })
    const again = await relay.connect({ key })
    await again.call('irn_subscribe', { topic })
    await vi.waitFor(() => expect(last()).toEqual(['accepted', 'queued', 'delivered']))
    expect(hooks.filter(({ claims }) => claims.evt['message'] === 'other tag')).toEqual([])
  })

  it('cover the topics of a wallet whose process missed the notification about its webhook', async () => {
    const [relay, other] = [await start(), await start()]
    const ready = (): Promise<unknown> =>
      vi.waitFor(async () => {
        for (const { url } of [relay, other]) expect((await fetch(`${url}/health/ready`)).status).toBe(200)
      })
    await ready()
    const [key, topic] = [randomBytes(32), topicOf()]
    const [wallet, app] = [await relay.connect({ key }), await other.connect()]
    await wallet.call('irn_subscribe', { topic })
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'latchkey-relay-listen'`,
    )
    await register(app, { key, url: `${origin}/missed`, claims: { sts: ['accepted'] } })
    await ready()
    await vi.waitFor(async () => {
      await app.call('irn_publish', { topic, message: `probe ${hooks.length} ${performance.now()}`, ttl: 300 })
      expect(hooks.length).toBeGreaterThan(0)
    })
  })

  it('notify the service of a wallet that was connected for more than seven days', async () => {
    const relay = await start()
    const [key, topic] = [randomBytes(32), topicOf()]
    const wallet = await relay.connect({ key })
    await wallet.call('irn_subscribe', { topic })
    const exp = Math.floor((now + 30 * day) / 1_000)
    await register(wallet, { key, url: `${origin}/long`, claims: { exp, sts: ['accepted'] } })
    const app = await relay.connect()
    await app.call('irn_publish', { topic, message: 'first', ttl: 300 })
    await vi.waitFor(() => expect([wallet.pushed.length, statusesAt('/long').length]).toEqual([1, 1]))
    now += 6 * day
    wallet.socket.pong()
    // waits until the subscription is stored, but does not renew it
    await register(wallet, { key, url: `${origin}/sent`, claims: { typ: 'publisher', sts: ['accepted'] } })
    now += 2 * day
    await app.call('irn_publish', { topic, message: 'last', ttl: 300 })
    await vi.waitFor(() => expect(statusesAt('/long')).toHaveLength(2))
  })

  it('send no queued events for a connected wallet, and none for topics that it left or its own messages', async () => {
    const relay = await start()
    const key = randomBytes(32)
    const [topic, left] = [topicOf(), topicOf()]
    const [wallet, app] = [await relay.connect({ key }), await relay.connect()]
    for (const one of [topic, left]) await wallet.call('irn_subscribe', { topic: one })
    await register(wallet, { key, url: `${origin}/here`, claims: { sts: ['queued', 'delivered'] } })
    await register(wallet, { key, url: `${origin}/sent`, claims: { typ: 'publisher', sts: ['accepted'] } })
    await wallet.call('irn_unsubscribe', { topic: left })
    await app.call('irn_publish', { topic: left, message: 'left', ttl: 300 })
    await app.call('irn_publish', { topic, message: 'here', ttl: 300 })
    await vi.waitFor(() => expect(statusesAt('/here')).toEqual(['delivered']))
    await wallet.call('irn_publish', { topic, message: 'own', ttl: 300 })
    now += 10_000
    await vi.waitFor(() => expect(statusesAt('/sent')).toEqual(['accepted']))
    // a later event has arrived, so the ones above would have, too
    await app.call('irn_publish', { topic, message: 'last', ttl: 300 })
    await vi.waitFor(() => expect(statusesAt('/here')).toEqual(['delivered', 'delivered']))
    expect(hooks.map(({ claims }) => claims.evt['message'])).toEqual(['here', 'own', 'last'])
  })

  it('retry an event with back-off, even after a restart, until it is accepted or the message expires', async () => {
    let relay = await start()
    const key = randomBytes(32)
    const topic = topicOf()
    const wallet = await relay.connect({ key })
    await wallet.call('irn_subscribe', { topic })
    const urls = ['/down', '/gone', '/moved'].map((path) => `${origin}${path}`)
    for (const url of urls) await register(wallet, { key, url, claims: { sts: ['accepted'] } })
    statuses = { '/down': 503, '/gone': 404, '/moved': 302 }
    const app = await relay.connect()
    await app.call('irn_publish', { topic, message: 'first', ttl: 300 })
    const countAt = (path: string): number => statusesAt(path).length
    await vi.waitFor(() => expect(['/down', '/gone', '/moved'].map(countAt)).toEqual([1, 1, 1]))
    const attempts = 'relay_webhook_attempts_total{outcome="failed"}'
    await vi.waitFor(async () => expect(await relay.readMetric(attempts)).toBe(2))
    await relay.stop({ isAtOnce: true })
    relay = await start()
    now += 1_000
    await vi.waitFor(() => expect(countAt('/down')).toBe(2))
    await vi.waitFor(async () => expect(await relay.readMetric(attempts)).toBe(2))
    statuses = {}
    now += 2_000
    await vi.waitFor(() => expect(countAt('/down')).toBe(3))
    await vi.waitFor(async () =>
      expect(await relay.readMetric('relay_webhook_attempts_total{outcome="delivered"}')).toBe(2),
    )
    // delivered, and the one with a 4xx counts as such
    expect([countAt('/down'), countAt('/gone'), countAt('/elsewhere')]).toEqual([3, 1, 0])

    statuses = { '/down': 0 }
    const later = await relay.connect()
    await later.call('irn_publish', { topic, message: 'second', ttl: 300 })
    await vi.waitFor(() => expect(countAt('/down')).toBe(4))
    await relay.stop({ isAtOnce: true })
    statuses = {}
    now += 300_000
    relay = await start()
    const last = await relay.connect()
    await last.call('irn_publish', { topic, message: 'third', ttl: 300 })
    await vi.waitFor(() =>
      expect(hooks.filter(({ path }) => path === '/down').at(-1)?.claims.evt['message']).toBe('third'),
    )
    expect(countAt('/down')).toBe(5)
  })

  it('of a client or service that hangs do not delay those of others', async () => {
    const own: string[] = []
    const other = createServer((request, response) => {
      own.push(request.url ?? '')
      request.resume()
      response.end()
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const otherOrigin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const relay = await start({ RELAY_WEBHOOK_ORIGINS: `${origin},${otherOrigin}` })
    const claims = { typ: 'publisher', sts: ['accepted'] }
    for (let client = 0; client < 6; client++) {
      const key = randomBytes(32)
      const mallory = await relay.connect({ key })
      for (let n = 0; n < 10; n++) {
        statuses[`/hangs/${client}/${n}`] = 0
        await register(mallory, { key, url: `${origin}/hangs/${client}/${n}`, claims })
      }
      await mallory.call('irn_publish', { topic: topicOf(), message: `${client}`, ttl: 300 })
      if (client > 0) continue
      await vi.waitFor(() => expect(hooks).toHaveLength(2))
    }
    await vi.waitFor(() => expect(hooks).toHaveLength(8))

    const key = randomBytes(32)
    const honest = await relay.connect({ key })
    await register(honest, { key, url: `${otherOrigin}/honest`, claims })
    for (let n = 0; n < 5; n++) await honest.call('irn_publish', { topic: topicOf(), message: `${n}`, ttl: 300 })
    await vi.waitFor(() => expect(own).toEqual(Array.from({ length: 5 }, () => '/honest')), { timeout: 5_000 })
    expect(hooks).toHaveLength(8)
    other.close()
  })

  it('that fail get one request at a time across processes, and a failing event does not block others', async () => {
    const [relay, other] = [await start(), await start()]
    const key = randomBytes(32)
    const [wallet, app] = [await relay.connect({ key }), await other.connect()]
    const topic = topicOf()
    await wallet.call('irn_subscribe', { topic })
    await register(wallet, { key, url: `${origin}/fails`, claims: { sts: ['accepted'] } })
    statuses = { '/fails': 503 }
    for (let n = 0; n < 5; n++) await app.call('irn_publish', { topic, message: `${n}`, ttl: 3_600 })
    const failed = 'relay_webhook_attempts_total{outcome="failed"}'
    const countFailed = async (): Promise<number> => (await relay.readMetric(failed)) + (await other.readMetric(failed))
    const texts = (): unknown[] => hooks.map(({ claims }) => claims.evt['message'])
    for (const [index, wait] of [0, 1_000, 2_000, 4_000].entries()) {
      now += wait
      await vi.waitFor(async () => expect(await countFailed()).toBe(index + 1))
      await vi.waitFor(async () => expect(await relay.readMetric('relay_webhook_overdue_seconds')).toBe(0))
    }
    expect(texts()).toEqual(['0', '1', '2', '3'])
    statuses = {}
    now += 8_000
    await vi.waitFor(() => expect(texts().slice(4).sort()).toEqual(['0', '1', '2', '3', '4']))
    expect(await relay.readMetric('relay_webhook_overdue_seconds')).toBe(0)
  })

  it('are limited to 16 per message, and to a queue of 1,000 events that is checked for each batch', async () => {
    const relay = await start({ RELAY_MESSAGES_PER_CLIENT: '0' })
    const topic = topicOf()
    for (let client = 0; client < 2; client++) {
      const key = randomBytes(32)
      const wallet = await relay.connect({ key })
      await wallet.call('irn_subscribe', { topic })
      for (let n = 0; n < 10; n++) await register(wallet, { key, url: `${origin}/${client}-${n}` })
      await wallet.close()
    }
    const app = await relay.connect()
    await app.call('irn_publish', { topic, message: 'to many', ttl: 300 })
    const paths = [
      ...Array.from({ length: 10 }, (_, n) => `/0-${n}`),
      ...Array.from({ length: 6 }, (_, n) => `/1-${n}`),
    ]
    await vi.waitFor(() => expect(hooks).toHaveLength(16))
    now += 2_000
    await vi.waitFor(() => expect(hooks).toHaveLength(32))
    expect(hooks.map(({ path }) => path).sort()).toEqual([...paths, ...paths].sort())

    const key = randomBytes(32)
    const chatty = await relay.connect({ key })
    statuses = { '/full': 0 }
    await register(chatty, { key, url: `${origin}/full`, claims: { typ: 'publisher', sts: ['accepted'] } })
    for (let batch = 0; batch < 5; batch++) {
      const messages = Array.from({ length: 400 }, (_, n) => ({ topic: topicOf(), message: `${batch}-${n}`, ttl: 300 }))
      expect((await chatty.call('irn_batchPublish', { messages })).result).toBe(true)
    }
    // the limit is checked for each batch
    expect(await relay.readMetric('relay_webhook_events')).toBe(1_200)
  })

  it('can be removed while messages are published and acknowledged without affecting these', async () => {
    const relay = await start()
    const [key, topic] = [randomBytes(32), topicOf()]
    const [wallet, app] = [await relay.connect({ key }), await relay.connect()]
    await wallet.call('irn_subscribe', { topic })
    await register(wallet, { key, url: `${origin}/removed`, claims: { sts: ['accepted', 'delivered'] } })
    wallet.acknowledge(false)
    await app.call('irn_publish', { topic, message: 'first', ttl: 300 })
    await vi.waitFor(() => expect(wallet.pushed).toHaveLength(1))
    const published: ReturnType<TestClient['call']>[] = []
    await database.inTransaction(async ({ query }) => {
      await query('DELETE FROM relay_webhooks WHERE client = $1', [wallet.clientId])
      wallet.acknowledge(true)
      // one transaction for all
      for (const to of [topic, topicOf(), topicOf()])
        published.push(app.call('irn_publish', { topic: to, message: 'second', ttl: 300 }))
      await vi.waitFor(async () =>
        expect(
          await database.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'latchkey-relay'
             AND wait_event_type = 'Lock'`,
          ),
        ).toHaveLength(2),
      )
    })
    expect((await Promise.all(published)).map(({ result }) => result)).toEqual([true, true, true])
    await vi.waitFor(async () => {
      const delivered = await database.query('SELECT FROM relay_deliveries WHERE client = $1', [wallet.clientId])
      expect(delivered).toHaveLength(2)
    })
    expect(relay.logs.filter(({ level }) => level === 'warn')).toEqual([])
  })

  it('reach no private network, unless the operator allows its origin', async () => {
    const relay = await start()
    const key = randomBytes(32)
    const topic = topicOf()
    const wallet = await relay.connect({ key })
    await wallet.call('irn_subscribe', { topic })
    const { port } = new URL(origin)
    for (const url of [
      `http://localhost:${port}/`,
      'http://169.254.169.254/latest/meta-data',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://2130706433/',
      'https://push.example.org:8443/',
      'file:///etc/passwd',
      'push.example.org',
    ])
      expect((await register(wallet, { key, url })).error, url).toMatchObject({ code: -32_602 })
    // the address of a name is checked when it is used
    expect(
      (await register(wallet, { key, url: 'https://localhost/', claims: { sts: ['accepted'] } })).error,
    ).toBeUndefined()
    const app = await relay.connect()
    await app.call('irn_publish', { topic, message: 'inside', ttl: 300 })
    await vi.waitFor(async () =>
      expect(await relay.readMetric('relay_webhook_attempts_total{outcome="refused"}')).toBe(1),
    )
    expect(hooks).toEqual([])
  })

  it('are registered only with a token of the client, for at most 30 days, and at most 64 per client', async () => {
    const relay = await start()
    const key = randomBytes(32)
    const [wallet, app] = [await relay.connect({ key }), await relay.connect()]
    const url = `${origin}/one`
    const codeOf = async (claims: object): Promise<unknown> =>
      (await register(wallet, { key, url, claims })).error?.code
    for (const claims of [
      { act: 'irn_watchUnregister' },
      { iss: app.clientId },
      { aud: 'wss://relay.example.com' },
      { exp: Math.floor(now / 1_000) - 3_600 },
      { typ: 'observer' },
      { sts: [] },
      { sts: ['read'] },
      { tag: ['1108'] },
      { whu: '' },
      { sub: 'x'.repeat(3_000) },
    ])
      expect(await codeOf(claims), JSON.stringify(claims)).toBe(-32_602)
    expect((await wallet.call('irn_watchRegister', {})).error?.code).toBe(-32_602)

    const topic = topicOf()
    await wallet.call('irn_subscribe', { topic })
    const long = { exp: Math.floor((now + 365 * day) / 1_000), sts: ['accepted'] }
    // the same one again renews it
    for (let n = 0; n < 2; n++) expect(await codeOf(long)).toBeUndefined()
    for (let n = 1; n < 64; n++)
      expect(
        (await register(wallet, { key, url: `${origin}/${n}`, claims: { sts: ['delivered'] } })).error,
      ).toBeUndefined()
    expect((await register(wallet, { key, url: `${origin}/64` })).error).toMatchObject({
      code: -32_000,
      message: 'Too many webhooks: 64 at most',
    })
    await app.call('irn_publish', { topic, message: 'a', ttl: 300 })
    await vi.waitFor(() => expect(statusesAt('/one')).toEqual(['accepted']))
    const unregister = (act: string): ReturnType<TestClient['call']> =>
      wallet.call('irn_watchUnregister', { unregisterAuth: tokenOf(act, { key, url }) })
    expect((await unregister('irn_watchRegister')).error?.code).toBe(-32_602)
    expect((await unregister('irn_watchUnregister')).result).toBe(true)
    await app.call('irn_publish', { topic, message: 'b', ttl: 300 })
    expect(await codeOf(long)).toBeUndefined()
    await app.call('irn_publish', { topic, message: 'c', ttl: 300 })
    await vi.waitFor(() =>
      expect(hooks.filter(({ path }) => path === '/one').map(({ claims }) => claims.evt['message'])).toEqual([
        'a',
        'c',
      ]),
    )
    now += 30 * day
    const [late, walletLater] = [
      await relay.connect({ issuedAt: now / 1_000 }),
      await relay.connect({ key, issuedAt: now / 1_000 }),
    ]
    await walletLater.call('irn_subscribe', { topic })
    await late.call('irn_publish', { topic, message: 'd', ttl: 300 })
    await vi.waitFor(() => expect(walletLater.pushed.map(({ message }) => message)).toContain('d'))
    expect(await codeOf({ ...long, exp: Math.floor(now / 1_000) + 60 })).toBeUndefined()
    await late.call('irn_publish', { topic, message: 'e', ttl: 300 })
    await vi.waitFor(() => expect(statusesAt('/one')).toHaveLength(3))
    expect(hooks.at(-1)?.claims.evt['message']).toBe('e')
  })

  it.each(['irn_watchRegister', 'irn_watchUnregister'])('have tokens that open no socket: %s', async (act) => {
    const relay = await start()
    const key = randomBytes(32)
    const claims = { act, sub: service, typ: 'subscriber', whu: `${origin}/`, tag: [], sts: ['accepted'] }
    await expect(relay.connect({ key, claims })).rejects.toThrow('401')
    await expect(relay.connect({ key })).resolves.toBeDefined()
  })

  it('are off without a key', async () => {
    const relay = await start({ RELAY_WEBHOOK_KEY: '' })
    const client = await relay.connect()
    expect((await register(client, { key: randomBytes(32), url: `${origin}/` })).error).toEqual({
      code: -32_000,
      message: 'Webhooks are off at this relay. Set RELAY_WEBHOOK_KEY to use them.',
    })
    expect((await fetch(`${relay.url}/public-key`)).status).toBe(404)
  })
})
