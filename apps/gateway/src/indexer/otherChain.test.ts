import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Devnet,
  devAccount,
  type ProvidedPostgres,
  providePostgres,
  startDevnet,
  toGatewayChains,
} from '@latchkey/devnet'
import { type BundledProgram, bundleProgram, type SpawnedProgram, spawnProgram } from '@latchkey/devnet/programs'
import type { Database } from '@latchkey/server-kit/database'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { GatewayChain } from '../chains/config.js'
import { openDatabase } from '../database/database.js'
import { startGateway } from '../startGateway.js'
import { callNode } from '../test/localCalls.js'

const id = 'eip155:31337'
const operatorToken = 'the-token-of-the-operator'
const operator = { authorization: `Bearer ${operatorToken}` }

/** An RPC URL whose node can be replaced. */
async function startSwitch(target: string): Promise<{ url: string; target: string; server: Server }> {
  const state = { url: '', target, server: createServer() }
  state.server.on('request', (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const headers = { 'content-type': 'application/json' }
      fetch(state.target, { method: 'POST', headers, body: Buffer.concat(parts) })
        .then(async (reply) => response.writeHead(reply.status, headers).end(await reply.text()))
        .catch(() => response.destroy())
    })
  })
  await new Promise<void>((resolve) => state.server.listen(0, '127.0.0.1', resolve))
  state.url = `http://127.0.0.1:${(state.server.address() as AddressInfo).port}`
  return state
}

let devnet: Devnet
let postgres: ProvidedPostgres
let database: Database
let node: Awaited<ReturnType<typeof startSwitch>>
let chains: readonly GatewayChain[]
let bundle: BundledProgram
let folder: string
let both: readonly SpawnedProgram[] = []
let env: Record<string, string>
let urls: readonly [right: string, other: string]

beforeAll(async () => {
  ;[devnet, postgres, bundle, folder] = await Promise.all([
    startDevnet({ chains: [31_337, 99], solana: true }),
    providePostgres(),
    bundleProgram('gateway'),
    mkdtemp(join(tmpdir(), 'latchkey-other-chain-')),
  ])
  urls = [devnet.chains[0].rpcUrl, devnet.chains[1]?.rpcUrl ?? '']
  node = await startSwitch(urls[0])
  const [chain] = toGatewayChains({ evm: devnet.chains })
  if (!chain) throw new Error('There is no chain.')
  chains = [{ ...chain, rpcUrl: node.url }]
  const databaseUrl = postgres.urls['gateway'] ?? ''
  database = openDatabase({ url: databaseUrl, warn: () => undefined })
  await writeFile(join(folder, 'chains.json'), JSON.stringify(chains))
  env = {
    DATABASE_URL: databaseUrl,
    CHAINS_FILE: join(folder, 'chains.json'),
    LOG_REQUESTS: '0',
    OPERATOR_TOKEN: operatorToken,
    METRICS_PORT: '0',
  }
  // the other chain is longer, and has other transactions
  await callNode(urls[1], 'anvil_mine', '0x80')
  for (let count = 0; count < 20; count++) await pay(1 + count)
  both = await Promise.all([spawnProgram(bundle.file, env), spawnProgram(bundle.file, env)])
  await untilWritten()
})
afterAll(async () => {
  await Promise.all(both.map((one) => one.kill('SIGKILL')))
  await database?.close()
  node?.server.closeAllConnections()
  node?.server.close()
  await Promise.all([devnet?.stop(), postgres?.stop()])
  for (const path of [folder, bundle?.folder]) if (path) await rm(path, { recursive: true, force: true })
})

const pay = async (wei: number): Promise<void> => {
  const [from, to] = [devAccount(4).address, devAccount(5).address]
  const hash = await callNode(urls[0], 'eth_sendTransaction', { from, to, value: `0x${wei.toString(16)}` })
  // the node responds before the block is mined
  await vi.waitFor(async () => expect(await callNode(urls[0], 'eth_getTransactionReceipt', hash)).not.toBeNull())
}
const hashOf = async (height: number, url = urls[0]): Promise<string | undefined> =>
  ((await callNode(url, 'eth_getBlockByNumber', `0x${height.toString(16)}`, false)) as { hash: string } | null)?.hash
const heightOf = async (url = urls[0]): Promise<number> => Number(await callNode(url, 'eth_blockNumber'))
const readTip = async (): Promise<{ readonly height: number; readonly hash: string } | undefined> => {
  const rows = await database.query<{ height: string; hash: string }>(
    'SELECT height, hash FROM chain_blocks WHERE chain = $1 ORDER BY height DESC LIMIT 1',
    [id],
  )
  return rows[0] && { height: Number(rows[0].height), hash: rows[0].hash }
}
const untilWritten = async (): Promise<void> => {
  await vi.waitFor(
    async () => {
      const height = await heightOf()
      expect(await readTip()).toEqual({ height, hash: await hashOf(height) })
    },
    { timeout: 40_000, interval: 100 },
  )
}
const countTransactions = async (): Promise<number> => {
  const rows = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM chain_transactions', [])
  return rows[0]?.count ?? 0
}
const readProblem = async (index: number): Promise<unknown> => {
  const reply = await fetch(`${both[index]?.url}/health`, { headers: operator })
  const { chains: all } = (await reply.json()) as { readonly chains: Readonly<Record<string, unknown>> }
  return all[id]
}
const readBalance = (url = both[0]?.url): Promise<Response> =>
  fetch(`${url}/v1/account/${devAccount(6).address}/balance?chainId=${id}&forceUpdate=true`)

describe('a node that serves another chain', () => {
  test('[F33] deletes nothing, is not believed and is reported, by two gateways alike; reading continues with the right one', async () => {
    const before = await countTransactions()
    expect(before).toBeGreaterThanOrEqual(20)
    expect((await readBalance()).status).toBe(200)
    node.target = urls[1]
    await vi.waitFor(
      async () => {
        for (const index of [0, 1]) expect(await readProblem(index)).toMatchObject({ problem: 'WRONG_CHAIN' })
        for (const { url } of both) {
          const reply = await readBalance(url)
          expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([502, 'WRONG_CHAIN'])
        }
      },
      { timeout: 10_000 },
    )
    // some steps of the indexer, in both processes
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(await countTransactions()).toBe(before)
    node.target = urls[0]
    await pay(77)
    await untilWritten()
    expect(await countTransactions()).toBe(before + 1)
    await vi.waitFor(async () => expect(await readProblem(0)).toMatchObject({ problem: null, lag: 0 }), 10_000)
    expect((await readBalance()).status).toBe(200)
  })

  test('is detected and reported at the start, and nothing of it is indexed or served, also on Solana', async () => {
    const otherNode = await startSwitch(urls[1])
    let requests = 0
    otherNode.server.on('request', () => {
      requests += 1
    })
    const [solana] = toGatewayChains({ evm: [], solana: devnet.solana })
    const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    if (!solana) throw new Error('There is no Solana.')
    const other = 'eip155:1'
    const wrong = chains.map((chain) => ({ ...chain, caipNetworkId: other, rpcUrl: otherNode.url }))
    const warnings: unknown[] = []
    const gateway = await startGateway({
      port: 0,
      databaseUrl: env['DATABASE_URL'],
      chains: [...wrong, { ...solana, caipNetworkId: mainnet }],
      warn: (cause) => warnings.push(cause),
    })
    try {
      // reported by the check of each node at the start and by the first indexing step, not by later ones
      const told = [mainnet, other, other].map((id) => expect.stringContaining(`${id} serves another chain`))
      await vi.waitFor(() => expect(requests).toBeGreaterThanOrEqual(9))
      await vi.waitFor(() => expect(warnings.map(String)).toEqual(expect.arrayContaining(told)))
      expect(warnings).toHaveLength(told.length)
      for (const [account, chain] of [
        [devAccount(6).address, other],
        ['11111111111111111111111111111111', mainnet],
      ]) {
        const reply = await fetch(`${gateway.url}/v1/account/${account}/balance?chainId=${chain}`)
        expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([502, 'WRONG_CHAIN'])
      }
      expect(await database.query('SELECT 1 FROM chain_blocks WHERE chain = $1', [other])).toEqual([])
    } finally {
      await gateway.stop()
      otherNode.server.closeAllConnections()
      otherNode.server.close()
    }
  })
})

describe('a fork', () => {
  test('that is shorter than the index replaces nothing, and is reported as lag until it has grown', async () => {
    const snapshot = await callNode(urls[0], 'evm_snapshot')
    await callNode(urls[0], 'anvil_mine', '0x5')
    await pay(5)
    await untilWritten()
    const tip = await readTip()
    await callNode(urls[0], 'evm_revert', snapshot)
    await pay(6)
    const head = (tip?.height ?? 0) - 5
    await vi.waitFor(
      async () => expect(await readProblem(0)).toMatchObject({ head, lag: -5, problem: 'NODE_BEHIND' }),
      10_000,
    )
    const metrics = await (await fetch(`${both[0]?.metricsUrl}/metrics`)).text()
    expect(metrics.split('\n')).toEqual(
      expect.arrayContaining([
        `latchkey_chain_head{chain="${id}"} ${head}`,
        `latchkey_indexed_height{chain="${id}"} ${tip?.height}`,
        `latchkey_index_lag_blocks{chain="${id}"} -5`,
        `latchkey_index_problem{chain="${id}",problem="NODE_BEHIND"} 1`,
      ]),
    )
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await readTip()).toEqual(tip)
    await callNode(urls[0], 'anvil_mine', '0x6')
    await untilWritten()
    await vi.waitFor(async () => expect(await readProblem(1)).toMatchObject({ lag: 0, problem: null }), 10_000)
  })

  test('of more than 64 blocks deletes nothing until the operator says so by a command', async () => {
    const snapshot = await callNode(urls[0], 'evm_snapshot')
    await pay(9)
    await callNode(urls[0], 'anvil_mine', '0x46')
    await untilWritten()
    const [tip, before] = [await readTip(), await countTransactions()]
    await callNode(urls[0], 'evm_revert', snapshot)
    await pay(10)
    await pay(11)
    await callNode(urls[0], 'anvil_mine', '0x50')
    await vi.waitFor(async () => expect(await readProblem(1)).toMatchObject({ problem: 'FORK_TOO_DEEP' }), 10_000)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect([await readTip(), await countTransactions()]).toEqual([tip, before])

    const command = await spawnProgram(bundle.file, env, ['reindex', id])
    expect(await command.ended).toBe(0)
    await untilWritten()
    await vi.waitFor(async () => expect(await readProblem(1)).toMatchObject({ problem: null }), 10_000)
    expect(await countTransactions()).toBe(before + 1)
  })

  test('the reindex command rejects a chain that is not configured', async () => {
    const command = await spawnProgram(bundle.file, env, ['reindex', 'eip155:5'])
    expect(await command.ended).toBe(1)
    expect(command.getWarnings()).toContain('eip155:5')
  })
})
