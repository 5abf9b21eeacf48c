import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import {
  compileContracts,
  type Devnet,
  deployContract,
  fundAccount,
  type RpcProxy,
  startDevnet,
  startRpcProxy,
  worldMarket,
  worldNfts,
  worldTokens,
} from '@latchkey/devnet'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  type Hex,
  maxUint256,
  parseAbi,
  parseEther,
  toHex,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseProjects } from '../../projects/parseProjects.js'
import type { CustodyResult } from '../../protocol/custody.js'
import type { SimulatedEffects } from '../../protocol/simulation.js'
import { createOperators } from '../test/createOperators.js'
import type { Visitor } from '../test/createVisitor.js'
import { startWorld, type World } from '../test/startWorld.js'

const usdc = worldTokens.USDC.address
const friend: Address = `0x${'f1'.repeat(20)}`
const chain = 'eip155:31337'
const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256 min, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amount, uint256 min, address[] path, address to, uint256 deadline)',
])

let devnet: Devnet
let proxy: RpcProxy
let world: World
let owner: Visitor & { readonly from: Address; readonly smart: Address }
const made: Record<string, Address> = {}
const contracts = compileContracts({ file: fileURLToPath(new URL('Deceivers.sol', import.meta.url)) })
const networks: { caipNetworkId: string; name: string; symbol: string; decimals: number; rpcUrls: string[] }[] = []

async function rpc(method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(devnet.chains[0].rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(error.message)
  return result
}

/** Sends a transaction as an impersonated account. */
async function act(from: Address, to: Address, data: Hex): Promise<void> {
  await rpc('anvil_impersonateAccount', [from])
  const hash = await rpc('eth_sendTransaction', [{ from, to, data }])
  await vi.waitFor(async () => {
    expect(await rpc('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  })
}

const deploy = async (name: string, args: readonly unknown[] = []): Promise<Address> => {
  const contract = contracts[name]
  if (!contract) throw new Error(`There is no contract ${name}.`)
  return deployContract({ rpcUrl: devnet.chains[0].rpcUrl, ...contract, args })
}
const call = (name: string, functionName: string, args: readonly unknown[] = []): Hex =>
  encodeFunctionData({ abi: contracts[name]?.abi ?? [], functionName, args })

beforeAll(async () => {
  devnet = await startDevnet({ chains: [31337] })
  proxy = await startRpcProxy({ rpcUrl: devnet.chains[0].rpcUrl })
  networks.push({ caipNetworkId: chain, name: 'Local', symbol: 'ETH', decimals: 18, rpcUrls: [proxy.url] })
  const limits = { [chain]: { [usdc]: { decimals: 6, dailyLimit: '5' } } }
  const projects = parseProjects(
    JSON.stringify({
      demo: { name: 'Demo', origins: ['https://app.example'] },
      limited: { name: 'Limited', origins: ['https://app.example'], policy: { assets: limits } },
    }),
  )
  world = await startWorld({ networks, projects, operators: { listen: { port: 0 }, approvals: [] } })
  const visitor = world.createVisitor({ project: 'limited' })
  await world.logIn(visitor, 'simulates@mail.example')
  const user = await visitor.get('user.get', {})
  owner = { ...visitor, from: user.accounts[0]?.address as Address, smart: user.smartAccount as Address }
  await fundAccount(devnet.chains[0].rpcUrl, owner.from, parseEther('100'))
  made['fake'] = await deploy('LyingToken', ['USDC', owner.from])
  made['calling'] = await deploy('CallingToken', [owner.from])
  made['drainer'] = await deploy('Drainer', [usdc])
  made['refuses'] = await deploy('Refuses')
  const mint = encodeFunctionData({
    abi: parseAbi(['function mint(address, uint256)']),
    args: [owner.from, 1_000_000_000n],
  })
  await act(owner.from, usdc, mint)
  await act(
    owner.from,
    worldNfts.address,
    encodeFunctionData({ abi: parseAbi(['function mint(address)']), args: [owner.from] }),
  )
  const allow = (spender: Address): Hex =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] })
  for (const spender of [made['drainer'] as Address, worldMarket.router]) await act(owner.from, usdc, allow(spender))
})
afterAll(async () => {
  await world?.stop()
  await proxy?.stop()
  await devnet?.stop()
})
beforeEach(() => {
  proxy.reset()
  world.move(60_000)
})

type Sent = {
  readonly to: Address
  readonly value?: Hex
  readonly data?: Hex
  readonly gas?: Hex
  readonly nonce?: Hex
}

const ask = async (sent: Sent) =>
  owner.ask('request.prepare', {
    method: 'eth_sendTransaction',
    chain,
    params: [
      {
        from: owner.from,
        gas: '0x7a120',
        gasPrice: '0x3b9aca00',
        nonce: (await rpc('eth_getTransactionCount', [owner.from, 'latest'])) as Hex,
        ...sent,
      },
    ],
  })
async function simulate(sent: Sent): Promise<CustodyResult<'request.prepare'>['simulation']> {
  const { result, error } = await ask(sent)
  if (error) throw new Error(`${error.code}: ${error.message}`)
  return result.simulation
}
const effects = async (sent: Sent): Promise<SimulatedEffects> => {
  const simulation = await simulate(sent)
  if (simulation?.status !== 'done') throw new Error(JSON.stringify(simulation))
  return simulation
}
const asUsdc = { type: 'token', address: usdc.toLowerCase(), symbol: 'USDC', decimals: 6 }
const nothing = { status: 'done', sends: [], receives: [], allows: [], gives: [] }
const swap = (): Sent => {
  const path = [worldMarket.wrappedNative.address, usdc]
  const args = [0n, path, owner.from, maxUint256] as const
  return {
    to: worldMarket.router,
    value: toHex(parseEther('1')),
    data: encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args }),
  }
}

describe('simulating a transaction', () => {
  test('reports both sides of a swap through the router', async () => {
    const { sends, receives, allows } = await effects(swap())
    expect(sends).toEqual([{ asset: { type: 'native' }, amount: `${parseEther('1')}` }])
    expect(receives).toEqual([{ asset: asUsdc, amount: expect.stringMatching(/^29\d{8}$/) }])
    expect(allows).toEqual([])
    const args = [5_000_000n, 0n, [usdc, worldMarket.wrappedNative.address], owner.from, maxUint256] as const
    const back = await effects({
      to: worldMarket.router,
      data: encodeFunctionData({ abi: routerAbi, functionName: 'swapExactTokensForETH', args }),
    })
    expect(back.sends).toEqual([{ asset: asUsdc, amount: '5000000' }])
    expect(back.receives).toEqual([{ asset: { type: 'native' }, amount: expect.stringMatching(/^16\d{14}$/) }])
  })

  test('reports transfers, wrapping, NFTs and allowances', async () => {
    expect(await effects({ to: friend, value: '0x5' })).toEqual({
      ...nothing,
      sends: [{ asset: { type: 'native' }, amount: '5' }],
    })
    const wrap = await effects({ to: worldMarket.wrappedNative.address, value: '0x7', data: '0xd0e30db0' })
    expect(wrap.receives).toMatchObject([{ asset: { symbol: 'WETH' }, amount: '7' }])
    const id = 7n
    const transferItem = encodeFunctionData({
      abi: erc721Abi,
      functionName: 'transferFrom',
      args: [owner.from, friend, id],
    })
    const item = { type: 'item', address: worldNfts.address.toLowerCase(), id: '7', symbol: 'KEY' }
    expect(await effects({ to: worldNfts.address, data: transferItem })).toEqual({
      ...nothing,
      sends: [{ asset: item, amount: '1' }],
    })
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [friend, 9n] })
    expect((await effects({ to: usdc, data: approve })).allows).toEqual([
      { asset: asUsdc, spender: friend.toLowerCase(), amount: '9', isUnlimited: false },
    ])
    const all = encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [friend, true] })
    expect((await effects({ to: worldNfts.address, data: all })).allows).toMatchObject([
      { asset: { type: 'collection', symbol: 'KEY' }, spender: friend.toLowerCase(), isUnlimited: true },
    ])
    const less = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [worldMarket.router, 1n] })
    expect(await effects({ to: usdc, data: less })).toEqual(nothing)
  })

  test('[C2] reports the effect of a call, not what its name suggests', async () => {
    const { drainer = friend } = made
    const steal = await effects({ to: drainer, data: call('Drainer', 'approve', [friend, 4_000_000n]) })
    expect(steal).toEqual({ ...nothing, sends: [{ asset: asUsdc, amount: '4000000' }] })
  })

  test('trusts only the balances of a token, not what it reports or conceals', async () => {
    const { fake = friend } = made
    expect(await effects({ to: fake, data: call('LyingToken', 'claim') })).toEqual(nothing)
    const quiet = await effects({ to: fake, data: call('LyingToken', 'quiet', [friend, 3n]) })
    expect(quiet.sends).toMatchObject([{ asset: { address: fake.toLowerCase(), symbol: 'USDC' }, amount: '3' }])
  })

  test('marks the result as partial if other contracts report too much', async () => {
    const { drainer = friend } = made
    const data = call('Drainer', 'claimRewards', [4_000_000n])
    expect((await effects({ to: drainer, data, gas: '0x4c4b40' })).isPartial).toBe(true)
  })
})

describe('a transaction that would fail', () => {
  test.each([
    ['words', 'The contract says “Paused until noon”.'],
    ['own', 'The contract rejects it (0x'],
    ['panic', 'The contract breaks off (error 18).'],
    ['burn', 'It needs more gas than it may use.'],
  ])('is refused before it is shown, with the reason: %s', async (name, reason) => {
    const { error } = await ask({ to: made['refuses'] ?? friend, data: call('Refuses', name) })
    expect(error).toMatchObject({ code: 'REVERTS', message: expect.stringContaining(reason) })
    expect(
      await world.database.query('SELECT 1 FROM approvals WHERE canonical LIKE $1', [`%${call('Refuses', name)}%`]),
    ).toEqual([])
  })

  test('is refused if the balance of the token or of the native currency is insufficient', async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, 10n ** 15n] })
    expect((await ask({ to: usdc, data })).error?.message).toContain('There isn’t enough of the token.')
    const much = toHex(parseEther('1000000'))
    expect((await ask({ to: friend, value: much })).error?.message).toContain('enough of the network’s own currency')
  })

  test('is not refused if an earlier transaction may change that', async () => {
    const nonce = toHex(Number(await rpc('eth_getTransactionCount', [owner.from, 'latest'])) + 1)
    const later = { to: made['refuses'] ?? friend, data: call('Refuses', 'own'), nonce }
    expect(await simulate(later)).toEqual({ status: 'unavailable', reason: 'earlier' })
    // no failure of the node is reported to operators
    const { add, ask: askAs } = createOperators(() => world)
    const { body } = await askAs(await add('ada'), 'GET /v1/health')
    expect(body['networks']).toEqual([{ chain, lastSuccess: expect.any(Number) }])
  })
})

describe('an RPC node', () => {
  const sent = { to: friend, value: '0x5' } as const

  test('that fails, hangs or is on another chain makes the result unavailable within seconds', async () => {
    const unknown = { status: 'unavailable', reason: 'node' }
    for (const fault of [
      { kind: 'hang' },
      { kind: 'html' },
      { kind: 'status', status: 500 },
      { kind: 'chainId', chainId: 5 },
      { kind: 'cut', when: 'before' },
    ] as const) {
      proxy.reset()
      proxy.fail(fault)
      const start = performance.now()
      expect(await simulate(sent)).toEqual(unknown)
      expect(performance.now() - start).toBeLessThan(4_500)
    }
  })

  test('without eth_simulateV1 is asked for a trace, with the same result', async () => {
    const direct = await effects(swap())
    const missing = { kind: 'error', error: { code: -32_601, message: 'Method not found' } } as const
    proxy.fail({ ...missing, methods: ['eth_simulateV1'] })
    expect(await effects(swap())).toEqual(direct)
    const { drainer = friend } = made
    const steal = await effects({ to: drainer, data: call('Drainer', 'approve', [friend, 4_000_000n]) })
    expect(steal).toEqual({ ...nothing, sends: [{ asset: asUsdc, amount: '4000000' }] })
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [friend, 9n] })
    expect((await effects({ to: usdc, data: approve })).allows).toEqual([
      { asset: asUsdc, spender: friend.toLowerCase(), amount: '9', isUnlimited: false },
    ])
    const failing = { to: made['refuses'] ?? friend, data: call('Refuses', 'words') }
    expect((await ask(failing)).error?.message).toContain('“Paused until noon”')
  })

  test('without eth_simulateV1 reports what a spender may take, not what it took in the same transaction', async () => {
    const missing = { kind: 'error', error: { code: -32_601, message: 'Method not found' } } as const
    proxy.fail({ ...missing, methods: ['eth_simulateV1'] })
    const { calling = friend } = made
    const data = call('CallingToken', 'approveAndCall', [friend, maxUint256, 40n])
    const { sends, allows } = await effects({ to: calling, data })
    expect(sends).toMatchObject([{ asset: { symbol: 'CALL' }, amount: '40' }])
    expect(allows).toMatchObject([{ asset: { symbol: 'CALL' }, amount: `${maxUint256}`, isUnlimited: true }])
  })

  test('without either method makes the result unavailable, but a failing transaction is still refused', async () => {
    const missing = { kind: 'error', error: { code: -32_601, message: 'Method not found' } } as const
    proxy.fail({ ...missing, methods: ['eth_simulateV1', 'debug_traceCall'] })
    expect(await simulate(swap())).toEqual({ status: 'unavailable', reason: 'node' })
    const failing = { to: made['refuses'] ?? friend, data: call('Refuses', 'words') }
    expect((await ask(failing)).error?.code).toBe('REVERTS')
  })

  test('that reports a revert for everything can refuse alone, but not beside an honest one', async () => {
    const error = { code: 3, message: 'execution reverted', data: '0x' }
    proxy.fail({ kind: 'error', error, methods: ['eth_simulateV1'] })
    expect((await ask(sent)).error?.code).toBe('REVERTS')
    networks[0]?.rpcUrls.push(devnet.chains[0].rpcUrl)
    expect(await simulate(sent)).toMatchObject({ status: 'done', sends: [{ amount: '5' }] })
    networks[0]?.rpcUrls.pop()
  })

  test('that lies affects only the shown result: custody reads, signs and counts without it', async () => {
    const lie = { status: '0x1', returnData: `0x${'0'.repeat(64)}`, logs: [] }
    const answer = (body: string): string => {
      const { method, params } = JSON.parse(body) as { method: string; params: unknown[] }
      const [{ blockStateCalls = [] } = {}] = params as [{ blockStateCalls?: { calls: unknown[] }[] }?]
      const result =
        method === 'eth_simulateV1' ? blockStateCalls.map(({ calls }) => ({ calls: calls.map(() => lie) })) : '0x7a69'
      return JSON.stringify({ jsonrpc: '2.0', id: 1, result })
    }
    const liar = createServer((request, response) => {
      void text(request).then((body) => response.end(answer(body)))
    }).listen(0, '127.0.0.1')
    await once(liar, 'listening')
    const honest = networks[0]?.rpcUrls.splice(0, 1, `http://127.0.0.1:${(liar.address() as AddressInfo).port}`) ?? []
    const pay = (amount: bigint): Sent => ({
      to: usdc,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, amount] }),
    })
    const { result } = await ask(pay(5_000_000n))
    expect(result?.simulation).toEqual(nothing)
    expect(result?.summary).toMatchObject({ call: { type: 'transfer', amount: '5000000' } })
    expect((await ask(pay(5_000_001n))).error?.code).toBe('SPEND_LIMIT')
    networks[0]?.rpcUrls.splice(0, 1, ...honest)
    liar.closeAllConnections()
    liar.close()
  })
})
