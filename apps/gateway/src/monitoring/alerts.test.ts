import { createTimeline, findUnknownMetrics, type RpcProxy, readMonitoring, startRpcProxy } from '@latchkey/devnet'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningGateway } from '../startGateway.js'
import { callNode } from '../test/localCalls.js'
import { type Acts, startActs } from '../test/world.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined

let acts: Acts
let node: RpcProxy
let gateway: RunningGateway
const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

beforeAll(async () => {
  acts = await startActs()
  const [chain] = acts.chains
  node = await startRpcProxy({ rpcUrl: [chain?.rpcUrl ?? ''].flat()[0] ?? '' })
  gateway = await acts.startGateway({
    chains: chain ? [{ ...chain, rpcUrl: node.url }] : [],
    metrics: { port: 0 },
    quotas: { perClient: 100 },
    names: { zone: 'example.test' },
    databasePool: 3,
  })
})
afterAll(async () => {
  await acts?.stop()
  await node?.stop()
})

const ask = async (path: string): Promise<number> => (await fetch(`${gateway.url}${path}`)).status
const askBalance = (): Promise<number> => ask(`/v1/account/${owner}/balance?chainId=eip155:31337&forceUpdate=true`)
const read = async (): Promise<string> => (await fetch(`${gateway.metricsUrl}/metrics`)).text()

test('every metric, label and value that the alerts and dashboards name is reported by a gateway', async () => {
  await expect.poll(read).toMatch(/^latchkey_indexed_height\{chain="eip155:31337"\} \d+$/m)
  expect(await askBalance()).toBe(200)
  node.fail({ kind: 'cut', when: 'before' })
  expect(await askBalance()).toBe(502)
  await expect.poll(read).toContain('latchkey_index_problem{chain="eip155:31337",problem="NODE_GONE"} 1\n')
  const without = await read()
  node.reset()
  await expect.poll(read).toMatch(/^latchkey_index_lag_blocks\{chain="eip155:31337"\} 0$/m)
  const text = await read()
  const { alerts, dashboards } = readMonitoring()
  const expressions = [
    ...alerts.map(({ expression }) => expression),
    ...dashboards.flatMap(({ panels }) => panels.flatMap((panel) => panel.expressions)),
  ]
  // heights are only reported while the node is reachable, problems only while it is not
  expect(findUnknownMetrics(expressions, { gateway: `${without}${text}` })).toEqual([])
  expect(text).toMatch(/^latchkey_chain_head\{chain="eip155:31337"\} \d+$/m)
  expect(text).toMatch(/^latchkey_upstream_requests_total\{upstream="127\.0\.0\.1:\d+",outcome="failed"\} [1-9]/m)
  expect(text.toLowerCase()).not.toContain(owner.toLowerCase())
})

describe.runIf(isLong)('each alert fires for its cause, and only then', () => {
  type Steps = { readonly cause?: () => Promise<unknown>; readonly during?: () => Promise<unknown> }

  /** Runs 20 minutes without the cause, then some minutes with it. Returns the alerts that fire only at the end. */
  async function causeAlerts(minutes: number, { cause, during }: Steps): Promise<readonly string[]> {
    const { clock } = acts
    const timeline = createTimeline({
      targets: [{ job: 'gateway', url: `${gateway.metricsUrl}/metrics` }],
      move: (milliseconds) => {
        clock.now += milliseconds
      },
      now: () => clock.now,
    })
    await timeline.run(20, askBalance)
    const before = await timeline.listFiring()
    await cause?.()
    await timeline.run(minutes, during ?? askBalance)
    const after = await timeline.listFiring()
    return after.filter((name) => !before.includes(name))
  }

  test('no alert without a cause', async () => {
    expect(await causeAlerts(40, {})).toEqual([])
  })

  test('IndexerStopped, UpstreamFailures, ErrorRate: the node is unreachable', async () => {
    const cause = async (): Promise<void> => node.fail({ kind: 'cut', when: 'before' })
    expect(await causeAlerts(12, { cause })).toEqual(['ErrorRate', 'IndexerStopped', 'UpstreamFailures'])
    node.reset()
  })

  test('QuotaRefusals: a client sends too many requests', async () => {
    const during = (): Promise<unknown> => Promise.all(Array.from({ length: 60 }, () => ask('/getWallets?entries=1')))
    expect(await causeAlerts(12, { during })).toEqual(['QuotaRefusals'])
  })

  test('IndexerLag: a gateway holds the indexer lock without indexing while new blocks are mined', async () => {
    const client = new Client({ connectionString: acts.databaseUrl })
    await client.connect()
    const cause = async (): Promise<void> => {
      const lock = client.query("SELECT pg_advisory_lock(1280589899, hashtext('eip155:31337'))")
      const killer = new Client({ connectionString: acts.databaseUrl })
      await killer.connect()
      await killer.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'latchkey-gateway-indexer' AND datname = current_database()",
      )
      await killer.end()
      await lock
      await callNode([acts.chains[0]?.rpcUrl ?? ''].flat()[0] ?? '', 'anvil_mine', '0x60')
    }
    const fired = await causeAlerts(6, { cause })
    await client.end()
    expect(fired).toEqual(['IndexerLag'])
    await expect.poll(read).toMatch(/^latchkey_index_lag_blocks\{chain="eip155:31337"\} 0$/m)
  })

  test('GatewayDatabaseBusy: more requests than connections', async () => {
    const client = new Client({ connectionString: acts.databaseUrl })
    await client.connect()
    const asked = new Set<Promise<unknown>>()
    const fired = await causeAlerts(6, {
      cause: () => client.query('BEGIN; LOCK TABLE name_addresses, names IN ACCESS EXCLUSIVE MODE'),
      during: async () => {
        // requests that wait for too long fail: keep newer ones waiting
        for (let count = 0; count < 16; count++) {
          const one = ask(`/v1/profile/account/name${asked.size}`)
          asked.add(one)
          void one.finally(() => asked.delete(one))
        }
        await expect.poll(read).toMatch(/^latchkey_database_connections\{state="waiting"\} [1-9]/m)
      },
    })
    await client.query('ROLLBACK')
    await client.end()
    await Promise.all(asked)
    // the check of the database may wait as well: ServiceNotReady
    expect(fired).toEqual(expect.arrayContaining(['ErrorRate', 'GatewayDatabaseBusy']))
  })
})
