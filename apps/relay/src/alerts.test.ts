import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  createTimeline,
  findUnknownMetrics,
  type RunningPostgres,
  readMonitoring,
  startPostgres,
} from '@latchkey/devnet'
import { bundleProgram, spawnProgram } from '@latchkey/devnet/programs'
import { type Listening, listen } from '@latchkey/server-kit/http'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectClient, createClientToken, type TestClient } from './testing/client.js'
import { audience, startTestRelay, type TestRelay, toRelayEnv } from './testing/startTestRelay.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined

/** Sockets per address, and the webhooks that the protocol allows a client. */
const limits = { sockets: 40, webhooks: 16 } as const

const clock = { now: Date.now() }
const topicOf = (): string => randomBytes(32).toString('hex')

let postgres: RunningPostgres
let hooks: Listening
let relay: TestRelay
let alice: TestClient
let bob: TestClient
const topic = topicOf()
/** Responses of the webhooks that hang. */
const hanging: ServerResponse[] = []
let hookStatus: number | 'hang' = 200

beforeAll(async () => {
  const server = createServer((request, response) => {
    request.resume()
    if (hookStatus === 'hang') hanging.push(response)
    else response.writeHead(hookStatus).end()
  })
  ;[postgres, hooks] = await Promise.all([
    startPostgres({ databases: ['relay'] }),
    listen(server, { port: 0, host: '127.0.0.1' }),
  ])
  relay = await startTestRelay({
    databaseUrl: postgres.urls['relay'] ?? '',
    now: () => clock.now,
    env: {
      RELAY_WEBHOOK_KEY: randomBytes(32).toString('hex'),
      RELAY_WEBHOOK_ORIGINS: hooks.url,
      RELAY_MESSAGES_PER_CLIENT: '100',
      RELAY_SOCKETS_PER_ADDRESS: String(limits.sockets),
    },
  })
  ;[alice, bob] = [await connect(), await connect()]
  await bob.call('irn_subscribe', { topic })
})
afterAll(async () => {
  for (const response of hanging) response.end()
  await relay?.stop({ isAtOnce: true })
  await Promise.all([postgres?.stop(), hooks?.stop()])
})

const connect = (key: Uint8Array = randomBytes(32)): Promise<TestClient> =>
  relay.connect({ key, issuedAt: Math.floor(clock.now / 1_000) })

let published = 0
const publish = (client: TestClient, to = topicOf()): ReturnType<TestClient['call']> =>
  client.call('irn_publish', { topic: to, message: `message ${published++}`, ttl: 86_400 })

/** A message that reaches its subscriber. */
async function deliver(): Promise<void> {
  const before = bob.pushed.length
  expect((await publish(alice, topic)).result).toBe(true)
  await expect.poll(() => bob.pushed.length).toBe(before + 1)
}

/** Locks a table until `end` is called: for writers (SHARE), or for readers as well (ACCESS EXCLUSIVE). */
async function lockTable(
  table: string,
  mode: 'SHARE' | 'ACCESS EXCLUSIVE',
): Promise<{ readonly client: Client; readonly end: () => Promise<void> }> {
  const client = new Client({ connectionString: postgres.urls['relay'] ?? '' })
  await client.connect()
  await client.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`)
  return { client, end: () => client.end() }
}

/** Registers a webhook for the client's own messages. */
function register(client: TestClient, key: Uint8Array, index: number): ReturnType<TestClient['call']> {
  const claims = {
    ...{ act: 'irn_watchRegister', sub: 'https://push.example.org', whu: `${hooks.url}/${index}` },
    ...{ typ: 'publisher', tag: [], sts: ['accepted'] },
  }
  const issuedAt = Math.floor(clock.now / 1_000)
  const { token } = createClientToken({ audience, key, issuedAt, claims })
  return client.call('irn_watchRegister', { registerAuth: token })
}

/** A client with webhooks for its own messages. */
async function connectWatched(webhooks: number): Promise<TestClient> {
  const key = randomBytes(32)
  const client = await connect(key)
  for (let index = 0; index < webhooks; index++) expect((await register(client, key, index)).error).toBeUndefined()
  return client
}

const countAttempts = (outcome: string): Promise<number> =>
  relay.readMetric(`relay_webhook_attempts_total{outcome="${outcome}"}`)

/** The relay looks for events in real time, which passes more slowly than the clock of a test. */
const catchUp = (): Promise<void> =>
  expect.poll(() => relay.readMetric('relay_webhook_overdue_seconds'), { interval: 100 }).toBe(0)

test('every metric, label and value that the alerts and dashboards name is reported by a relay', async () => {
  // the first message may be read from the mailbox with the subscription, and not be counted as pushed at once
  const deliverLive = async (): Promise<number> => {
    await deliver()
    return relay.readMetric('relay_delivery_seconds_count{kind="live"}')
  }
  await expect.poll(deliverLive).toBeGreaterThan(0)
  const watched = await connectWatched(1)
  expect((await publish(watched)).result).toBe(true)
  await expect.poll(() => countAttempts('delivered')).toBe(1)
  const { client, end } = await lockTable('relay_messages', 'SHARE')
  const failed = publish(alice)
  const waiting = "datname = current_database() AND wait_event_type = 'Lock'"
  await expect
    .poll(async () => (await client.query(`SELECT FROM pg_stat_activity WHERE ${waiting}`)).rowCount)
    .toBeGreaterThan(0)
  await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${waiting}`)
  expect((await failed).error?.code).toBe(-32_000)
  await end()
  const text = await (await fetch(relay.metricsUrl)).text()
  const { alerts, dashboards } = readMonitoring()
  const expressions = [
    ...alerts.map(({ expression }) => expression),
    ...dashboards.flatMap(({ panels }) => panels.flatMap((panel) => panel.expressions)),
  ]
  expect(findUnknownMetrics(expressions, { relay: text })).toEqual([])
  expect(text).toContain('relay_calls_total{method="irn_publish",code="-32000",outcome="failed"} 1\n')
  expect(text).toContain('relay_webhook_events 0\n')
  expect(text).toContain('latchkey_ready 1\n')
  expect(text).not.toContain(alice.clientId.slice(-8))
  await watched.close()
})

describe.runIf(isLong)('each alert fires for its cause, and only then', () => {
  type Steps = {
    readonly cause?: () => Promise<unknown>
    readonly during?: () => Promise<unknown>
    /** Default: the relay of this process. */
    readonly urls?: readonly string[]
  }

  /** Runs 20 minutes without the cause, then some minutes with it. Returns the alerts that fire only at the end. */
  async function causeAlerts(
    minutes: number,
    { cause, during = deliver, urls = [relay.metricsUrl] }: Steps,
  ): Promise<readonly string[]> {
    const timeline = createTimeline({
      targets: urls.map((url) => ({ job: 'relay', url })),
      move: (milliseconds) => {
        clock.now += milliseconds
      },
      now: () => clock.now,
    })
    await timeline.run(20, deliver)
    const before = await timeline.listFiring()
    await cause?.()
    await timeline.run(minutes, during)
    const after = await timeline.listFiring()
    return after.filter((name) => !before.includes(name))
  }

  test('no alert without a cause, while webhooks are delivered', async () => {
    const watched = await connectWatched(1)
    const during = async (): Promise<void> => {
      await deliver()
      expect((await publish(watched)).result).toBe(true)
      await catchUp()
    }
    expect(await causeAlerts(30, { during })).toEqual([])
    await watched.close()
  })

  test('RelaySlowPublish, RelaySlowDelivery: messages that wait for a lock for three seconds', async () => {
    let step = 0
    const during = async (): Promise<void> => {
      if (step++ % 12 > 0) return deliver()
      const { end } = await lockTable('relay_messages', 'SHARE')
      const delivered = deliver()
      await sleep(3_000)
      clock.now += 3_000
      await end()
      await delivered
    }
    expect(await causeAlerts(20, { during })).toEqual(['RelaySlowDelivery', 'RelaySlowPublish'])
  })

  test('RelayQueue: subscriptions while the messages can’t be read', async () => {
    const clients = [await connect(), await connect(), await connect()]
    let lock: Awaited<ReturnType<typeof lockTable>> | undefined
    const cause = async (): Promise<void> => {
      lock = await lockTable('relay_messages', 'ACCESS EXCLUSIVE')
      for (const client of clients)
        await client.call('irn_batchSubscribe', { topics: Array.from({ length: 500 }, topicOf) })
      await expect.poll(() => relay.readMetric('relay_queue_depth')).toBeGreaterThan(1_000)
    }
    const fired = await causeAlerts(7, { cause, during: async () => undefined })
    await lock?.end()
    expect(fired).toEqual(['RelayQueue'])
    for (const client of clients) await client.close()
    await expect.poll(() => relay.readMetric('relay_queue_depth')).toBe(0)
  })

  test('RelayDatabaseBusy: more calls than connections', async () => {
    const key = randomBytes(32)
    const client = await connect(key)
    let lock: Awaited<ReturnType<typeof lockTable>> | undefined
    const cause = async (): Promise<void> => {
      lock = await lockTable('relay_webhooks', 'SHARE')
    }
    const pending = new Set<Promise<unknown>>()
    const during = async (): Promise<void> => {
      // calls that wait for five seconds fail: keep newer ones waiting
      for (let count = 0; count < 16; count++) {
        const call = register(client, key, 0)
        pending.add(call)
        void call.finally(() => pending.delete(call))
      }
      await expect.poll(() => relay.readMetric('latchkey_database_connections{state="waiting"}')).toBeGreaterThan(0)
    }
    const fired = await causeAlerts(7, { cause, during })
    await lock?.end()
    await Promise.all(pending)
    await client.close()
    await expect.poll(() => relay.readMetric('latchkey_ready')).toBe(1)
    // the check of the database may wait as well: ServiceNotReady
    expect(fired).toContain('RelayDatabaseBusy')
  })

  test('RelayWebhookFailures: services that respond with errors', async () => {
    const watched = await connectWatched(limits.webhooks)
    const before = await countAttempts('failed')
    const cause = async (): Promise<void> => {
      hookStatus = 500
      await publish(watched)
      await expect.poll(() => countAttempts('failed')).toBeGreaterThanOrEqual(before + limits.webhooks)
    }
    const during = async (): Promise<void> => {
      await deliver()
      await catchUp()
    }
    expect(await causeAlerts(8, { cause, during })).toEqual(['RelayWebhookFailures'])
    await endHooks(watched)
  })

  test('RelayWebhookQueue: services that don’t respond', async () => {
    const watched = [
      await connectWatched(limits.webhooks),
      await connectWatched(limits.webhooks),
      await connectWatched(limits.webhooks),
      await connectWatched(limits.webhooks),
    ]
    const cause = async (): Promise<void> => {
      hookStatus = 'hang'
      for (const client of watched) await publish(client)
      await expect.poll(() => hanging.length).toBeGreaterThanOrEqual(8)
    }
    const fired = await causeAlerts(8, { cause })
    // a request has failed as well after ten seconds
    expect(fired.filter((name) => name !== 'RelayWebhookFailures')).toEqual(['RelayWebhookQueue'])
    await endHooks(...watched)
  })

  /** Lets webhooks respond again, until none is waiting. */
  async function endHooks(...watched: readonly TestClient[]): Promise<void> {
    hookStatus = 200
    for (const response of hanging.splice(0)) response.end()
    const countEvents = (): Promise<number> => {
      clock.now += 60_000
      return relay.readMetric('relay_webhook_events')
    }
    await expect.poll(countEvents, { interval: 100 }).toBe(0)
    for (const client of watched) await client.close()
  }

  test('RelayQuotaRefusals: a client that sends too much', async () => {
    const mallory = await connect()
    const during = (): Promise<unknown> => Promise.all(Array.from({ length: 60 }, () => publish(mallory)))
    expect(await causeAlerts(12, { during })).toEqual(['RelayQuotaRefusals'])
    await mallory.close()
  })

  test('RelaySocketsRefused: more sockets from an address than allowed', async () => {
    const others: TestClient[] = []
    const cause = async (): Promise<void> => {
      while ((await relay.readMetric('relay_connections')) < limits.sockets) others.push(await connect())
    }
    const during = (): Promise<unknown> =>
      Promise.all(Array.from({ length: 20 }, () => expect(connect()).rejects.toThrow('429')))
    expect(await causeAlerts(12, { cause, during })).toEqual(['RelaySocketsRefused'])
    for (const client of others) await client.close()
  })

  test('RelayClientsRefused: clients with tokens for another URL', async () => {
    const during = async (): Promise<void> => {
      await deliver()
      const options = { audience: 'wss://other.example.org', issuedAt: Math.floor(clock.now / 1_000) }
      for (let count = 0; count < 5; count++) await expect(connectClient(relay.wsUrl, options)).rejects.toThrow('401')
    }
    expect(await causeAlerts(16, { during })).toEqual(['RelayClientsRefused'])
  })

  test('FileDescriptors, ServiceDown: a process comes close to its limit of open files, and then is killed', async () => {
    const bundle = await bundleProgram('relay')
    const program = await spawnProgram(bundle.file, toRelayEnv(postgres.urls['relay'] ?? ''))
    const urls = [relay.metricsUrl, program.metricsUrl ?? '']
    const max = 300
    await promisify(execFile)('prlimit', ['--pid', String(program.child.pid), `--nofile=${max}:${max}`])
    const clients: TestClient[] = []
    const open = async (): Promise<void> => {
      const url = program.url.replace('http:', 'ws:')
      while (clients.length < max * 0.8) clients.push(await connectClient(url, { audience }))
    }
    expect(await causeAlerts(6, { cause: open, urls })).toEqual(['FileDescriptors'])
    expect(await causeAlerts(3, { cause: () => program.kill('SIGKILL'), urls })).toEqual(['ServiceDown'])
    for (const client of clients) client.socket.terminate()
    await rm(bundle.folder, { recursive: true })
  })

  test('RelayErrors, ServiceNotReady, MetricsMissing: the database is unreachable', async () => {
    const during = async (): Promise<void> => {
      expect((await publish(alice)).error?.code).toBe(-32_000)
    }
    const fired = await causeAlerts(12, { cause: () => postgres.stop(), during })
    expect(fired).toEqual(['MetricsMissing', 'RelayErrors', 'ServiceNotReady'])
  })
})
