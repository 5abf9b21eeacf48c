import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createModalCore, isLatchkeyError } from '@latchkey/core'
import { AbortedError } from '@latchkey/core/plugin'
import { type RpcProxy, type RunningAnvil, startAnvil, startRpcProxy } from '@latchkey/devnet'
import { createTestContext } from '@latchkey/testing'
import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createNetwork } from '../../test/createNetwork.js'
import { evm } from '../adapter.js'
import { createRpc, getRpcUrls, toRpcError } from './rpc.js'

describe('createRpc', () => {
  let anvil: RunningAnvil

  let other: RunningAnvil

  beforeAll(async () => {
    ;[anvil, other] = await Promise.all([startAnvil({ chainId: 31_337 }), startAnvil({ chainId: 31_338 })])
  })

  afterAll(() => Promise.all([anvil.stop(), other.stop()]))

  const rich = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

  const balance = { method: 'eth_getBalance', params: [rich, 'latest'] }

  async function setUp(...upstreams: readonly RunningAnvil[]) {
    const proxies: RpcProxy[] = []
    for (const { url } of upstreams.length > 0 ? upstreams : [anvil]) proxies.push(await startRpcProxy({ rpcUrl: url }))
    const context = createTestContext()
    const rpc = createRpc(context)
    onTestFinished(async () => {
      rpc.destroy()
      for (const proxy of proxies) await proxy.stop()
    })
    const network = createNetwork(31_337, ...proxies.map(({ url }) => url))
    const [first, second] = proxies
    if (!first) throw new Error('No proxy')
    const ask = (call: { method: string; params?: readonly unknown[] } = balance) =>
      rpc.request(network, call, new AbortController().signal)
    return { rpc, context, network, ask, proxy: first, second: second ?? first }
  }

  const times = ({ calls }: RpcProxy, method = 'eth_getBalance') => calls.filter((call) => call.method === method)

  const gaps = (proxy: RpcProxy) => times(proxy).map(({ at }, index, list) => at - (list[index - 1]?.at ?? at))

  describe('one node', () => {
    test('gets simultaneous calls over HTTP in one batch', async () => {
      const { ask, proxy } = await setUp()
      await ask()
      proxy.reset()
      const [a, b] = await Promise.all([ask(), ask({ method: 'eth_blockNumber' })])
      expect(BigInt(a as string)).toBeGreaterThan(0n)
      expect(b).toMatch(/^0x/)
      expect(proxy.calls.map(({ exchange, batchSize }) => [exchange, batchSize])).toEqual([
        [expect.any(Number), 2],
        [expect.any(Number), 2],
      ])
      expect(new Set(proxy.calls.map(({ exchange }) => exchange)).size).toBe(1)
    })

    test('[S9.9] gets at most 1000 calls in a batch', async () => {
      const { ask, proxy } = await setUp()
      await ask()
      proxy.reset()
      await Promise.all(Array.from({ length: 1_001 }, () => ask({ method: 'eth_chainId' })))
      expect([...new Set(proxy.calls.map(({ batchSize }) => batchSize))].sort()).toEqual([1, 1_000].sort())
    })

    test('[S9.9] [F30] is retried after 150, 300 and 600 ms if it responds with 503 three times', async () => {
      const { ask, proxy } = await setUp()
      await ask()
      proxy.reset()
      proxy.fail({ kind: 'status', status: 503, times: 3 })
      await expect(ask()).resolves.toMatch(/^0x/)
      const [, ...waits] = gaps(proxy)
      expect(waits).toHaveLength(3)
      for (const [index, least] of [150, 300, 600].entries()) expect(waits[index]).toBeGreaterThanOrEqual(least - 5)
      // the delays double: a fourth or a longer one would exceed this sum
      expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(1_050 + 2_000)
    })

    test('[S9.9] is retried at most three times', async () => {
      const { ask, proxy } = await setUp()
      await ask()
      proxy.reset()
      proxy.fail({ kind: 'status', status: 500 })
      await expect(ask()).rejects.toMatchObject({ kind: 'LatchkeyError' })
      expect(times(proxy)).toHaveLength(4)
    })

    for (const status of [403, 408, 413, 429, 500, 502, 503, 504])
      test(`[S9.9] is retried after status ${status}`, async () => {
        const { ask, proxy } = await setUp()
        await ask()
        proxy.reset()
        proxy.fail({ kind: 'status', status, times: 1 })
        await expect(ask()).resolves.toMatch(/^0x/)
        expect(times(proxy)).toHaveLength(2)
      })

    for (const status of [400, 401, 404, 405])
      test(`[S9.9] is not retried after status ${status}`, async () => {
        const { ask, proxy } = await setUp()
        await ask()
        proxy.reset()
        proxy.fail({ kind: 'status', status, times: 1 })
        await expect(ask()).rejects.toMatchObject({ kind: 'LatchkeyError' })
        expect(times(proxy)).toHaveLength(1)
      })

    test('[F30] is retried no sooner than two seconds after 429 with Retry-After 2', async () => {
      const { ask, proxy } = await setUp()
      await ask()
      proxy.reset()
      proxy.fail({ kind: 'status', status: 429, headers: { 'retry-after': '2' }, times: 1 })
      await expect(ask()).resolves.toMatch(/^0x/)
      const [, wait] = gaps(proxy)
      expect(wait).toBeGreaterThanOrEqual(1_995)
    })

    for (const fault of [{ kind: 'html' }, { kind: 'truncated' }, { kind: 'cut', when: 'before' }] as const)
      test(`is retried after a broken response (${fault.kind})`, async () => {
        const { ask, proxy } = await setUp()
        await ask()
        proxy.reset()
        proxy.fail({ ...fault, times: 1 })
        await expect(ask()).resolves.toMatch(/^0x/)
      })

    test('error: maps the error code of the node to a named error', async () => {
      const { ask } = await setUp()
      await expect(ask({ method: 'eth_noSuchThing' })).rejects.toMatchObject({ code: 'METHOD_NOT_FOUND' })
      await expect(ask({ method: 'eth_getBalance', params: ['x'] })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    })

    test('error: RPC_FAILED, not REQUEST_PENDING, if a node reports a timeout with -32002', async () => {
      const { ask, proxy } = await setUp()
      // as go-ethereum replies
      proxy.fail({ kind: 'error', error: { code: -32_002, message: 'request timed out' }, methods: [balance.method] })
      await expect(ask()).rejects.toMatchObject({
        code: 'RPC_FAILED',
        details: expect.stringContaining('request timed out'),
      })
    })

    test('rejects with the reason of the signal', async () => {
      const { rpc, network, proxy } = await setUp()
      proxy.fail({ kind: 'hang' })
      const controller = new AbortController()
      const reading = rpc.request(network, balance, controller.signal)
      const reason = new Error('gone')
      controller.abort(reason)
      await expect(reading).rejects.toBe(reason)
    })

    test('[S9.9] is given up after ten seconds without a response, and the next endpoint is requested', async () => {
      const { rpc, proxy } = await setUp()
      proxy.fail({ kind: 'hang' })
      // two hanging endpoints with ten seconds each; the signal ends the request once the second one is tried
      const begin = Date.now()
      const controller = new AbortController()
      const twice = createNetwork(31_337, proxy.url, `${proxy.url}/2`)
      const reading = rpc.request(twice, balance, controller.signal)
      reading.catch(() => undefined)
      while (times(proxy).length < 2) await new Promise((resolve) => setTimeout(resolve, 50))
      expect(Date.now() - begin).toBeGreaterThanOrEqual(9_900)
      expect(Date.now() - begin).toBeLessThan(15_000)
      controller.abort(new Error('enough'))
      await expect(reading).rejects.toThrow('enough')
    })

    test('error: ABORTED for open requests when the modal is destroyed', async () => {
      const { ask, context, proxy } = await setUp()
      proxy.fail({ kind: 'hang' })
      const reading = ask()
      while (proxy.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
      context.end()
      await expect(reading).rejects.toMatchObject({ code: 'ABORTED' })
    })
  })

  describe('a batch', () => {
    for (const shape of ['partial', 'shuffled', 'missingId'] as const)
      test(`[F32] with a ${shape} reply gives each caller its own response`, async () => {
        const { ask, proxy } = await setUp()
        await ask()
        proxy.fail({ kind: 'batch', shape, times: 1 })
        const poor = `0x${'00'.repeat(19)}99`
        const replies = await Promise.all([
          ask(),
          ask({ method: 'eth_chainId' }),
          ask({ method: 'eth_getBalance', params: [poor, 'latest'] }),
          ask({ method: 'eth_getCode', params: [poor, 'latest'] }),
        ])
        expect(BigInt(replies[0] as string)).toBeGreaterThan(10n ** 18n)
        expect(replies.slice(1)).toEqual(['0x7a69', '0x0', '0x'])
      })

    test('that the node refuses is sent call by call, and so are later ones', async () => {
      const { ask, proxy } = await setUp()
      proxy.fail({ kind: 'batch', shape: 'refused' })
      const block = { method: 'eth_blockNumber' }
      expect(await Promise.all([ask({ method: 'eth_chainId' }), ask(block)])).toEqual(['0x7a69', '0x0'])
      proxy.reset()
      proxy.fail({ kind: 'batch', shape: 'refused' })
      expect(await Promise.all([ask({ method: 'eth_chainId' }), ask(block)])).toEqual(['0x7a69', '0x0'])
      expect(proxy.calls.map(({ batchSize }) => batchSize)).toEqual([1, 1])
    })

    test('is not sent call by call to a node that is too busy', async () => {
      const { ask, proxy } = await setUp()
      await ask()
      proxy.reset()
      const body = JSON.stringify({ error: { code: -32_005, message: 'slow down' } })
      proxy.fail({ kind: 'status', status: 503, body: '{"message":"overloaded"}', times: 1 })
      proxy.fail({ kind: 'status', status: 200, body })
      const replies = await Promise.allSettled([ask(), ask({ method: 'eth_blockNumber' })])
      expect(replies.map((reply) => reply.status)).toEqual(['rejected', 'rejected'])
      expect(proxy.calls.every(({ batchSize }) => batchSize === 2)).toBe(true)
    })

    test('[F32] rejects the call whose response is missing, and resolves the others', async () => {
      const { ask, proxy } = await setUp()
      await ask()
      proxy.fail({ kind: 'batch', shape: 'missingId' })
      const results = await Promise.allSettled([ask(), ask({ method: 'eth_chainId' })])
      expect(results[1]).toMatchObject({ status: 'fulfilled', value: '0x7a69' })
      expect(results[0]).toMatchObject({ status: 'rejected', reason: { code: 'INTERNAL_ERROR' } })
    })
  })

  describe('a node of another chain', () => {
    test('[F33] error: RPC_CHAIN_MISMATCH instead of its responses, after one check of the chain id', async () => {
      const { ask, proxy } = await setUp()
      proxy.fail({ kind: 'chainId', chainId: 1 })
      await expect(ask()).rejects.toMatchObject({ code: 'RPC_CHAIN_MISMATCH' })
      await expect(ask()).rejects.toMatchObject({ code: 'RPC_CHAIN_MISMATCH' })
      expect(times(proxy, 'eth_chainId')).toHaveLength(1)
    })

    test('[F33] does not get a signed transaction', async () => {
      const { ask, proxy } = await setUp(other)
      await expect(ask({ method: 'eth_sendRawTransaction', params: ['0x02'] })).rejects.toMatchObject({
        code: 'RPC_CHAIN_MISMATCH',
      })
      expect(times(proxy, 'eth_sendRawTransaction')).toEqual([])
    })

    test('[F33] is skipped in favor of the next node, and not requested again', async () => {
      const { ask, proxy, second } = await setUp(other, anvil)
      await expect(ask()).resolves.toMatch(/^0x/)
      await expect(ask()).resolves.toMatch(/^0x/)
      expect(times(proxy)).toHaveLength(1)
      expect(times(second)).toHaveLength(2)
    })

    test('[F33] error: RPC_CHAIN_MISMATCH if all nodes are of other chains', async () => {
      const { ask } = await setUp(other, other)
      await expect(ask()).rejects.toMatchObject({ code: 'RPC_CHAIN_MISMATCH' })
    })

    test('the chain id is requested once, in a batch with the first calls', async () => {
      const { ask, proxy } = await setUp()
      await Promise.all([ask(), ask()])
      await ask()
      expect(times(proxy, 'eth_chainId')).toHaveLength(1)
      expect(proxy.calls.filter(({ exchange }) => exchange === proxy.calls[0]?.exchange)).toHaveLength(3)
    })

    test('a node whose chain id request failed is requested again', async () => {
      const { ask, proxy } = await setUp()
      proxy.fail({ kind: 'status', status: 404, times: 1 })
      await expect(ask()).rejects.toMatchObject({ kind: 'LatchkeyError' })
      await expect(ask()).resolves.toMatch(/^0x/)
    })

    test('a node that reported an invalid chain id is requested again, after its first reply is rejected', async () => {
      const { ask, proxy } = await setUp()
      proxy.fail({ kind: 'chainId', chainId: 0, times: 1 })
      await expect(ask()).rejects.toMatchObject({ code: 'INTERNAL_ERROR', details: 'eth_chainId: "0x0"' })
      await expect(ask()).resolves.toMatch(/^0x/)
    })
  })

  describe('several nodes', () => {
    test('the next node is requested without a retry if the first one fails', async () => {
      const { ask, proxy, second } = await setUp(anvil, anvil)
      proxy.fail({ kind: 'status', status: 503 })
      await expect(ask()).resolves.toMatch(/^0x/)
      expect(times(proxy)).toHaveLength(1)
      expect(times(second)).toHaveLength(1)
    })

    for (const error of [
      { code: 3, message: 'revert' },
      { code: -32_015, message: 'revert' },
      { code: -32_000, message: 'execution reverted' },
      { code: -32_000, message: 'Execution reverted: no funds', data: '0x08c379a0' },
      { code: -32_000, message: 'invalid opcode: INVALID' },
      { code: -32_000, message: 'invalid jump destination' },
      { code: -32_000, message: 'gas required exceeds allowance (50000000)' },
      { code: -32_000, message: 'failed with 50000000 gas: insufficient funds for transfer: address 0x1' },
    ])
      test(`a call that fails with ${error.code}, "${error.message}" is rejected with that message, and not sent to the next node`, async () => {
        const { ask, proxy, second } = await setUp(anvil, anvil)
        proxy.fail({ kind: 'error', error, methods: [balance.method] })
        await expect(ask()).rejects.toMatchObject({ code: 'TRANSACTION_REJECTED', details: error.message })
        expect(times(second)).toEqual([])
      })

    test('the first node is retried if no node responds', async () => {
      const { ask, proxy, second } = await setUp(anvil, anvil)
      proxy.fail({ kind: 'status', status: 503, times: 2 })
      second.fail({ kind: 'status', status: 503 })
      await expect(ask()).resolves.toMatch(/^0x/)
      expect(times(proxy)).toHaveLength(3)
    })

    test('a call that reverts is not sent to another node', async () => {
      const { ask, second } = await setUp(anvil, anvil)
      // 0xfe is the invalid instruction; this code reverts at once
      const call = { method: 'eth_estimateGas', params: [{ from: rich, data: '0x60006000fd' }] }
      await expect(ask(call)).rejects.toMatchObject({ code: 'TRANSACTION_REJECTED' })
      expect(second.calls).toEqual([])
    })

    test('a network whose URLs were replaced is requested at the new ones', async () => {
      const { rpc, ask, proxy } = await setUp()
      await ask()
      proxy.reset()
      const moved = await startRpcProxy({ rpcUrl: anvil.url })
      onTestFinished(() => moved.stop())
      await rpc.request(createNetwork(31_337, moved.url), balance, new AbortController().signal)
      expect(proxy.calls).toEqual([])
      expect(times(moved)).toHaveLength(1)
    })
  })

  /** An RPC service in front of a node that responds with 503 for the next `busy` requests. */
  async function startRoute() {
    const seen: { readonly line: string; readonly methods: readonly string[] }[] = []
    const route = { seen, busy: 0, url: '', node: anvil.url }
    const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await text(request)
      const calls = [JSON.parse(body)].flat() as { method: string }[]
      seen.push({ line: `${request.method} ${request.url}`, methods: calls.map(({ method }) => method) })
      if (route.busy > 0) {
        route.busy -= 1
        response.writeHead(503).end()
        return
      }
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(route.node, { method: 'POST', headers, body })
      response.writeHead(200, headers).end(await reply.text())
    }
    const server = createServer((request, response) => void serve(request, response))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    route.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc/`
    onTestFinished(() => void server.close())
    return route
  }

  test('[S9.11] Base, a known chain, is requested at the RPC service; a local chain at its own URLs', async () => {
    const route = await startRoute()
    const base = await startAnvil({ chainId: 8_453 })
    onTestFinished(() => base.stop())
    route.node = base.url
    const { rpc, proxy } = await setUp()
    const modal = createModalCore({
      services: { rpc: route.url },
      networks: [createNetwork(8_453, proxy.url), createNetwork(31_337, proxy.url)],
      adapters: [evm()],
    })
    const [known, local] = modal.getState().networks
    if (!known || !local) throw new Error('No network')
    await expect(rpc.request(known, balance, new AbortController().signal)).resolves.toMatch(/^0x/)
    expect(route.seen.map(({ line }) => line)).toEqual(['POST /rpc/v1/?chainId=eip155%3A8453'])
    expect(proxy.calls).toEqual([])
    await expect(rpc.request(local, balance, new AbortController().signal)).resolves.toMatch(/^0x/)
    expect(route.seen).toHaveLength(1)
    expect(times(proxy)).toHaveLength(1)
  })

  test('[S7.28] a routed network gets batches by POST at {rpc}/v1/?chainId=…&projectId=…, then at its own URLs, with retries', async () => {
    const route = await startRoute()
    const { rpc, proxy } = await setUp()
    const modal = createModalCore({
      projectId: 'abc',
      services: { rpc: { url: route.url, networkIds: ['eip155:31337'] } },
      networks: [createNetwork(31_337, proxy.url)],
      adapters: [evm()],
    })
    const [network] = modal.getState().networks
    if (!network) throw new Error('No network')
    const ask = () => rpc.request(network, balance, new AbortController().signal)
    const line = 'POST /rpc/v1/?chainId=eip155%3A31337&projectId=abc'

    await Promise.all([ask(), ask()])
    expect(route.seen).toEqual([
      { line, methods: expect.arrayContaining(['eth_getBalance', 'eth_getBalance', 'eth_chainId']) },
    ])
    expect(route.seen[0]?.methods).toHaveLength(3)
    expect(proxy.calls).toEqual([])

    route.busy = 1
    await expect(ask()).resolves.toMatch(/^0x/)
    expect(times(proxy)).toHaveLength(1)
    expect(route.seen).toHaveLength(2)

    route.busy = 3
    proxy.fail({ kind: 'status', status: 503 })
    await expect(ask()).resolves.toMatch(/^0x/)
    expect(times(proxy)).toHaveLength(2)
    expect(route.seen.slice(2).map((call) => call.line)).toEqual([line, line, line, line])
  })
})

test('getRpcUrls puts {rpc}/v1/?chainId=…&projectId=… of a routed network before its own URLs', () => {
  const modal = createModalCore({
    projectId: 'abc',
    services: { rpc: 'https://rpc.example/' },
    networks: [createNetwork(1, 'https://one.example', 'https://two.example')],
    adapters: [evm()],
  })
  const [network] = modal.getState().networks
  expect(network && getRpcUrls(network)).toEqual([
    'https://rpc.example/v1/?chainId=eip155%3A1&projectId=abc',
    'https://one.example',
    'https://two.example',
  ])
})

test('getRpcUrls returns each URL once, in order', () => {
  const network = createNetwork(1, 'https://a.example', 'https://b.example', 'https://a.example')
  const rpcUrls = { ...network.rpcUrls, chainDefault: { http: ['https://b.example', 'https://c.example'] } }
  expect(getRpcUrls({ ...network, rpcUrls })).toEqual(['https://a.example', 'https://b.example', 'https://c.example'])
})

test('[S8.52] error: getRpcUrls throws for a network without a URL', () => {
  try {
    getRpcUrls(createNetwork(1))
    expect.unreachable()
  } catch (error) {
    expect(isLatchkeyError(error) && error.shortMessage).toBe('No RPC url for chain eip155:1')
  }
})

const url = 'https://rpc.example/secret-key'

const body = { method: 'eth_getBalance' }

describe('toRpcError', () => {
  for (const [name, cause, code] of [
    ['an HTTP status', new HttpRequestError({ body, url, status: 404 }), 'RPC_FAILED'],
    ['a timeout', new TimeoutError({ body, url }), 'TIMED_OUT'],
    [
      'an RPC error code',
      new RpcRequestError({ body, url, error: { code: -32_005, message: 'too many' } }),
      'LIMIT_EXCEEDED',
    ],
    ['a revert', new RpcRequestError({ body, url, error: { code: 3, message: 'no funds' } }), 'TRANSACTION_REJECTED'],
    [
      'a revert at older Nethermind nodes',
      new RpcRequestError({ body, url, error: { code: -32_015, message: 'VM execution error.' } }),
      'TRANSACTION_REJECTED',
    ],
    [
      'a revert at older geth and Besu nodes',
      new RpcRequestError({ body, url, error: { code: -32_000, message: 'execution reverted' } }),
      'TRANSACTION_REJECTED',
    ],
    [
      'a failure that is not a revert, with the same code',
      new RpcRequestError({ body, url, error: { code: -32_000, message: 'nonce too low' } }),
      'INVALID_INPUT',
    ],
    ['an unknown cause', 'broken', 'RPC_FAILED'],
  ] as const)
    test(`error: ${code} for ${name}, without the URL and its key`, () => {
      const fault = toRpcError(cause)
      expect(fault.code).toBe(code)
      expect(fault.message).not.toContain('secret-key')
      expect(fault.details).toBeTruthy()
    })

  test('keeps the message of the node', () => {
    const error = { code: -32_000, message: 'insufficient funds for gas' }
    expect(toRpcError(new RpcRequestError({ body, url, error })).details).toContain('insufficient funds for gas')
  })

  test('keeps named errors, and converts AbortError to ABORTED', () => {
    const fault = new AbortedError()
    expect(toRpcError(fault)).toBe(fault)
    expect(toRpcError(new DOMException('x', 'AbortError')).code).toBe('ABORTED')
  })
})
