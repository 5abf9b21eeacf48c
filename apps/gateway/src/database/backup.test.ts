import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  type Devnet,
  devAccount,
  devPrivateKey,
  type ProvidedPostgres,
  providePostgres,
  startDevnet,
  toGatewayChains,
  worldTokens,
} from '@latchkey/devnet'
import { type BundledProgram, bundleProgram, spawnProgram } from '@latchkey/devnet/programs'
import type { Database } from '@latchkey/server-kit/database'
import { Client } from 'pg'
import { encodeFunctionData, erc20Abi, maxUint256, parseAbi, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type RunningGateway, startGateway } from '../startGateway.js'
import { callNode, sendCall } from '../test/localCalls.js'
import { backUp, restore } from './backup.js'
import { openDatabase } from './database.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined
const amounts = isLong ? { transfers: 100_000, perCall: 100, writers: 8 } : { transfers: 400, perCall: 20, writers: 3 }
const id = 'eip155:31337'
const origin = 'https://app.example'
const operatorToken = 'the-token-of-the-operator'
const alice = privateKeyToAccount(devPrivateKey(0))
const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'

let devnet: Devnet
let postgres: ProvidedPostgres
let bundle: BundledProgram
let folder: string
let env: Record<string, string>
let url: string
const gateways: RunningGateway[] = []
const opened: Database[] = []

beforeAll(async () => {
  ;[devnet, postgres, bundle, folder] = await Promise.all([
    startDevnet({ chains: [31_337] }),
    providePostgres({ databases: ['source', 'restored', 'spare', 'empty'] }),
    bundleProgram('gateway'),
    mkdtemp(join(tmpdir(), 'latchkey-backup-')),
  ])
  url = devnet.chains[0].rpcUrl
  env = { LOG_REQUESTS: '0' }
})
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()))
  await Promise.all(opened.splice(0).map(({ close }) => close()))
})
afterAll(async () => {
  await Promise.all([devnet?.stop(), postgres?.stop()])
  for (const path of [folder, bundle?.folder]) if (path) await rm(path, { recursive: true, force: true })
})

const urlOf = (name: string): string => postgres.urls[name] ?? ''
const start = async (databaseUrl: string): Promise<RunningGateway> => {
  const gateway = await startGateway({
    port: 0,
    databaseUrl,
    chains: toGatewayChains({ evm: devnet.chains }),
    names: { zone: 'key.example' },
    onramp: { providers: [{ name: 'sandbox', label: 'Sandbox', url: 'https://pay.example', secret: 's'.repeat(32) }] },
    operatorToken,
    admin: { port: 0 },
    quotas: { perClient: 0 },
    warn: () => undefined,
  })
  gateways.push(gateway)
  return gateway
}
const open = (databaseUrl: string): Database => {
  const database = openDatabase({ url: databaseUrl, warn: () => undefined })
  opened.push(database)
  return database
}
type Ended = { readonly code: number | null; readonly error: string }
const run = async (databaseUrl: string, ...command: readonly string[]): Promise<Ended> => {
  const { ended, getWarnings } = await spawnProgram(bundle.file, { ...env, DATABASE_URL: databaseUrl }, command)
  const code = await ended
  return { code, error: getWarnings() }
}
const done: Ended = { code: 0, error: '' }

const register = async (gateway: RunningGateway, name: string): Promise<void> => {
  const timestamp = Math.floor(Date.now() / 1_000)
  const content = { name, attributes: { bio: 'Hello' }, domain: origin, chainId: id }
  const message = JSON.stringify({ ...content, timestamp, expiresAt: timestamp + 300 })
  const signature = await alice.signMessage({ message })
  const body = { coin_type: 0x8000_0000 + 31_337, address: alice.address, message, signature }
  const headers = { origin, 'content-type': 'application/json' }
  const reply = await fetch(`${gateway.url}/v1/profile/account`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (reply.status !== 200) throw new Error(`${name}: ${await reply.text()}`)
}
const order = async (gateway: RunningGateway): Promise<string> => {
  const wallets = [{ address: devAccount(3).address, assets: ['ETH'] }]
  const body = JSON.stringify({ destinationWallets: wallets, presetFiatAmount: 100, defaultNetwork: id })
  const reply = await fetch(`${gateway.url}/v1/generators/onrampurl?projectId=shop`, { method: 'POST', body })
  return ((await reply.json()) as { orderId: string }).orderId
}
const saveProject = async ({ adminUrl }: RunningGateway, project: string, revision: number | null): Promise<number> => {
  const settings = { allowedOrigins: [origin], requestsPerMinute: 0 }
  const reply = await fetch(`${adminUrl}/admin/v1/projects/${project}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${operatorToken}`, 'x-operator': 'alice' },
    body: JSON.stringify({ revision, settings }),
  })
  return ((await reply.json()) as { revision: number }).revision
}

const multicallAbi = parseAbi([
  'struct Call { address target; bytes callData; }',
  'function aggregate(Call[] calls) payable returns (uint256, bytes[])',
])

/** Moves tokens in many small transfers, `perCall` in a transaction. */
const transfer = async (count: number): Promise<void> => {
  const { USDC } = worldTokens
  const { address: from } = devAccount(5)
  await sendCall(url, {
    from,
    to: USDC.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [multicall, maxUint256] }),
  })
  for (let sent = 0; sent < count; sent += amounts.perCall) {
    const calls = Array.from({ length: amounts.perCall }, (_, index) => ({
      target: USDC.address,
      callData: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transferFrom',
        args: [from, toHex(1 + ((sent + index) % 1_000), { size: 20 }), BigInt(1 + (index % 7))],
      }),
    }))
    const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate', args: [calls] })
    await callNode(url, 'eth_sendTransaction', {
      from,
      to: multicall,
      data,
      gas: toHex(100_000 + 60_000 * calls.length),
    })
  }
}

const historyTables = ['blocks', 'transactions', 'transfers', 'activity', 'holdings', 'tokens'] as const
const keptTables = [
  'names',
  'name_addresses',
  'onramp_orders',
  'onramp_events',
  'smart_sessions',
  'gateway_projects',
] as const
const dump = async (database: Database, table: string): Promise<readonly string[]> =>
  (await database.query<{ row: string }>(`SELECT one::text AS row FROM ${table} AS one ORDER BY 1`)).map(
    ({ row }) => row,
  )
const untilIndexed = async (database: Database): Promise<number> => {
  const begun = performance.now()
  await vi.waitFor(
    async () => {
      const head = Number(await callNode(url, 'eth_blockNumber'))
      const [row] = await database.query<{ height: string | null }>('SELECT max(height) AS height FROM chain_blocks')
      expect(Number(row?.height ?? -1)).toBe(head)
    },
    { timeout: isLong ? 600_000 : 60_000, interval: 100 },
  )
  return performance.now() - begun
}

type Figures = {
  readonly transfers: number
  readonly names: number
  readonly orders: number
  readonly size: number
  readonly backupTime: number
  readonly restoreTime: number
  readonly reindexTime: number
}

function toText({ transfers, names, orders, size, ...times }: Figures): string {
  const number = (value: number): string => value.toLocaleString('en-US')
  const seconds = (time: number): string => `${(time / 1_000).toFixed(1)} s`
  return `# Backup drill of the gateway

Written by the long form of \`apps/gateway/src/database/backup.test.ts\` (\`npm run test:long\`); do not edit. The gateways, PostgreSQL, the chain
and ${amounts.writers} clients that register names and place orders share ${availableParallelism()} processors; at the end, the load average of the machine was
${loadavg()[0]?.toFixed(1)}.

| What                                                              | Result |
| ----------------------------------------------------------------- | ------ |
| Transfers in the history of the chain                             | ${number(transfers)} |
| Names, orders                                                     | ${number(names)}, ${number(orders)} |
| Backup while clients write and the chain is indexed               | ${seconds(times.backupTime)} |
| Size of the last backup                                           | ${number(Math.round(size / 1_024))} KiB |
| Restore into an empty database                                    | ${seconds(times.restoreTime)} |
| Reading the whole history from the chain again                    | ${seconds(times.reindexTime)} |

Afterwards, all tables of both databases were equal, row by row: the history as well as names, orders and projects.
`
}

test(
  'a backup made under load restores all acknowledged data, and the history is reindexed from the chain',
  async () => {
    const gateway = await start(urlOf('source'))
    const source = open(urlOf('source'))
    const first = await saveProject(gateway, 'shop', null)
    const acknowledged = { names: ['before-load'], orders: [await order(gateway)] }
    await register(gateway, 'before-load')
    let isOver = false
    let written = 0
    const write = async (writer: number): Promise<void> => {
      for (let count = 0; !isOver; count++) {
        await register(gateway, `name-${writer}-${count}`)
        await order(gateway)
        written++
      }
    }
    const writers = Array.from({ length: amounts.writers }, (_, writer) => write(writer))
    const moving = transfer(amounts.transfers)
    await vi.waitFor(() => expect(written).toBeGreaterThan(10), 30_000)
    const underLoad = join(folder, 'under-load.gz')
    const backupStart = performance.now()
    expect(await run(urlOf('source'), 'backup', underLoad)).toEqual(done)
    const backupTime = performance.now() - backupStart
    const later = written
    await vi.waitFor(() => expect(written).toBeGreaterThan(later), 30_000)
    isOver = true
    await Promise.all([...writers, moving])
    await untilIndexed(source)

    // a consistent snapshot: each name has its address, and the source has every row
    expect(await run(urlOf('spare'), 'restore', underLoad)).toEqual(done)
    const spare = open(urlOf('spare'))
    const [names, orders] = [await dump(spare, 'names'), await dump(spare, 'onramp_orders')]
    for (const name of acknowledged.names) expect(names.some((row) => row.startsWith(`(${name},`))).toBe(true)
    for (const one of acknowledged.orders) expect(orders.some((row) => row.startsWith(`(${one},`))).toBe(true)
    expect(await dump(spare, 'name_addresses')).toHaveLength(names.length)
    expect(names.length).toBeGreaterThan(3)
    for (const table of ['names', 'name_addresses', 'onramp_orders']) {
      const all = new Set(await dump(source, table))
      expect((await dump(spare, table)).filter((row) => !all.has(row))).toEqual([])
    }

    // the last backup restores all of it
    const last = join(folder, 'last.gz')
    expect(await run(urlOf('source'), 'backup', last)).toEqual(done)
    expect((await stat(last)).mode & 0o777).toBe(0o600)
    const restoreStart = performance.now()
    expect(await run(urlOf('restored'), 'restore', last)).toEqual(done)
    const restoreTime = performance.now() - restoreStart
    const restored = open(urlOf('restored'))
    for (const table of keptTables)
      expect([table, await dump(restored, table)]).toEqual([table, await dump(source, table)])
    const second = await start(urlOf('restored'))
    const reindexTime = await untilIndexed(restored)
    for (const table of historyTables) {
      const name = `chain_${table}`
      expect([name, await dump(restored, name)]).toEqual([name, await dump(source, name)])
    }
    for (const path of [
      `/v1/account/${devAccount(5).address}/history`,
      '/v1/profile/account/before-load',
      `/v1/onramp/orders/${acknowledged.orders[0]}`,
      '/v1/origins?projectId=shop',
    ]) {
      const [own, other] = await Promise.all([fetch(`${gateway.url}${path}`), fetch(`${second.url}${path}`)])
      expect([path, other.status, await other.json()]).toEqual([path, 200, await own.json()])
    }
    // the restored gateway continues: no revision is used twice, and the audit log is kept
    expect(await saveProject(second, 'shop', first)).toBeGreaterThan(first + 1)
    expect(await dump(restored, 'gateway_audit')).toHaveLength(2)
    if (isLong) {
      const { size } = await stat(last)
      const [count] = await source.query<{ count: string }>('SELECT count(*) FROM chain_transfers')
      const all = await dump(source, 'onramp_orders')
      const counts = {
        transfers: Number(count?.count),
        names: (await dump(source, 'names')).length,
        orders: all.length,
      }
      const figures = { ...counts, size, backupTime, restoreTime, reindexTime }
      await writeFile(new URL('../../../../bench/GATEWAY-BACKUP.md', import.meta.url), toText(figures))
    }
  },
  isLong ? 1_800_000 : 120_000,
)

describe('a backup', () => {
  test('error: is rejected before anything is written if it is damaged, truncated, of another schema or no backup', async () => {
    const gateway = await start(urlOf('source'))
    await register(gateway, `damaged-${Date.now()}`)
    const file = join(folder, 'whole.gz')
    await backUp(file, { databaseUrl: urlOf('source') })
    const bytes = await readFile(file)
    const text = gunzipSync(bytes).toString()
    const lines = text.trimEnd().split('\n')
    const write = async (name: string, content: string | Uint8Array): Promise<string> => {
      await writeFile(join(folder, name), content)
      return join(folder, name)
    }
    const pack = (name: string, all: readonly string[]): Promise<string> => write(name, gzipSync(`${all.join('\n')}\n`))
    const [head = '{}', ...rest] = lines
    const flipped = Buffer.from(bytes)
    flipped[Math.floor(bytes.length / 2)] = (flipped[Math.floor(bytes.length / 2)] ?? 0) ^ 1
    const older = JSON.stringify({ ...(JSON.parse(head) as object), schema: 3 })
    const target = urlOf('empty')
    for (const [path, error] of [
      [await write('cut.gz', bytes.subarray(0, bytes.length - 40)), 'is incomplete'],
      [await write('half.gz', bytes.subarray(0, bytes.length / 2)), 'is incomplete'],
      [await write('flipped.gz', flipped), 'is damaged'],
      [await write('text.gz', text), 'is damaged, or no backup'],
      [await write('none.gz', ''), 'is incomplete'],
      [
        await pack(
          'changed.gz',
          lines.map((line) => line.replace('"Hello', '"Jello').replace('Hello', 'Jello')),
        ),
        'checksum',
      ],
      [
        await pack(
          'short.gz',
          lines.filter((line) => !line.startsWith('names ')),
        ),
        'checksum',
      ],
      [await pack('endless.gz', lines.slice(0, -1)), 'is incomplete'],
      [await pack('longer.gz', [...lines, lines[1] ?? '']), 'after its end'],
      [await pack('table.gz', [head, 'siwx_sessions {}', ...rest]), 'of no table'],
      [await pack('older.gz', [older, ...rest]), 'has schema 3, and this gateway schema'],
      [await pack('other.gz', ['{"format":"something else"}']), 'is no backup of a gateway'],
      [join(folder, 'missing.gz'), 'ENOENT'],
    ] as const) {
      await expect(restore(path, { databaseUrl: target })).rejects.toThrow(error)
    }
    // not even the tables exist
    const client = new Client({ connectionString: target })
    await client.connect()
    expect((await client.query("SELECT to_regclass('names') AS table")).rows).toEqual([{ table: null }])
    await client.end()
  })

  test('is restored by the database’s owner role if the gateway’s role may only read and write rows', async () => {
    const file = join(folder, 'by-owner.gz')
    await backUp(file, { databaseUrl: urlOf('source') })
    // a server of its own, with a role for each database
    const own = await providePostgres({ databases: ['owner', 'gateway'], server: '' })
    onTestFinished(own.stop)
    const owner = own.urls['owner'] ?? ''
    const client = new Client({ connectionString: owner })
    await client.connect()
    // as in deploy/postgres/init.sh
    await client.query('GRANT CONNECT ON DATABASE owner TO gateway')
    await client.query('ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO gateway')
    await client.query('ALTER DEFAULT PRIVILEGES GRANT USAGE, SELECT ON SEQUENCES TO gateway')
    await client.end()
    const gateway = Object.assign(new URL(own.urls['gateway'] ?? ''), { pathname: '/owner' }).href
    const variables = { ...env, DATABASE_URL: gateway, MIGRATION_DATABASE_URL: owner, MIGRATE: '0' }
    for (const command of [['migrate'], ['restore', file]]) {
      const { ended, getWarnings } = await spawnProgram(bundle.file, variables, command)
      expect({ code: await ended, error: getWarnings() }).toEqual(done)
    }
    expect(await dump(open(owner), 'names')).toEqual(await dump(open(urlOf('source')), 'names'))
  }, 60_000)

  test('error: is not restored into a database with data, and does not overwrite a file', async () => {
    const file = join(folder, 'once.gz')
    const from = { databaseUrl: urlOf('source') }
    await backUp(file, from)
    const before = await readFile(file)
    await expect(backUp(file, from)).rejects.toThrow('exists already')
    expect((await readFile(file)).equals(before)).toBe(true)
    const source = open(urlOf('source'))
    const names = await dump(source, 'names')
    expect(await run(urlOf('source'), 'restore', file)).toMatchObject({
      code: 1,
      error: expect.stringContaining('The database is not empty'),
    })
    expect(await dump(source, 'names')).toEqual(names)
  })

  test('error: leaves no file behind if it fails', async () => {
    const inside = await mkdtemp(join(folder, 'failed-'))
    const { code } = await run('postgres://nobody@127.0.0.1:9/nothing', 'backup', join(inside, 'backup.gz'))
    expect([code, await readdir(inside)]).toEqual([1, []])
    expect(await run(urlOf('source'), 'backup')).toMatchObject({
      code: 1,
      error: expect.stringContaining('Name one file'),
    })
  })
})
