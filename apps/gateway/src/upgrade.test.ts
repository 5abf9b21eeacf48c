import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  devAccount,
  type ProvidedPostgres,
  providePostgres,
  type RunningAnvil,
  type RunningBalancer,
  startAnvil,
  startBalancer,
  toGatewayChains,
} from '@latchkey/devnet'
import { type BundledProgram, bundleProgram, type SpawnedProgram, spawnProgram } from '@latchkey/devnet/programs'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from './database/migrations.js'
import { callNode, sendCall } from './test/localCalls.js'
import { createVisitor, visitorOrigin } from './test/visitor.js'
import { networks } from './test/world.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined
/** Each round is on a new database. */
const { rounds, users } = isLong ? { rounds: 8, users: 8 } : { rounds: 1, users: 2 }

const version = migrations.length
const expand = [
  "ALTER TABLE siwx_sessions ADD COLUMN device text NOT NULL DEFAULT ''",
  'CREATE INDEX siwx_sessions_device ON siwx_sessions (device)',
  'ALTER TABLE chain_transactions ADD COLUMN fee text',
]
// all releases run the same code, so it drops what none of them reads
const contract = { statements: ['ALTER TABLE siwx_sessions DROP COLUMN device'], needs: version + 1 }
/** The next release expands the schema. The last one contracts it, which excludes the older one. */
const steps = { older: [], newer: [expand], last: [expand, contract] } as const
type Release = keyof typeof steps

const chain = 'eip155:31337'
const recipient = `0x${'dd'.repeat(20)}`
const history = `/v1/account/${recipient}/history?chainId=${chain}&projectId=p`

let folder: string
let node: RunningAnvil
let bundles: Readonly<Record<Release, BundledProgram>>

beforeAll(async () => {
  ;[folder, node] = await Promise.all([mkdtemp(join(tmpdir(), 'latchkey-upgrade-')), startAnvil({ chainId: 31_337 })])
  const [older, newer, last] = await Promise.all(Object.values(steps).map((next) => bundleProgram('gateway', { next })))
  if (!older || !newer || !last) throw new Error('A release is missing.')
  bundles = { older, newer, last }
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chains = toGatewayChains({ evm: [{ id: 31_337, name: 'Local', rpcUrl: node.url, nativeCurrency }] })
  await writeFile(join(folder, 'chains.json'), JSON.stringify(chains))
  await writeFile(join(folder, 'networks.json'), JSON.stringify(networks))
})
afterAll(async () => {
  await node?.stop()
  for (const path of [folder, ...Object.values(bundles ?? {}).map((bundle) => bundle.folder)])
    if (path) await rm(path, { recursive: true, force: true })
})

type World = {
  readonly databaseUrl: string
  readonly start: (release: Release, env?: Readonly<Record<string, string>>) => Promise<SpawnedProgram>
  /** Runs the command `migrate` of a release. Returns its exit code. */
  readonly migrate: (release: Release) => Promise<number | null>
  /** Stops the gateways that still run. Returns the exit code of each that was started, and what it wrote to stderr. */
  readonly stop: () => Promise<readonly (readonly [number | null, string])[]>
}

/** An empty database and the gateways on it, which end with the test. */
async function openWorld(): Promise<World> {
  const postgres: ProvidedPostgres = await providePostgres()
  const started: SpawnedProgram[] = []
  onTestFinished(async () => {
    await Promise.all(started.map(({ kill }) => kill('SIGKILL')))
    await postgres.stop()
  })
  const shared = {
    DATABASE_URL: postgres.urls['gateway'] ?? '',
    CHAINS_FILE: join(folder, 'chains.json'),
    SIWX_ORIGINS: visitorOrigin,
    SIWX_NETWORKS_FILE: join(folder, 'networks.json'),
    QUOTA_PER_CLIENT: '0',
    QUOTA_PER_PROJECT: '0',
    LOG_REQUESTS: '0',
    DRAIN_SECONDS: '5',
    MIGRATE: '0',
  }
  return {
    databaseUrl: shared.DATABASE_URL,
    async start(release, env = {}) {
      const gateway = await spawnProgram(bundles[release].file, { ...shared, ...env })
      started.push(gateway)
      return gateway
    },
    migrate: async (release) => (await spawnProgram(bundles[release].file, shared, ['migrate'])).ended,
    stop: () =>
      Promise.all(
        started.map(async ({ child, ended, getWarnings }) => {
          // a second signal would end it at once
          if (!child.killed) child.kill('SIGTERM')
          return [await ended, getWarnings()] as const
        }),
      ),
  }
}

const toPorts = (gateways: readonly SpawnedProgram[]): [number, ...number[]] =>
  gateways.map(({ url }) => Number(new URL(url).port)) as [number, ...number[]]

/** Waits like a load balancer, which uses a gateway while it is ready and has `DRAIN_SECONDS` to notice that it isn't. */
const untilStatus = ({ url }: SpawnedProgram, status: 200 | 503): Promise<void> =>
  expect.poll(async () => (await fetch(`${url}/ready`)).status, { interval: 20 }).toBe(status)

/** Users who sign in, read and sign out at a URL, one request after the other. */
function startUsers(url: string): { readonly counts: Counts; readonly stop: () => Promise<void> } {
  const counts: Counts = { requests: 0, signIns: 0, slowest: 0, failures: [] }
  let isOn = true
  const use = async (index: number): Promise<void> => {
    const visitor = createVisitor(index)
    const timed = async <value>(request: Promise<value>): Promise<value> => {
      const begun = performance.now()
      const value = await request
      counts.requests++
      counts.slowest = Math.max(counts.slowest, performance.now() - begun)
      return value
    }
    const ask = async (request: Promise<Response>, status: number): Promise<void> => {
      const response = await timed(request)
      const text = await response.text()
      if (response.status !== status) counts.failures.push(`${response.url}: ${response.status} ${text}`)
    }
    while (isOn)
      try {
        const signIn = await timed(visitor.sign(url))
        await ask(visitor.post(`${url}/siwx/verify`, signIn), 200)
        await ask(visitor.get(`${url}/members`), 200)
        await ask(visitor.get(`${url}${history}`), 200)
        await ask(visitor.post(`${url}/siwx/sign-out`, { address: visitor.address }), 204)
        await ask(visitor.get(`${url}/members`), 401)
        counts.signIns++
      } catch (cause) {
        counts.failures.push(cause)
      }
  }
  const all = Array.from({ length: users }, (_, index) => use(index))
  return {
    counts,
    async stop() {
      isOn = false
      await Promise.all(all)
    },
  }
}

type Counts = {
  requests: number
  signIns: number
  /** Milliseconds. */
  slowest: number
  readonly failures: unknown[]
}

type Rollout = {
  readonly balancer: RunningBalancer
  readonly running: readonly SpawnedProgram[]
  readonly world: World
}

/** Replaces gateways one after the other, so that both releases serve for a while. Returns the new ones. The others may still drain. */
async function roll(
  { balancer, running, world }: Rollout,
  release: Release,
  env: Readonly<Record<string, string>>,
): Promise<readonly SpawnedProgram[]> {
  let serving = running
  const lead = async (next: readonly SpawnedProgram[]): Promise<void> => {
    serving = next
    balancer.lead(toPorts(next))
    const responded = (): boolean => balancer.counts().every((count) => count > users)
    await expect.poll(responded, { interval: 20 }).toBe(true)
    // for the indexer, which is one of the gateways
    await sendCall(node.url, { from: devAccount(0).address, to: recipient, value: 1n })
  }
  const next = await Promise.all(running.map(() => world.start(release, env)))
  for (const [index, gateway] of running.entries()) {
    const [other = gateway] = next.slice(index)
    await untilStatus(other, 200)
    await lead([...serving, other])
    gateway.child.kill('SIGTERM')
    await untilStatus(gateway, 503)
    await lead(serving.filter((one) => one !== gateway))
  }
  return serving
}

describe('gateways that are replaced by another release under load', {
  timeout: isLong ? 3_600_000 : 240_000,
}, () => {
  test('fail no request during upgrade, rollback, second upgrade and schema contraction', async () => {
    const sum = { rounds, users, rollouts: 0, requests: 0, signIns: 0, slowest: 0 }
    for (let round = 0; round < rounds; round++) {
      const world = await openWorld()
      expect(await world.migrate('older')).toBe(0)
      let running: readonly SpawnedProgram[] = [await world.start('older'), await world.start('older')]
      const balancer = await startBalancer({ port: 0, ports: toPorts(running) })
      onTestFinished(balancer.stop)
      const { counts, stop } = startUsers(balancer.url)
      onTestFinished(stop)
      for (const release of ['newer', 'older', 'newer', 'last'] as const) {
        // migrated by the command or by the gateways that start; on rollback, there is nothing to migrate
        const byCommand = (release === 'last') === (round % 2 === 1)
        if (byCommand) expect(await world.migrate(release)).toBe(0)
        running = await roll({ balancer, running, world }, release, { MIGRATE: byCommand ? '0' : '1' })
        sum.rollouts++
      }
      await stop()
      expect(counts.failures).toEqual([])
      expect(counts.signIns).toBeGreaterThan(0)
      sum.requests += counts.requests
      sum.signIns += counts.signIns
      sum.slowest = Math.max(sum.slowest, Math.round(counts.slowest))

      const client = new Client({ connectionString: world.databaseUrl })
      await client.connect()
      onTestFinished(() => client.end())
      const read = async (text: string): Promise<unknown> => (await client.query(text)).rows[0]
      expect(await read('SELECT max(version) AS version, max(needs) AS needs FROM latchkey_migrations')).toEqual({
        version: version + 2,
        needs: version + 1,
      })
      // no block is missing, and none was indexed twice
      const balance = BigInt(String(await callNode(node.url, 'eth_getBalance', recipient, 'latest')))
      const sumUp = `SELECT sum(amount)::text AS wei FROM chain_transfers WHERE recipient = '${recipient}'`
      await expect.poll(() => read(sumUp)).toEqual({ wei: String(balance) })
      // two at the start, and two for each rollout; none logged a warning
      expect(await world.stop()).toEqual(Array.from({ length: 10 }, () => [0, '']))
    }
    if (isLong) console.log(JSON.stringify(sum))
  })

  test('error: do not start if the schema is too old (naming the migrate command) or excludes their release', async () => {
    const { migrate, start } = await openWorld()
    expect(await migrate('newer')).toBe(0)
    await expect(start('last')).rejects.toThrow(
      `The database has version ${version + 1} of the schema, and this program needs version ${version + 2}. Migrate it first: node dist/main.js migrate.`,
    )
    expect(await migrate('last')).toBe(0)
    await start('newer')
    const starts = ['0', '1'].map((MIGRATE) =>
      expect(start('older', { MIGRATE })).rejects.toThrow('start a newer release'),
    )
    await Promise.all([...starts, expect(migrate('older')).resolves.toBe(1)])
  })
})
