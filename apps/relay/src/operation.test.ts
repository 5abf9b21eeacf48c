import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ProvidedPostgres, providePostgres, type RunningPostgres, startPostgres } from '@latchkey/devnet'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { openRelayDatabase } from './database.js'
import { connectClient, type TestClient } from './testing/client.js'
import { audience, startTestRelay, type TestRelay } from './testing/startTestRelay.js'

const topicOf = (): string => randomBytes(32).toString('hex')
const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

describe('operating a relay', () => {
  let postgres: ProvidedPostgres
  let folder: string
  const relays: TestRelay[] = []
  beforeAll(async () => {
    postgres = await providePostgres({ databases: ['relay'] })
    folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  })
  afterAll(async () => {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop({ isAtOnce: true })))
  })
  const start = async (
    env: Readonly<Record<string, string>> = {},
    options: { readonly now?: () => number; readonly databaseUrl?: string } = {},
  ): Promise<TestRelay> => {
    const relay = await startTestRelay({ databaseUrl: postgres.urls['relay'] ?? '', env, ...options })
    relays.push(relay)
    return relay
  }

  it('accepts only listed projects, and pages only from their origins', async () => {
    const file = join(folder, 'projects.json')
    await writeFile(file, JSON.stringify({ shop: { allowedOrigins: ['https://shop.example'] }, open: {} }))
    const relay = await start({ RELAY_PROJECTS_FILE: file })
    const accepted = [
      { projectId: 'shop', origin: 'https://shop.example' },
      // a wallet sends no origin
      { projectId: 'shop' },
      { projectId: 'open', origin: 'https://any.example' },
    ]
    for (const options of accepted) await (await relay.connect(options)).close()
    const refused = [
      { projectId: 'shop', origin: 'https://shop.example.com' },
      { projectId: 'shop', origin: 'null' },
      { projectId: 'other' },
      { projectId: '*' },
      { projectId: 'constructor' },
    ]
    for (const options of refused) await expect(relay.connect(options)).rejects.toThrow('403')
    expect(await relay.readMetric('relay_rejects_total{reason="origin"}')).toBe(2)
    expect(await relay.readMetric('relay_rejects_total{reason="project"}')).toBe(3)
  })

  it('limits messages and bytes per minute of a client, an address and a project across all processes', async () => {
    const now = (): number => 1_900_000_000_000
    const env = {
      RELAY_MESSAGES_PER_CLIENT: '10',
      RELAY_BYTES_PER_ADDRESS: '5000',
      RELAY_MESSAGES_PER_PROJECT: '25',
      RELAY_TRUST_PROXY: '1',
    }
    const [one, other] = [await start(env, { now }), await start(env, { now })]
    let message = 0
    const countAccepted = async (
      projectId: string,
      address: string,
      size = 1,
      key = randomBytes(32),
    ): Promise<number> => {
      let accepted = 0
      for (const relay of [one, other]) {
        const headers = { 'x-forwarded-for': `9.9.9.9, ${address}` }
        const issuedAt = now() / 1_000
        const client = await relay.connect({ key, projectId, headers, issuedAt })
        for (let n = 0; n < 8; n++) {
          const params = { topic: topicOf(), message: `${message++}`.padEnd(size, 'x'), ttl: 60 }
          const { result, error } = await client.call('irn_publish', params)
          if (result === true) accepted += 1
          else expect(error).toMatchObject({ code: -32_005, message: 'Too many messages. Try again in 20 seconds.' })
        }
        await client.close()
      }
      return accepted
    }
    expect(await countAccepted('a', '1.1.1.1')).toBe(10)
    expect(await countAccepted('b', '2.2.2.2', 1_000)).toBe(5)
    // another client of that address, whose bytes are used up
    expect(await countAccepted('b', '2.2.2.2', 1_000)).toBe(0)
    expect(await countAccepted('a', '3.3.3.3')).toBe(10)
    expect(await countAccepted('a', '4.4.4.4')).toBe(5)
    for (const scope of ['client', 'address', 'project']) {
      const name = `relay_rejects_total{reason="quota",scope="${scope}"}`
      expect((await one.readMetric(name)) + (await other.readMetric(name)), scope).toBeGreaterThan(0)
    }
  })

  it('limits the sockets of a client and of an address', async () => {
    const relay = await start({ RELAY_SOCKETS_PER_CLIENT: '2', RELAY_SOCKETS_PER_ADDRESS: '3' })
    const key = randomBytes(32)
    const first = await relay.connect({ key })
    await relay.connect({ key })
    await expect(relay.connect({ key })).rejects.toThrow('429')
    await relay.connect()
    await expect(relay.connect()).rejects.toThrow('429')
    for (const scope of ['client', 'address'])
      expect(await relay.readMetric(`relay_rejects_total{reason="sockets",scope="${scope}"}`)).toBe(1)
    await first.close()
    await vi.waitFor(() => relay.connect({ key }))
  })

  it('limits the topics of a client across its sockets, and subscribes a batch completely or not at all', async () => {
    const relay = await start({ RELAY_TOPICS_PER_CLIENT: '600' })
    const key = randomBytes(32)
    const topics = Array.from({ length: 600 }, topicOf)
    const subscribeAll = async (client: TestClient): Promise<void> => {
      for (const some of [topics.slice(0, 300), topics.slice(300)])
        expect((await client.call('irn_batchSubscribe', { topics: some })).result).toHaveLength(300)
    }
    const lost = await relay.connect({ key })
    await subscribeAll(lost)
    // its network has changed, which the relay doesn't know yet
    lost.socket.pause()
    const back = await relay.connect({ key })
    await subscribeAll(back)

    const refused = { code: -32_000, message: 'Too many topics: 600 at most' }
    const [alice, more] = [await relay.connect(), topicOf()]
    expect((await back.call('irn_subscribe', { topic: more })).error).toEqual(refused)
    lost.socket.terminate()
    await vi.waitFor(async () => expect(await relay.readMetric('relay_connections')).toBe(2))
    expect((await back.call('irn_subscribe', { topic: more })).error).toEqual(refused)
    const subscriptions = topics.slice(1).map((topic) => ({ topic }))
    for (const some of [subscriptions.slice(0, 300), subscriptions.slice(300)])
      await back.call('irn_batchUnsubscribe', { subscriptions: some })
    for (const some of [topics.slice(1, 301), topics.slice(301, 598)])
      await back.call('irn_batchSubscribe', { topics: some })
    const tooMany = [more, ...topics.slice(598), topicOf()]
    expect((await back.call('irn_batchSubscribe', { topics: tooMany })).error).toEqual(refused)
    await alice.call('irn_publish', { topic: more, message: 'not subscribed', ttl: 60 })
    await alice.call('irn_publish', { topic: topics[0], message: 'subscribed', ttl: 60 })
    await vi.waitFor(() => expect(back.pushed.map(({ message }) => message)).toEqual(['subscribed']))
    expect((await back.call('irn_batchSubscribe', { topics: tooMany.slice(1, 3) })).error).toBeUndefined()
  })

  it('closes the socket of a client that does not read, and continues to serve others', async () => {
    const relay = await start({ RELAY_BUFFERED_BYTES: '2000000', RELAY_MESSAGES_PER_CLIENT: '0' })
    const [alice, slow] = [await relay.connect(), await relay.connect()]
    const topic = topicOf()
    for (let n = 0; n < 4; n++)
      await alice.call('irn_publish', { topic, message: `${n}`.padEnd(250_000, 'x'), ttl: 60 })
    const closed = once(slow.socket, 'close')
    slow.socket.pause()
    const frame = (id: number): string =>
      JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_fetchMessages', params: { topic } })
    for (let n = 0; n < 60; n++) slow.socket.send(frame(n))
    await vi.waitFor(async () => expect(await relay.readMetric('relay_rejects_total{reason="slow"}')).toBe(1))
    slow.socket.resume()
    await closed
    expect((await alice.call('irn_publish', { topic, message: 'next', ttl: 60 })).result).toBe(true)
    expect(relay.logs).toContainEqual({
      level: 'info',
      event: 'closed',
      client: `…${slow.clientId.slice(-8)}`,
      project: 'test',
      reason: 'slow',
    })
  })

  it('reads only a few topics of a client at a time, however often it subscribes, and continues to serve others', async () => {
    const relay = await start()
    const [alice, bob, busy] = [await relay.connect(), await relay.connect(), await relay.connect()]
    const topic = topicOf()
    await alice.call('irn_publish', { topic, message: 'pending', ttl: 60 })
    const topics = Array.from({ length: 500 }, topicOf)
    const calls = 'relay_calls_total{method="irn_batchSubscribe",code="0",outcome="done"}'
    const database = openRelayDatabase({ url: postgres.urls['relay'] ?? '', maxConnections: 1, warn: () => undefined })
    const answers: ReturnType<TestClient['call']>[] = []
    // no read can end
    await database.inTransaction(async ({ query }) => {
      await query('LOCK TABLE relay_messages IN ACCESS EXCLUSIVE MODE')
      for (let n = 0; n < 100; n++) answers.push(busy.call('irn_batchSubscribe', { topics }))
      await vi.waitFor(async () => expect(await relay.readMetric(calls)).toBeGreaterThanOrEqual(64))
      await bob.call('irn_subscribe', { topic })
      expect(await relay.readMetric('relay_queue_depth')).toBeLessThan(10)
      // a few more may have come with the same packet
      expect(await relay.readMetric(calls)).toBeLessThan(80)
    })
    await vi.waitFor(() => expect(bob.pushed).toHaveLength(1))
    for (const { result } of await Promise.all(answers)) expect(result).toHaveLength(500)
    await alice.call('irn_publish', { topic: topics[499], message: 'next', ttl: 60 })
    await vi.waitFor(() => expect(busy.pushed).toHaveLength(1))
    await database.close()
  })

  it('closes the connections of refused clients, and stops even if they keep theirs open', async () => {
    const relay = await start()
    const open = async (): Promise<Socket> => {
      const socket = connect({ port: relay.port, host: '127.0.0.1', allowHalfOpen: true })
      socket.on('error', () => undefined)
      const headers = 'Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13'
      socket.write(`GET / HTTP/1.1\r\n${headers}\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`)
      expect(String((await once(socket, 'data'))[0])).toContain('401 Unauthorized')
      return socket
    }
    const refused = await open()
    await vi.waitFor(() => {
      refused.write('x')
      expect(refused.destroyed).toBe(true)
    })
    const others = await Promise.all(Array.from({ length: 5 }, open))
    expect(await Promise.race([relay.stop().then(() => 'stopped'), sleep(10_000, 'still runs')])).toBe('stopped')
    for (const socket of others) socket.destroy()
  })

  it('reports not ready before it stops listening, and serves clients until then', async () => {
    const relay = await start({ RELAY_PAUSE_SECONDS: '2' })
    await vi.waitFor(async () => expect(await statusOf(`${relay.url}/health/ready`)).toBe(200))
    const [bob, topic] = [await relay.connect(), topicOf()]
    await bob.call('irn_subscribe', { topic })
    const stopped = relay.stop()
    expect(await statusOf(`${relay.url}/health/ready`)).toBe(503)
    // through a load balancer that has not noticed yet
    const alice = await relay.connect()
    expect((await alice.call('irn_publish', { topic, message: 'late', ttl: 60 })).result).toBe(true)
    await vi.waitFor(() => expect(bob.pushed).toHaveLength(1))
    const closed = [alice, bob].map(({ socket }) => once(socket, 'close'))
    for (const [code] of await Promise.all(closed)) expect(code).toBe(1012)
    await stopped
    await expect(relay.connect()).rejects.toThrow('ECONNREFUSED')
  })

  it('drains: refuses new clients, closes sockets one by one with 1012, and each after its pending calls', async () => {
    const relay = await start({ RELAY_DRAIN_SECONDS: '1' })
    const clients: TestClient[] = []
    const closes: { readonly client: TestClient; readonly code: number; readonly at: number }[] = []
    for (let n = 0; n < 20; n++) {
      const client = await relay.connect()
      client.socket.on('close', (code) => closes.push({ client, code, at: performance.now() }))
      clients.push(client)
    }
    const [first] = clients
    const topic = topicOf()
    const database = openRelayDatabase({
      url: postgres.urls['relay'] ?? '',
      maxConnections: 1,
      warn: () => undefined,
    })
    let answer: ReturnType<TestClient['call']> | undefined
    let isAnswered = false
    let stopped: Promise<void> | undefined
    // the relay has to wait for the lock of the topic
    await database.inTransaction(async ({ query }) => {
      await query('SELECT pg_advisory_xact_lock($1)', [BigInt.asIntN(64, BigInt(`0x${topic.slice(0, 16)}`)).toString()])
      answer = first?.call('irn_publish', { topic, message: 'pending', ttl: 60 })
      void answer?.then(() => {
        isAnswered = true
      })
      await vi.waitFor(async () => expect(await relay.readMetric('relay_queue_depth')).toBe(1))
      stopped = relay.stop()
      await expect(relay.connect()).rejects.toThrow(/ECONNREFUSED|503/)
      await vi.waitFor(() => expect(closes.length).toBeGreaterThan(5))
      expect([isAnswered, closes.some(({ client }) => client === first)]).toEqual([false, false])
    })
    await database.close()
    expect((await answer)?.result).toBe(true)
    await stopped
    await vi.waitFor(() => expect(closes).toHaveLength(clients.length))
    expect(new Set(closes.map(({ code }) => code))).toEqual(new Set([1012]))
    const times = closes.filter(({ client }) => client !== first).map(({ at }) => at)
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(700)
  })

  it('serves liveness, readiness and metrics only at their own paths and ports', async () => {
    const relay = await start()
    const client = await relay.connect()
    await client.call('irn_subscribe', { topic: topicOf() })
    await vi.waitFor(async () => expect(await statusOf(`${relay.url}/health/ready`)).toBe(200))
    expect(await statusOf(`${relay.url}/health/live`)).toBe(200)
    for (const path of ['/', '/metrics', '/health', '/stats', '/pause', '/cut', '/faults'])
      expect(await statusOf(`${relay.url}${path}`)).toBe(404)
    for (const path of ['/pause', '/cut', '/faults', '/health/live'])
      expect((await fetch(`${relay.url}${path}`, { method: 'POST' })).status).toBe(405)
    await client.call('irn_publish', { topic: topicOf(), message: 'four', ttl: 60 })
    const expected = {
      relay_connections: 1,
      relay_topics: 1,
      latchkey_ready: 1,
      'latchkey_ready_check{check="notifications"}': 1,
      relay_messages_total: 1,
      relay_message_bytes_total: 4,
      'relay_calls_total{method="irn_publish",code="0",outcome="done"}': 1,
      'relay_call_seconds_count{method="irn_subscribe"}': 1,
      relay_queue_depth: 0,
    }
    for (const [name, value] of Object.entries(expected))
      expect([name, await relay.readMetric(name)]).toEqual([name, value])
  })

  it('logs neither message contents nor full client IDs', async () => {
    const relay = await start({ RELAY_LOG_CONNECTIONS: '1' })
    const client = await relay.connect()
    await client.call('irn_publish', { topic: topicOf(), message: 'confidential', ttl: 60 })
    await client.close()
    await vi.waitFor(() => expect(relay.logs.map(({ event }) => event)).toEqual(['connected', 'disconnected']))
    const text = JSON.stringify(relay.logs)
    expect(text).not.toContain('confidential')
    expect(text).not.toContain(client.clientId)
    expect(text).toContain(client.clientId.slice(-8))
  })

  it('is not ready during a database outage, and delivers everything afterwards', async () => {
    const data = join(folder, 'postgres')
    let server: RunningPostgres = await startPostgres({ folder: data, databases: ['relay'] })
    const relay = await start({}, { databaseUrl: server.urls['relay'] ?? '' })
    const [alice, bob] = [await relay.connect(), await relay.connect()]
    const topic = topicOf()
    await bob.call('irn_subscribe', { topic })
    await alice.call('irn_publish', { topic, message: 'before', ttl: 60 })
    await vi.waitFor(async () => expect(await statusOf(`${relay.url}/health/ready`)).toBe(200))
    await server.stop()
    await vi.waitFor(async () => expect(await statusOf(`${relay.url}/health/ready`)).toBe(503))
    expect(await statusOf(`${relay.url}/health/live`)).toBe(200)
    const refused = await alice.call('irn_publish', { topic, message: 'during', ttl: 60 })
    expect(refused.error).toEqual({ code: -32_000, message: 'The relay is not available now. Try again in a moment.' })
    // subscriptions are accepted, and served later
    const carol = await connectClient(relay.wsUrl, { audience })
    expect((await carol.call('irn_subscribe', { topic })).error).toBeUndefined()

    server = await startPostgres({ folder: data, databases: ['relay'], port: server.port })
    await vi.waitFor(async () => expect(await statusOf(`${relay.url}/health/ready`)).toBe(200))
    for (const message of ['during', 'after'])
      expect((await alice.call('irn_publish', { topic, message, ttl: 60 })).result).toBe(true)
    for (const client of [bob, carol])
      await vi.waitFor(() => expect(client.pushed.map(({ message }) => message)).toEqual(['before', 'during', 'after']))
    expect(alice.socket.readyState).toBe(WebSocket.OPEN)
    await relay.stop({ isAtOnce: true })
    await server.stop()
  })
})
