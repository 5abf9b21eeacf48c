import { type Devnet, devAccount, type RpcProxy, startDevnet, startRpcProxy, worldTokens } from '@latchkey/devnet'
import type { Database } from '@latchkey/server-kit/database'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { GatewayStatus } from '../api/admin.js'
import { openDatabase } from '../database/database.js'
import { NodeError } from '../errors.js'
import { createUpstreamFetch } from '../http/upstream.js'
import { type RunningGateway, startGateway } from '../startGateway.js'
import { callNode, sendCall, toTokenTransfer } from '../test/localCalls.js'
import { startWorld, type World } from '../test/world.js'
import type { GatewayChain } from './config.js'
import { createNodePool } from './nodePool.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined
const operatorToken = 'the-token-of-the-operator'
const id = 'eip155:31337'
const nobody = '0x00000000000000000000000000000000000000dd'

type Fault = {
  readonly name: string
  readonly fault: Parameters<RpcProxy['fail']>[0]
  readonly state: string
  readonly isRare?: boolean
}
const faults: readonly Fault[] = [
  { name: 'dies', fault: { kind: 'cut', when: 'before' }, state: 'DOWN', isRare: true },
  { name: 'hangs', fault: { kind: 'hang' }, state: 'DOWN' },
  {
    name: 'is overloaded',
    fault: { kind: 'status', status: 429, headers: { 'retry-after': '30' } },
    state: 'DOWN',
    isRare: true,
  },
  {
    name: 'has reached its rate limit',
    fault: { kind: 'error', error: { code: -32_005, message: 'limit exceeded' } },
    state: 'DOWN',
  },
  { name: 'answers with HTML', fault: { kind: 'html' }, state: 'DOWN', isRare: true },
  // more than the limit: a block that is mined between the checks of the two nodes makes no difference
  { name: 'lags behind', fault: { kind: 'staleBlock', behind: 12 }, state: 'BEHIND' },
  { name: 'serves another chain', fault: { kind: 'chainId', chainId: 1 }, state: 'WRONG_CHAIN' },
]

let world: World
/** The same chain up to the block that both start from, and then a fork. */
let fork: Devnet
let main: RpcProxy
let spare: RpcProxy
let database: Database
let chain: GatewayChain
let gateway: RunningGateway | undefined
let nodeUrl: string
let forkUrl: string

beforeAll(async () => {
  ;[world, fork] = await Promise.all([startWorld(), startDevnet({ chains: [31_337] })])
  nodeUrl = world.devnet.chains[0].rpcUrl
  forkUrl = fork.chains[0].rpcUrl
  // for a node that lags behind: the devnet knows no state from before it started
  await callNode(nodeUrl, 'anvil_mine', '0x10')
  ;[main, spare] = await Promise.all([startRpcProxy({ rpcUrl: nodeUrl }), startRpcProxy({ rpcUrl: nodeUrl })])
  database = openDatabase({ url: world.databaseUrl, warn: () => undefined })
  const [first] = world.chains
  if (!first) throw new Error('There is no chain.')
  chain = first
})
afterEach(async () => {
  await gateway?.stop()
  gateway = undefined
  main.reset()
  spare.reset()
})
afterAll(async () => {
  await database?.close()
  await Promise.all([main?.stop(), spare?.stop(), world?.stop(), fork?.stop()])
})

const start = async (rpcUrl: readonly string[]): Promise<RunningGateway> => {
  gateway = await startGateway({
    port: 0,
    databaseUrl: world.databaseUrl,
    chains: [{ ...chain, rpcUrl, index: { ...chain.index, maxForkDepth: 1_000 } }],
    operatorToken,
    admin: { port: 0 },
    warn: () => undefined,
  })
  return gateway
}
type Chain = GatewayStatus['chains'][number]
const readStatus = async ({ adminUrl }: RunningGateway): Promise<Chain> => {
  const reply = await fetch(`${adminUrl}/admin/v1/status`, { headers: { authorization: `Bearer ${operatorToken}` } })
  const { chains } = (await reply.json()) as GatewayStatus
  if (!chains[0]) throw new Error('There is no chain.')
  return chains[0]
}
const statesOf = async (running: RunningGateway): Promise<readonly string[]> =>
  (await readStatus(running)).nodes.map(({ state, isPreferred }) => `${state}${isPreferred ? ' *' : ''}`)
/** Reads the ether balance of an unused account through the gateway. */
const readBalance = async ({ url }: RunningGateway): Promise<unknown> => {
  const reply = await fetch(`${url}/v1/account/${nobody}/balance?chainId=${id}`)
  const { balances = [] } = (await reply.json()) as { balances?: readonly { quantity: { numeric: string } }[] }
  return reply.status === 200 ? balances[0]?.quantity.numeric : reply.status
}
const pay = (wei: number, url = nodeUrl): Promise<string> =>
  sendCall(url, { from: devAccount(4).address, to: nobody, value: BigInt(wei) })

type Block = readonly [height: number, hash: string]
const readIndex = async (): Promise<readonly Block[]> => {
  const rows = await database.query<{ height: string; hash: string }>(
    'SELECT height, hash FROM chain_blocks WHERE chain = $1 ORDER BY height',
    [id],
  )
  return rows.map(({ height, hash }) => [Number(height), hash])
}
const readChain = async (url: string): Promise<readonly Block[]> => {
  const blocks: Block[] = []
  const head = Number(await callNode(url, 'eth_blockNumber'))
  const calls = Array.from({ length: head + 1 }, (_, height) => {
    const params = [`0x${height.toString(16)}`, false]
    return { jsonrpc: '2.0', id: height, method: 'eth_getBlockByNumber', params }
  })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(calls) })
  for (const { id: height, result } of (await reply.json()) as readonly { id: number; result: { hash: string } }[])
    blocks.push([height, result.hash])
  return blocks.sort(([a], [b]) => a - b)
}
const untilIndexed = async (url: string, check = async (): Promise<void> => undefined): Promise<void> => {
  const all = await readChain(url)
  await vi.waitFor(
    async () => {
      await check()
      expect(await readIndex()).toEqual(all)
    },
    { timeout: 30_000, interval: 200 },
  )
}

describe('a chain with two nodes', () => {
  test('is read from the first node', async () => {
    const running = await start([main.url, spare.url])
    await pay(1)
    await untilIndexed(nodeUrl)
    expect(await readBalance(running)).toBe('0.000000000000000001')
    expect(await statesOf(running)).toEqual(['OK *', 'OK'])
    expect(spare.calls.filter(({ method }) => !/^eth_(chainId|blockNumber)$/.test(method))).toEqual([])
  })

  // one of each kind: no answer, an error, an old state, another chain; the others differ in what the client of a node reads
  test.for(faults.filter(({ isRare }) => isLong || !isRare))(
    'is read from the second node while the first one $name',
    async ({ fault, state }) => {
      const running = await start([main.url, spare.url])
      await untilIndexed(nodeUrl)
      await pay(1)
      main.fail(fault)
      const begun = performance.now()
      const balances = await Promise.all(Array.from({ length: 4 }, () => readBalance(running)))
      expect(balances).toEqual(balances.map(() => expect.any(String)))
      expect(performance.now() - begun).toBeLessThan(9_000)
      await vi.waitFor(async () => expect(await statesOf(running)).toEqual([state, 'OK *']), 15_000)
      // the index has a block that the first node does not show: no indexing step uses that node any more
      await pay(1)
      await untilIndexed(nodeUrl)
      // requests no longer wait for the first node
      const asked = main.calls.length
      const later = performance.now()
      await readBalance(running)
      expect(performance.now() - later).toBeLessThan(2_000)
      expect(main.calls.slice(asked).filter(({ method }) => !/^eth_(chainId|blockNumber)$/.test(method))).toEqual([])
      main.reset()
      // the status checks all nodes, so that the test does not wait for the end of a back-off
      await vi.waitFor(async () => expect(await statesOf(running)).toEqual(['OK *', 'OK']), 10_000)
      await readBalance(running)
      expect(main.calls.length).toBeGreaterThan(0)
    },
  )

  test.each([
    ['an error', { kind: 'error', error: { code: -32_601, message: 'method not found' } }],
    ['nothing', { kind: 'status', status: 200, body: '[{"jsonrpc":"2.0","id":0,"result":null}]' }],
  ] as const)(
    'is indexed from the second node if the first one responds to requests for receipts with %s',
    async (_, fault) => {
      await start([main.url, spare.url])
      await untilIndexed(nodeUrl)
      main.fail({ ...fault, methods: ['eth_getBlockReceipts'] })
      await pay(1)
      await untilIndexed(nodeUrl)
      expect(spare.calls.some(({ method }) => method === 'eth_getBlockReceipts')).toBe(true)
    },
  )

  test('returns to the first node automatically', async () => {
    const running = await start([main.url, spare.url])
    main.fail({ kind: 'cut', when: 'before' })
    await vi.waitFor(async () => expect(await readBalance(running)).toEqual(expect.any(String)), 5_000)
    main.reset()
    await vi.waitFor(
      async () => {
        main.reset()
        await readBalance(running)
        expect(main.calls.some(({ method }) => method === 'eth_call')).toBe(true)
      },
      { timeout: 20_000, interval: 250 },
    )
  })

  test('error: is answered with 502 without any node, and works again once a node is back', async () => {
    const running = await start([main.url, spare.url])
    await untilIndexed(nodeUrl)
    for (const proxy of [main, spare]) proxy.fail({ kind: 'cut', when: 'before' })
    expect(await readBalance(running)).toBe(502)
    const index = await readIndex()
    await vi.waitFor(async () => expect((await readStatus(running)).problem).toBe('NODE_GONE'), 10_000)
    expect(await readIndex()).toEqual(index)
    main.reset()
    spare.reset()
    await vi.waitFor(async () => expect(await readBalance(running)).toEqual(expect.any(String)), 10_000)
    await pay(1)
    await untilIndexed(nodeUrl)
  })
})

test('a call that the chain rejects does not count as a node failure, and is not retried at another node', async () => {
  const ended = new AbortController()
  const urls = [main.url, spare.url]
  const pool = createNodePool({
    urls,
    caipNetworkId: id,
    fetch: createUpstreamFetch(urls),
    now: Date.now,
    ended: ended.signal,
  })
  const data = toTokenTransfer(nobody, 10n ** 30n)
  const params = [{ from: nobody, to: worldTokens.USDC.address, data }, 'latest']
  await expect(pool.call({ method: 'eth_call', params, signal: ended.signal })).rejects.toThrow(NodeError)
  expect(pool.read().map(({ state }) => state)).toEqual(['OK', 'UNKNOWN'])
  expect(spare.calls).toEqual([])
  ended.abort()
})

describe('two nodes on two forks', () => {
  test('are never mixed in the index while it switches from one fork to the other and back', async () => {
    for (const wei of [1, 2, 3]) await pay(wei)
    // the other fork is longer, with other transactions
    await callNode(forkUrl, 'anvil_mine', '0x40')
    for (const wei of [10, 20, 30]) await pay(wei, forkUrl)
    const running = await start([main.url, forkUrl])
    const [first, second] = [await readChain(nodeUrl), await readChain(forkUrl)]
    // the blocks of the world that both start from
    const shared = first.findIndex((block, index) => block.join() !== second[index]?.join())
    expect(shared).toBeGreaterThan(1)
    const checkWhole = async (): Promise<void> => {
      const index = (await readIndex()).map((block) => block.join())
      const own = await readChain(nodeUrl)
      const isOf = (all: readonly Block[]): boolean => {
        const known = new Set(all.map((block) => block.join()))
        return index.every((block) => known.has(block))
      }
      expect(isOf(own) || isOf(second)).toBe(true)
    }
    // the first node is far behind the other, so it is not used
    await untilIndexed(forkUrl, checkWhole)
    await callNode(nodeUrl, 'anvil_mine', '0x60')
    await pay(4)
    await vi.waitFor(async () => expect((await statesOf(running))[0]).toBe('OK *'), 10_000)
    await untilIndexed(nodeUrl, checkWhole)
    // the indexed transfers also add up to the balance on the indexed chain
    const balance = BigInt(String(await callNode(nodeUrl, 'eth_getBalance', nobody, 'latest')))
    const sum = 'SELECT coalesce(sum(amount), 0)::text AS wei FROM chain_transfers WHERE recipient = $1'
    expect(await database.query(sum, [nobody])).toEqual([{ wei: balance.toString() }])
    // the process of the second node ends: nothing changes
    await fork.stop()
    await pay(5)
    await untilIndexed(nodeUrl, checkWhole)
    expect(await statesOf(running)).toEqual(['OK *', 'DOWN'])
  })
})
