import { type RpcProxy, type RunningAnvil, startAnvil, startRpcProxy } from '@latchkey/devnet'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { askNode, createNodeHealth, type NodeAnswer, type NodeHealth } from './askNode.js'

let node: RunningAnvil
let first: RpcProxy
let second: RpcProxy

beforeAll(async () => {
  node = await startAnvil({ chainId: 31_337 })
  ;[first, second] = await Promise.all([startRpcProxy({ rpcUrl: node.url }), startRpcProxy({ rpcUrl: node.url })])
})
afterEach(() => {
  first.reset()
  second.reset()
})
afterAll(() => Promise.all([first?.stop(), second?.stop(), node?.stop()]))

const ask = (health: NodeHealth, method = 'eth_chainId', params: unknown = []): Promise<NodeAnswer> =>
  askNode([first.url, second.url], { method, params, signal: new AbortController().signal, health })
const chainId = { result: '0x7a69' }

test.each([
  ['dies', { kind: 'cut', when: 'before' }],
  ['hangs', { kind: 'hang' }],
  ['responds with an HTML page', { kind: 'html' }],
  ['has reached its rate limit', { kind: 'error', error: { code: -32_005, message: 'limit exceeded' } }],
] as const)(
  'a node that %s is replaced, not retried for a while, and used again once it recovers',
  async (_, fault) => {
    const health = createNodeHealth({ now: Date.now })
    first.fail(fault)
    const begun = Date.now()
    // stops the clock that would end the node’s pause
    const still = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    expect(await ask(health)).toEqual(chainId)
    expect(Date.now() - begun).toBeLessThan(9_000)
    for (let count = 0; count < 5; count++) expect(await ask(health)).toEqual(chainId)
    expect(first.calls).toHaveLength(1)
    still.mockRestore()
    first.reset()
    await vi.waitFor(
      async () => {
        expect(await ask(health)).toEqual(chainId)
        expect(first.calls.length).toBeGreaterThan(0)
      },
      { timeout: 5_000, interval: 100 },
    )
  },
)

test('an error of the chain is a response, not a failure of the node', async () => {
  const health = createNodeHealth({ now: Date.now })
  const answer = await ask(health, 'eth_sendRawTransaction', ['0x00'])
  expect(answer).toMatchObject({ error: { code: expect.any(Number) } })
  await ask(health)
  expect([first.calls.length, second.calls.length]).toEqual([2, 0])
})

test('error: tries all nodes if they all fail, even right after a failure', async () => {
  const health = createNodeHealth({ now: Date.now })
  for (const proxy of [first, second]) proxy.fail({ kind: 'cut', when: 'before' })
  for (const count of [1, 2]) {
    await expect(ask(health)).rejects.toThrow('No node of this network answered.')
    expect([first.calls.length, second.calls.length]).toEqual([count, count])
  }
  first.reset()
  expect(await ask(health)).toEqual(chainId)
})
