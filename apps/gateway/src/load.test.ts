import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { devAccount, type RunningAnvil, startAnvil, worldMarket } from '@latchkey/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './database/database.js'
import { bundleGateway, type SpawnedGateway, spawnGateway } from './test/gatewayProcess.js'
import { driveLoad, fillHistory, type Load, loadAccounts, toLoadAccount } from './test/load.js'
import { startWorld, type World } from './test/world.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined
/** Seconds of each part, and of the whole mix at the end, in which memory is looked at. */
const seconds = isLong ? { part: 5, mix: Number(process.env['LOAD_SECONDS'] ?? 600) } : { part: 0.3, mix: 0.3 }
const transfers = isLong ? 1_000_000 : 10_000
const setups = [
  { processes: 1, clients: 1 },
  { processes: 1, clients: 16 },
  { processes: 2, clients: 16 },
]
const chainId = 424_242
const chain = `eip155:${chainId}`

let world: World
let node: RunningAnvil
let bundle: Awaited<ReturnType<typeof bundleGateway>>
let folder: string
const gateways: SpawnedGateway[] = []

beforeAll(async () => {
  ;[world, node, bundle, folder] = await Promise.all([
    startWorld(),
    startAnvil({ chainId }),
    bundleGateway(),
    mkdtemp(join(tmpdir(), 'latchkey-load-')),
  ])
  const [first] = world.chains
  // one whose blocks are never reached: what is to be read of it is written by the test
  const filled = { ...first, caipNetworkId: chain, rpcUrl: node.url, index: { fromBlock: 4_000_000_000 } }
  await writeFile(join(folder, 'chains.json'), JSON.stringify([...world.chains, filled]))
  const database = openDatabase({ url: world.databaseUrl, warn: () => undefined })
  await database.query('SELECT 1', [])
  await database.close()
  await fillHistory({ databaseUrl: world.databaseUrl, chain, transfers })
  for (let index = 0; index < 2; index++) gateways.push(await spawnGateway(bundle.file, toEnv()))
}, 600_000)
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.kill('SIGTERM')))
  await Promise.all([world?.stop(), node?.stop()])
  for (const path of [folder, bundle?.folder]) if (path) await rm(path, { recursive: true, force: true })
})

const toEnv = (): Readonly<Record<string, string>> => ({
  DATABASE_URL: world.databaseUrl,
  CHAINS_FILE: join(folder, 'chains.json'),
  LOG_REQUESTS: '0',
  QUOTA_PER_CLIENT: '999999999',
  QUOTA_PER_PROJECT: '999999999',
  OPERATOR_TOKEN: operatorToken,
})

const operatorToken = 'the-token-of-the-operator'
const pick = (count: number): number => Math.floor(Math.random() * count)
// derived once: that takes longer than an answer
const owner = devAccount(0).address
const balance = (accounts: number, query: string) => (): string =>
  `/v1/account/0x${pick(accounts)}${owner.slice(3, -1).toLowerCase()}0/balance?chainId=eip155:31337&projectId=p${query}`
const history = (body: string): string => {
  const next = /"next":"([\w-]+)"/.exec(body)?.[1]
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
type Drive = { readonly processes: number; readonly clients: number; readonly seconds: number }
const drive = ({ processes, ...options }: Drive, next: (body: string) => string): Promise<Load> => {
  let turn = 0
  const toUrl = (body: string): string => `${gateways[turn++ % processes]?.url ?? ''}${next(body)}`
  return driveLoad({ ...options, next: toUrl })
}
/** MiB, of both. */
const readMemory = async (): Promise<number> => {
  const sizes = gateways.map(async ({ url }) => {
    const text = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${operatorToken}` } })).text()
    return Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)?.[1]) / 1_048_576
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('answers all who ask at once, by one process and by two, out of a long history', {
  timeout: 3_600_000,
}, async () => {
  const rows: string[] = []
  const before = loadavg()[0] ?? 0
  let alone = 0
  for (const setup of setups) {
    for (const [name, next] of Object.entries(parts)) {
      const { count, failed, rate, median, p99 } = await drive({ ...setup, seconds: seconds.part }, next)
      expect([name, failed, ...gateways.map(({ getWarnings }) => getWarnings())]).toEqual([name, 0, '', ''])
      expect(count).toBeGreaterThan(0)
      const figures = [rate.toFixed(0), `${median.toFixed(1)} ms`, `${p99.toFixed(1)} ms`]
      rows.push(`| ${[name, setup.processes, setup.clients, ...figures].join(' | ')} |`)
      if (next === history && setup.clients === 1) alone = p99
    }
  }
  const all = Object.values(parts)
  const sizes: number[] = []
  for (let part = 0; part < 5; part++) {
    const mix = { processes: 2, clients: 16, seconds: seconds.mix / 5 }
    const { failed } = await drive(mix, (body) => all[pick(all.length)]?.(body) ?? '')
    expect([failed, ...gateways.map(({ getWarnings }) => getWarnings())]).toEqual([0, '', ''])
    sizes.push(await readMemory())
  }
  if (!isLong) return
  await writeFile(new URL('../../../bench/GATEWAY.md', import.meta.url), toText(rows, { sizes, before }))
  expect(alone).toBeLessThanOrEqual(50)
  // after the first fifth, in which caches fill
  expect(sizes.at(-1)).toBeLessThan((sizes[0] ?? 0) * 1.25)
})

function toText(
  rows: readonly string[],
  { sizes, before }: { readonly sizes: readonly number[]; readonly before: number },
): string {
  const memory = sizes.map((size) => `${size.toFixed(0)} MiB`).join(', ')
  return `# Load of the gateway

Written by the long form of \`apps/gateway/src/load.test.ts\` (\`npm run test:long\`); do not edit. Each client sends its next request as
soon as it has a response. Clients, gateways, PostgreSQL and the chain share ${availableParallelism()} processors; at the start, the load average of the
machine was ${before.toFixed(1)}. The history has ${transfers.toLocaleString('en')} transfers of ${loadAccounts.toLocaleString('en')} accounts; half of the requests
are for a later page. Each row took ${seconds.part} s.

| What | Processes | Clients | Responses a second | Median | 99th percentile |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

Memory of both processes after each fifth of a mixed run of ${seconds.mix} s: ${memory}.
`
}
