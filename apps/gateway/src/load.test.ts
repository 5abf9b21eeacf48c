import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { devAccount, providePostgres, type RunningAnvil, startAnvil, worldMarket } from '@latchkey/devnet'
import { type BundledProgram, bundleProgram, type SpawnedProgram, spawnProgram } from '@latchkey/devnet/programs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './database/database.js'
import {
  driveLoad,
  fillHistory,
  type Load,
  type LoadOptions,
  loadAccounts,
  pinProcess,
  startLoop,
  toLoadAccount,
} from './test/load.js'
import { startWorld, type World } from './test/world.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined
/** Seconds of each part, and of the mixed run at the end, during which memory is measured. */
const seconds = isLong ? { part: 5, mix: Number(process.env['LOAD_SECONDS'] ?? 600) } : { part: 0.3, mix: 0.3 }
const transfers = isLong ? 1_000_000 : 10_000
const setups = [
  { processes: 1, clients: 1 },
  { processes: 1, clients: 16 },
  { processes: 2, clients: 16 },
]
const processors = availableParallelism()
/** Targets of the long form: 99th percentile of history pages in ms, and the factor that a second process adds. */
const targets = { p99: 20, scaling: 1.7 }
/** Pages of history per second, for response times at loads that one process can keep up with. */
const arrivalRates = [200, 500]
/** Shares of a processor, one per gateway; transfers in the history that they read; rounds, and seconds per round. */
const shares = { count: 4, transfers: 100_000, rounds: 5, seconds: 2 }
const chainId = 424_242
const chain = `eip155:${chainId}`

let world: World
let node: RunningAnvil
let bundle: BundledProgram
let folder: string
const gateways: SpawnedProgram[] = []

beforeAll(async () => {
  ;[world, node, bundle, folder] = await Promise.all([
    startWorld(),
    startAnvil({ chainId }),
    bundleProgram('gateway'),
    mkdtemp(join(tmpdir(), 'latchkey-load-')),
  ])
  const [first] = world.chains
  // its first block is never reached: the test writes its history itself
  const filled = { ...first, caipNetworkId: chain, rpcUrl: node.url, index: { fromBlock: 4_000_000_000 } }
  await writeFile(join(folder, 'chains.json'), JSON.stringify([...world.chains, filled]))
  await writeFile(join(folder, 'filled.json'), JSON.stringify([filled]))
  await prepareHistory(world.databaseUrl, transfers)
  for (let index = 0; index < 2; index++) gateways.push(await spawnProgram(bundle.file, toEnv()))
}, 600_000)
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.kill('SIGTERM')))
  await Promise.all([world?.stop(), node?.stop()])
  for (const path of [folder, bundle?.folder]) if (path) await rm(path, { recursive: true, force: true })
})

const prepareHistory = async (databaseUrl: string, count: number): Promise<void> => {
  const database = openDatabase({ url: databaseUrl, warn: () => undefined })
  await database.query('SELECT 1', [])
  await database.close()
  await fillHistory({ databaseUrl, chain, transfers: count })
}
const toEnv = (): Readonly<Record<string, string>> => ({
  DATABASE_URL: world.databaseUrl,
  CHAINS_FILE: join(folder, 'chains.json'),
  LOG_REQUESTS: '0',
  QUOTA_PER_CLIENT: '999999999',
  QUOTA_PER_PROJECT: '999999999',
  METRICS_PORT: '0',
})

const pick = (count: number): number => Math.floor(Math.random() * count)
// derived once: this takes longer than a response
const owner = devAccount(0).address
const balance = (accounts: number, query: string) => (): string =>
  `/v1/account/0x${pick(accounts)}${owner.slice(3, -1).toLowerCase()}0/balance?chainId=eip155:31337&projectId=p${query}`
const history = (body: Buffer): string => {
  // `next` is at the end of the body
  const next = /"next":"([\w-]+)"}$/.exec(body.toString('latin1', Math.max(0, body.length - 400)))?.[1]
  const path = `/v1/account/${toLoadAccount(Math.random() < 0.2 ? 0 : pick(loadAccounts))}/history?chainId=${chain}&projectId=p`
  // half of the requests are for a later page
  return next !== undefined && Math.random() < 0.5 ? `${path}&cursor=${next}` : path
}
const quote = (): string => {
  const id = 'eip155:31337'
  const params = {
    amount: String(10n ** 18n + BigInt(pick(1_000_000))),
    userAddress: `${id}:${owner}`,
    from: `${id}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`,
    to: `${id}:${worldMarket.usd.address}`,
    gasPrice: '1000000000',
    projectId: 'p',
  }
  return `/v1/convert/quotes?${new URLSearchParams(params).toString()}`
}

const parts = {
  'balance, cached': balance(2, ''),
  'balance, uncached': balance(10, '&forceUpdate=true'),
  'history, a page': history,
  'quote of a swap': quote,
}
type Drive = Omit<LoadOptions, 'origins'> & { readonly processes: number }
const drive = ({ processes, ...options }: Drive): Promise<Load> =>
  driveLoad({ ...options, origins: gateways.slice(0, processes).map(({ url }) => url) })
/** The sum of a metric over gateways. */
const readMetric = async (name: string, all: readonly SpawnedProgram[]): Promise<number> => {
  const values = all.map(async ({ metricsUrl }) => {
    const text = await (await fetch(`${metricsUrl}/metrics`)).text()
    return Number(new RegExp(`^${name} ([\\d.]+)$`, 'm').exec(text)?.[1])
  })
  return (await Promise.all(values)).reduce((sum, value) => sum + value, 0)
}
/** Nothing failed, and no gateway warned. */
const expectClean = (name: string, { count, failed }: Load, all: readonly SpawnedProgram[] = gateways): void => {
  expect([name, failed, ...all.map(({ getWarnings }) => getWarnings())]).toEqual([name, 0, ...all.map(() => '')])
  expect(count).toBeGreaterThan(0)
}

/** Pages per second, and processor time of a gateway per page in milliseconds. */
type Measured = { readonly rate: number; readonly cost: number }

let scaling = 'Not measured: it needs Linux and two processors.'

// pins processes to processors with `taskset`
test.runIf(isLong && process.platform === 'linux' && processors > 1)(
  'two gateways with the same share of a processor serve nearly twice as many pages as one',
  { timeout: 600_000 },
  async () => {
    const stops: (() => unknown)[] = [() => pinProcess(process.pid, `0-${processors - 1}`)]
    // this process, and the database that it starts
    pinProcess(process.pid, '1')
    try {
      const postgres = await providePostgres()
      stops.unshift(postgres.stop)
      const databaseUrl = postgres.urls['gateway'] ?? ''
      await prepareHistory(databaseUrl, shares.transfers)
      const pair: SpawnedProgram[] = []
      const env = { ...toEnv(), DATABASE_URL: databaseUrl, CHAINS_FILE: join(folder, 'filled.json') }
      for (let index = 0; index < 2; index++) {
        const gateway = await spawnProgram(bundle.file, env)
        stops.unshift(() => gateway.kill('SIGTERM'))
        pinProcess(gateway.child.pid ?? 0, '0')
        pair.push(gateway)
      }
      const read = async (used: readonly SpawnedProgram[], duration = shares.seconds): Promise<Load> => {
        const origins = used.map(({ url }) => url)
        const load = await driveLoad({ origins, clients: 16 * used.length, seconds: duration, next: history })
        expectClean('history', load, pair)
        return load
      }
      // until the code is compiled and the pages are in memory
      await read(pair, seconds.part)
      const measure = async (count: number): Promise<Measured> => {
        const loops = Array.from({ length: shares.count - count }, startLoop)
        try {
          for (const { pid } of loops) pinProcess(pid ?? 0, '0')
          const used = pair.slice(0, count)
          const before = await readMetric('process_cpu_seconds_total', used)
          const { count: pages, rate } = await read(used)
          const spent = (await readMetric('process_cpu_seconds_total', used)) - before
          return { rate, cost: (spent * 1_000) / pages }
        } finally {
          for (const loop of loops) loop.kill('SIGKILL')
        }
      }
      const rounds: { readonly one: Measured; readonly two: Measured }[] = []
      // alternating, so that whatever else the machine does slows both
      for (let round = 0; round < shares.rounds; round++) rounds.push({ one: await measure(1), two: await measure(2) })
      const toFactor = ({ one, two }: (typeof rounds)[number]): number => two.rate / one.rate
      rounds.sort((a, b) => toFactor(a) - toFactor(b))
      const middle = rounds[Math.floor(rounds.length / 2)]
      if (!middle) throw new Error('There was no round.')
      const factor = toFactor(middle)
      const row = (count: number, { rate, cost }: Measured): string =>
        `| ${count} | ${rate.toFixed(0)} | ${cost.toFixed(2)} ms |`
      scaling = `| Processes | Pages a second | Processor time of a gateway per page |
| --- | --- | --- |
${row(1, middle.one)}
${row(2, middle.two)}

Two serve ${factor.toFixed(2)} times as many as one: the median of ${shares.rounds} rounds, ${rounds.map((round) => toFactor(round).toFixed(2)).join(', ')}.`
      expect(factor).toBeGreaterThanOrEqual(targets.scaling)
    } finally {
      for (const stop of stops) await stop()
    }
  },
)

test('answers concurrent clients without errors from one and two processes with a long history', {
  timeout: 3_600_000,
}, async () => {
  const rows: string[] = []
  const before = loadavg()[0] ?? 0
  /** The 99th percentiles of history pages at loads with idle time. */
  const slowest: number[] = []
  const measure = async (name: string, options: Drive): Promise<void> => {
    const load = await drive(options)
    expectClean(name, load)
    const { rate, median, p99 } = load
    const { processes, clients, arrivals } = options
    const asking = arrivals === undefined ? `${clients}` : `${arrivals} a second`
    const figures = [rate.toFixed(0), `${median.toFixed(1)} ms`, `${p99.toFixed(1)} ms`]
    rows.push(`| ${[name, processes, asking, ...figures].join(' | ')} |`)
    if (options.next === history && (clients === 1 || arrivals !== undefined)) slowest.push(p99)
  }
  for (const setup of setups)
    for (const [name, next] of Object.entries(parts)) await measure(name, { ...setup, seconds: seconds.part, next })
  for (const arrivals of arrivalRates)
    await measure('history, a page', { processes: 1, clients: 16, arrivals, seconds: seconds.part, next: history })
  const all = Object.values(parts)
  const sizes: number[] = []
  for (let part = 0; part < 5; part++) {
    const next = (body: Buffer): string => all[pick(all.length)]?.(body) ?? ''
    expectClean('mix', await drive({ processes: 2, clients: 16, seconds: seconds.mix / 5, next }))
    sizes.push((await readMetric('process_resident_memory_bytes', gateways)) / 1_048_576)
  }
  if (!isLong) return
  await writeFile(new URL('../../../bench/GATEWAY.md', import.meta.url), toText(rows, { sizes, before }))
  expect(slowest).toHaveLength(1 + arrivalRates.length)
  expect(Math.max(...slowest)).toBeLessThanOrEqual(targets.p99)
  // after the first fifth, in which caches fill
  expect(sizes.at(-1)).toBeLessThan((sizes[0] ?? 0) * 1.25)
})

function toText(
  rows: readonly string[],
  { sizes, before }: { readonly sizes: readonly number[]; readonly before: number },
): string {
  const memory = sizes.map((size) => `${size.toFixed(0)} MiB`).join(', ')
  return `# Load of the gateway

Written by the long form of \`apps/gateway/src/load.test.ts\` (\`npm run test:long\`); do not edit. Clients, gateways, PostgreSQL and the chain
share ${processors} processors; at the start, the load average of the machine was ${before.toFixed(1)}. The history has ${transfers.toLocaleString('en')} transfers of
${loadAccounts.toLocaleString('en')} accounts; half of the requests are for a later page. Each row took ${seconds.part} s.

Each client sends its next request as soon as it has a response. In the rows with a number of requests a second, requests are due at that
rate, and response times count from then, even if no client was free.

| What | Processes | Clients | Responses a second | Median | 99th percentile |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

The target for a page of history: 99 of 100 within ${targets.p99} ms, for one client and at each number of requests a second. 16 clients that never
pause always keep a process busy: their response time is how long 16 pages take.

Memory of both processes after each fifth of a mixed run of ${seconds.mix} s: ${memory}.

## A second process

Above, the clients and PostgreSQL compete with the gateways for the processors, so a second process can't add much. This is measured
with gateways that are the bottleneck: they are pinned to one processor, which ${shares.count} processes share that always want it, the gateways and
otherwise empty loops, so that each gateway has 1/${shares.count} of it. The clients and PostgreSQL are pinned to another processor. 16 clients for each
gateway read a history of ${shares.transfers.toLocaleString('en')} transfers, for ${shares.seconds} s in each round, after a warm-up.

${scaling}

The target: ${targets.scaling} times.
`
}
