import { type RpcProxy, type RunningAnvil, startAnvil, startRpcProxy } from '@latchkey/devnet'
import { createTestClock, createTestContext } from '@latchkey/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createNetwork } from '../../test/createNetwork.js'
import { createEndpoint, type Endpoint } from './endpoint.js'
import { createFetch } from './fetch.js'
import { createRanking } from './ranking.js'

let anvil: RunningAnvil

let proxies: readonly RpcProxy[]

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
  proxies = [await startRpcProxy({ rpcUrl: anvil.url }), await startRpcProxy({ rpcUrl: anvil.url })]
})

afterEach(() => {
  for (const proxy of proxies) proxy.reset()
})

afterAll(async () => {
  for (const proxy of proxies) await proxy.stop()
  await anvil.stop()
})

/** The test clock stands still during requests to the nodes, which take real time. */
function setUp() {
  const clock = createTestClock()
  const context = createTestContext({ env: clock })
  const network = createNetwork(31_337, ...proxies.map(({ url }) => url))
  const fetchFn = createFetch(context)
  let polls = 0
  let open = 0
  const endpoints = proxies.map(({ url }, index): Endpoint => {
    const endpoint = createEndpoint({ url, network, fetchFn, env: context.env })
    const readHead = async () => {
      if (index === 0) polls += 1
      open += 1
      try {
        return await endpoint.readHead()
      } finally {
        open -= 1
      }
    }
    return { ...endpoint, readHead }
  })
  const ranking = createRanking(context, endpoints)
  const order = () => ranking.getOrder().map((endpoint) => endpoints.indexOf(endpoint))
  /** Advances four seconds and waits for all responses. */
  const poll = async () => {
    await clock.advance(4_000)
    await rest()
  }
  const rest = async () => {
    while (open > 0) await pause(5)
    await pause(0)
  }
  return { clock, context, ranking, order, poll, rest, polls: () => polls }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('ranking', () => {
  test('[S9.10] polls every four seconds while endpoints are in use', async () => {
    const { clock, ranking, poll, rest, polls } = setUp()
    await clock.advance(60_000)
    expect(polls()).toBe(0)
    ranking.touch()
    ranking.touch()
    await clock.advance(3_999)
    expect(polls()).toBe(0)
    await clock.advance(1)
    expect(polls()).toBe(1)
    await rest()
    for (let turn = 2; turn < 5; turn++) {
      await poll()
      expect(polls()).toBe(turn)
    }
    ranking.destroy()
  })

  test('[S9.10] stops a minute after the last request, and restarts with the next one', async () => {
    const { clock, ranking, poll, polls } = setUp()
    ranking.touch()
    for (let turn = 0; turn < 15; turn++) await poll()
    await clock.advance(8_000)
    expect(polls()).toBe(15)
    expect(clock.pending()).toBe(0)
    ranking.touch()
    await poll()
    expect(polls()).toBe(16)
    ranking.destroy()
  })

  test('[S9.10] does not poll while the page is hidden', async () => {
    const { clock, context, ranking, poll, polls } = setUp()
    ranking.touch()
    context.page.document.visibilityState = 'hidden'
    await clock.advance(8_000)
    expect(polls()).toBe(0)
    context.page.document.visibilityState = 'visible'
    await poll()
    expect(polls()).toBe(1)
    ranking.destroy()
  })

  test('leaves no timer when it is destroyed, or when the modal is destroyed during a poll', async () => {
    const { clock, ranking } = setUp()
    ranking.touch()
    ranking.destroy()
    expect(clock.pending()).toBe(0)

    const ended = setUp()
    for (const proxy of proxies) proxy.fail({ kind: 'hang' })
    ended.ranking.touch()
    await ended.clock.advance(4_000)
    ended.context.end()
    await pause(50)
    expect(ended.clock.pending()).toBe(0)
    ended.ranking.touch()
    expect(ended.clock.pending()).toBe(0)
  })

  test('[S9.10] ranks a failing node below a working one, and above it again once that one fails more', async () => {
    const { ranking, order, poll } = setUp()
    ranking.touch()
    proxies[0]?.fail({ kind: 'status', status: 500, times: 1 })
    expect(order()).toEqual([0, 1])
    await poll()
    expect(order()).toEqual([1, 0])
    proxies[1]?.fail({ kind: 'status', status: 500, times: 3 })
    for (let turn = 0; turn < 3; turn++) await poll()
    expect(order()).toEqual([0, 1])
    ranking.destroy()
  })

  for (const [name, fault] of [
    ['is more than ten blocks behind', { kind: 'staleBlock', behind: 11 }],
    ['is on another chain', { kind: 'chainId', chainId: 1 }],
    ['responds with an HTML page', { kind: 'html' }],
  ] as const)
    test(`[F33] ranks down a node that ${name}`, async () => {
      await fetch(anvil.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x14'] }),
      })
      const { ranking, order, poll } = setUp()
      proxies[0]?.fail(fault)
      ranking.touch()
      await poll()
      expect(order()).toEqual([1, 0])
      ranking.destroy()
    })

  test('does not rank down a node that is ten blocks behind', async () => {
    const { ranking, order, poll } = setUp()
    proxies[1]?.fail({ kind: 'staleBlock', behind: 10 })
    ranking.touch()
    await poll()
    expect(order()).toEqual([0, 1])
    ranking.destroy()
  })

  test('[S9.10] ranks the faster of two equally reliable nodes first', async () => {
    const clock = createTestClock()
    let time = 0
    const context = createTestContext({ env: { ...clock, now: () => time } })
    const answersAfter = (ms: number): Endpoint => ({
      url: '',
      isForeign: () => false,
      request: async () => undefined,
      readHead: async () => {
        await pause(ms)
        time = Math.max(time, ms)
        return 1
      },
    })
    const endpoints = [answersAfter(40), answersAfter(5)]
    const ranking = createRanking(context, endpoints)
    ranking.touch()
    await clock.advance(4_000)
    await pause(100)
    expect(ranking.getOrder()).toEqual([endpoints[1], endpoints[0]])
    ranking.destroy()
  })

  for (const [name, heads, expected] of [
    ['does not rank down two nodes because a third one names a far newer block', [100, 101, 1_000_000], [0, 1, 2]],
    ['ranks down one of three nodes that is more than ten blocks behind', [89, 100, 100], [1, 2, 0]],
    ['ranks down one of two nodes that is more than ten blocks behind', [89, 100], [1, 0]],
  ] as const)
    test(name, async () => {
      const clock = createTestClock()
      const endpoints = heads.map(
        (head): Endpoint => ({
          url: '',
          isForeign: () => false,
          request: async () => undefined,
          readHead: async () => head,
        }),
      )
      const ranking = createRanking(createTestContext({ env: clock }), endpoints)
      ranking.touch()
      await clock.advance(4_000)
      await pause(0)
      expect(ranking.getOrder().map((endpoint) => endpoints.indexOf(endpoint))).toEqual(expected)
      ranking.destroy()
    })

  test('does not poll without endpoints', async () => {
    const clock = createTestClock()
    const ranking = createRanking(createTestContext({ env: clock }), [])
    ranking.touch()
    expect(clock.pending()).toBe(0)
  })
})
