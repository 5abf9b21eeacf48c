import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, type ProvidedPostgres, providePostgres } from '@latchkey/devnet'
import { type BundledProgram, bundleProgram, type SpawnedProgram, spawnProgram } from '@latchkey/devnet/programs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { migrate } from './database.js'
import { connectClient, type TestClient } from './testing/client.js'
import { audience, readMetric, toRelayEnv } from './testing/startTestRelay.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined

/** Messages of the soak, its topics, and milliseconds between two disturbances. */
const soak = { messages: isLong ? 10_000 : 1_000, topics: 20, pause: 400 }
/** Idle sockets whose memory is measured, and messages for the rate and the latencies. */
const load = { sockets: isLong ? 5_000 : 200, messages: isLong ? 50_000 : 1_000, paced: isLong ? 6_000 : 200 }
/** KiB. */
const memoryPerSocket = 20

const topicOf = (): string => randomBytes(32).toString('hex')

type Peer = {
  /** The socket right now. */
  readonly current: () => TestClient | undefined
  readonly stop: () => void
}

/** Keeps a client connected to one of the processes, as real clients do: `onOpen` runs with each new socket. */
function keepConnected(urls: readonly string[], onOpen: (client: TestClient) => void): Peer {
  const key = randomBytes(32)
  let client: TestClient | undefined
  let isStopped = false
  const keep = async (): Promise<void> => {
    while (!isStopped) {
      try {
        client = await connectClient(urls[randomInt(urls.length)] ?? '', { audience, key })
        const closed = once(client.socket, 'close')
        onOpen(client)
        await closed
      } catch {
        // that process is down: the next attempt may reach another one
        await sleep(50)
      }
      client = undefined
    }
  }
  void keep()
  return {
    current: () => client,
    stop: () => {
      isStopped = true
      client?.socket.terminate()
    },
  }
}

const toPercentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

describe('two processes of the relay', () => {
  let postgres: ProvidedPostgres
  let bundle: BundledProgram
  const figures: Record<string, number> = {}
  const begin = { load: loadavg()[0] ?? 0 }
  beforeAll(async () => {
    ;[postgres, bundle] = await Promise.all([
      providePostgres({ databases: ['relay'], isDurable: isLong }),
      bundleProgram('relay'),
    ])
    await migrate(postgres.urls['relay'] ?? '')
  })
  afterAll(async () => {
    await postgres?.stop()
    if (bundle) await rm(bundle.folder, { recursive: true, force: true })
  })
  const spawnRelay = (port: number, metricsPort = 0): Promise<SpawnedProgram> =>
    spawnProgram(bundle.file, {
      ...toRelayEnv(postgres.urls['relay'] ?? ''),
      RELAY_PORT: `${port}`,
      RELAY_METRICS_PORT: `${metricsPort}`,
      RELAY_MESSAGES_PER_CLIENT: '0',
      RELAY_MESSAGES_PER_ADDRESS: '0',
      RELAY_BYTES_PER_ADDRESS: '0',
      RELAY_MESSAGES_PER_PROJECT: '0',
      RELAY_MESSAGES_PER_TOPIC: '0',
      RELAY_SOCKETS_PER_ADDRESS: '0',
    })

  it(`deliver each of ${soak.messages} messages in order, and to the app once, while sockets are cut and processes are killed`, async () => {
    const ports = [await findFreePort(), await findFreePort()]
    const urls = ports.map((port) => `ws://127.0.0.1:${port}`)
    const relays = await Promise.all(ports.map((port) => spawnRelay(port)))
    const peers: Peer[] = []
    const perTopic = soak.messages / soak.topics
    const seen: string[][] = []
    let isOver = false
    let transported = 0

    const publishAll = (topic: string): void => {
      let next = 0
      // one message after the other; on a new socket, starts again from the first one without a response
      const peer = keepConnected(urls, (client) => {
        const publish = async (): Promise<void> => {
          while (next < perTopic && client.socket.readyState === client.socket.OPEN) {
            const { result } = await client.call('irn_publish', { topic, message: `${next}`, ttl: 3_600 })
            if (result === true) next += 1
          }
        }
        void publish()
      })
      peers.push(peer)
    }
    const subscribe = (topic: string): void => {
      const messages: string[] = []
      const known = new Set<string>()
      seen.push(messages)
      const peer = keepConnected(urls, (client) => {
        client.onPush(({ message }) => {
          transported += 1
          // as clients of WalletConnect do, by the hash of the message
          if (known.has(message)) return
          known.add(message)
          messages.push(message)
        })
        void client.call('irn_subscribe', { topic })
      })
      peers.push(peer)
    }
    for (let n = 0; n < soak.topics; n++) {
      const topic = topicOf()
      subscribe(topic)
      publishAll(topic)
    }
    const count = (): number => seen.reduce((sum, messages) => sum + messages.length, 0)
    const disturb = async (): Promise<void> => {
      // however fast the messages are, most of them are still to come when the first process is killed
      await vi.waitFor(() => expect(count()).toBeGreaterThan(soak.messages / 20), { timeout: 50_000, interval: 10 })
      for (let turn = 0; !isOver; turn++) {
        if (turn > 0) await sleep(soak.pause)
        for (const peer of peers) if (randomInt(4) === 0) peer.current()?.socket.terminate()
        figures['cuts'] = (figures['cuts'] ?? 0) + 1
        if (turn % 4 !== 0) continue
        const index = randomInt(ports.length)
        await relays[index]?.kill('SIGKILL')
        figures['kills'] = (figures['kills'] ?? 0) + 1
        relays[index] = await spawnRelay(ports[index] ?? 0)
      }
    }
    const disturbing = disturb()
    await vi.waitFor(() => expect(count()).toBe(soak.messages), { timeout: isLong ? 540_000 : 55_000, interval: 100 })
    isOver = true
    await disturbing
    for (const peer of peers) peer.stop()
    await Promise.all(relays.map(({ kill }) => kill('SIGKILL')))
    const expected = Array.from({ length: perTopic }, (_, n) => `${n}`)
    for (const messages of seen) expect(messages).toEqual(expected)
    expect(figures['kills'] ?? 0).toBeGreaterThan(0)
    figures['repeated'] = transported - soak.messages
  })

  it(`hold ${load.sockets} idle sockets, and deliver messages at a rate and with latencies that are measured`, async () => {
    const metricsPort = await findFreePort()
    const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
    const [one, other] = await Promise.all([spawnRelay(0, metricsPort), spawnRelay(0)])
    const urls = [one, other].map(({ url }) => url.replace('http:', 'ws:'))
    const connect = (index: number): Promise<TestClient> => connectClient(urls[index] ?? '', { audience })

    // a first round, so that compiled code and buffers don't count
    const readRss = (): Promise<number> => readMetric(metricsUrl, 'process_resident_memory_bytes')
    const openIdle = async (count: number): Promise<readonly TestClient[]> => {
      const clients: TestClient[] = []
      while (clients.length < count) {
        const some = await Promise.all(Array.from({ length: Math.min(100, count - clients.length) }, () => connect(0)))
        await Promise.all(some.map((client) => client.call('irn_subscribe', { topic: topicOf() })))
        clients.push(...some)
      }
      await sleep(isLong ? 10_000 : 0)
      return clients
    }
    const warmUp = await openIdle(load.sockets / 10)
    const before = await readRss()
    const idle = await openIdle(load.sockets)
    figures['memory'] = (await readRss()) - before
    expect(await readMetric(metricsUrl, 'relay_connections')).toBe(warmUp.length + idle.length)
    if (isLong) expect(figures['memory'] / idle.length / 1_024).toBeLessThanOrEqual(memoryPerSocket)
    for (const { socket } of [...idle, ...warmUp]) socket.terminate()

    // publishers at one process, subscribers at the other
    const pairs = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const [alice, bob, topic] = [await connect(0), await connect(1), topicOf()]
        await bob.call('irn_subscribe', { topic })
        return { alice, bob, topic }
      }),
    )
    const countPushed = (): number => pairs.reduce((sum, { bob }) => sum + bob.pushed.length, 0)
    const message = (n: number): string => `${n} ${Date.now()} `.padEnd(1_024, 'x')
    const start = performance.now()
    await Promise.all(
      pairs.map(async ({ alice, topic }) => {
        for (let n = 0; n < load.messages / pairs.length; n += 25)
          await Promise.all(
            Array.from({ length: 25 }, (_, k) =>
              alice.call('irn_publish', { topic, message: message(n + k), ttl: 300 }),
            ),
          )
      }),
    )
    await vi.waitFor(() => expect(countPushed()).toBe(load.messages), { timeout: 50_000, interval: 10 })
    figures['rate'] = load.messages / ((performance.now() - start) / 1_000)

    // at a rate that leaves room: 100 a second
    const latencies: number[] = []
    for (const { bob } of pairs)
      bob.onPush(({ message: text }) => latencies.push(Date.now() - Number(text.split(' ')[1])))
    for (let n = 0; n < load.paced; n++) {
      const { alice, topic } = pairs[n % pairs.length] as (typeof pairs)[number]
      void alice.call('irn_publish', { topic, message: message(load.messages + n), ttl: 300 })
      await sleep(10)
    }
    await vi.waitFor(() => expect(latencies).toHaveLength(load.paced), { timeout: 20_000 })
    latencies.sort((a, b) => a - b)
    figures['median'] = toPercentile(latencies, 0.5)
    figures['p99'] = toPercentile(latencies, 0.99)
    for (const { alice, bob } of pairs) for (const { socket } of [alice, bob]) socket.terminate()
    await Promise.all([one, other].map(({ kill }) => kill('SIGKILL')))
    if (isLong) await writeFile(new URL('../../../bench/RELAY.md', import.meta.url), toReport(figures, begin.load))
  })

  it('stay below the memory limit in the committed figures', async () => {
    const report = await readFile(new URL('../../../bench/RELAY.md', import.meta.url), 'utf8')
    const [, memory] = /\| Memory per idle socket \| +([\d.]+) KiB/.exec(report.replaceAll(/ +\|/g, ' |')) ?? []
    expect(Number(memory)).toBeLessThanOrEqual(memoryPerSocket)
  })
})

function toReport(figures: Readonly<Record<string, number>>, atStart: number): string {
  const figure = (name: string, digits = 0): string => (figures[name] ?? 0).toFixed(digits)
  const kib = ((figures['memory'] ?? 0) / load.sockets / 1_024).toFixed(1)
  return `# Load of the relay

Written by the long form of \`apps/relay/src/soak.test.ts\` (\`npm run test:long\`); do not edit. Clients, two processes of the relay and
PostgreSQL, which syncs each commit to disk, share ${availableParallelism()} processors; at the start, the load average of the machine was ${atStart.toFixed(1)}.

| What                   | Measured |
| ---------------------- | -------- |
| Messages a second      | ${figure('rate')} |
| Latency, median        | ${figure('median')} ms |
| Latency, p99           | ${figure('p99')} ms |
| Idle sockets           | ${load.sockets} |
| Memory per idle socket | ${kib} KiB |

Messages have 1 KiB. They are published at one process and pushed by the other. The rate is that of 8 publishers with 25 messages under
way each, ${load.messages.toLocaleString('en')} messages in all. Latency is the time from \`irn_publish\` to \`irn_subscription\` at 100 messages a second. Memory is what the
resident size of a process grows by, with a subscription for each socket.

## Soak

${soak.messages.toLocaleString('en')} messages in ${soak.topics} topics arrived, each in order and at the app once, while every fourth client lost its socket ${figure('cuts')} times and a process
was killed (SIGKILL) and started again ${figure('kills')} times. Repeated pushes, which clients recognize: ${figure('repeated')}.
`
}
