import { createTestContext } from '@latchkey/testing'
import { describe, expect, it } from 'vitest'
import { createLocalNetwork } from '../../test/createLocalNetwork.js'
import { createRpc, type Rpc } from './rpc.js'

const genesis = '8pbtBGY8JMtfjg3bnkCSiFzTxvWDuQg8HDJzUm6kzGTG'

const [a, b] = ['https://a.example/key', 'https://b.example']

type Answer = unknown | ((method: string) => unknown)

/** Nodes with scripted responses and a clock that doesn't wait. A string is a whole body, a number a status. */
function setUp(nodes: Readonly<Record<string, Answer>>): { rpc: Rpc; asked: string[] } {
  const asked: string[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const { method } = JSON.parse(String(init?.body)) as { method: string }
    asked.push(`${new URL(String(input)).host} ${method}`)
    const answer = nodes[String(input)]
    const own = typeof answer === 'function' ? answer(method) : answer
    if (own === 'down') throw new TypeError('fetch failed')
    if (typeof own === 'number') return new Response('busy', { status: own })
    return new Response(typeof own === 'string' ? own : JSON.stringify({ jsonrpc: '2.0', id: 1, ...(own as object) }))
  }
  const setTimeout = (run: () => void, ms: number): (() => void) => {
    if (ms < 1_000) queueMicrotask(run)
    return () => undefined
  }
  return { rpc: createRpc(createTestContext({ env: { fetch, setTimeout } })), asked }
}

const right = (method: string): unknown => ({ result: method === 'getGenesisHash' ? genesis : method })

const foreign = (method: string): unknown => ({ result: method === 'getGenesisHash' ? 'x'.repeat(44) : method })

const ask = (rpc: Rpc, method = 'getSlot', urls: readonly string[] = [a, b]): Promise<unknown> =>
  rpc({ network: createLocalNetwork(...urls), method, params: [], signal: new AbortController().signal })

describe('createRpc', () => {
  it('requests the genesis hash of a node once', async () => {
    const { rpc, asked } = setUp({ [a]: right })
    expect(await ask(rpc)).toBe('getSlot')
    expect(await ask(rpc)).toBe('getSlot')
    expect(asked).toEqual(['a.example getSlot', 'a.example getGenesisHash', 'a.example getSlot'])
  })

  it.each<[string, Answer]>([
    ['is down', 'down'],
    ['is busy', 503],
    ['is on another chain', foreign],
    ['refuses the key', 401],
    ['responds with HTML', '<html>'],
    ['is behind', { error: { code: -32_005, message: 'Node is behind by 42 slots' } }],
    ['lacks the method', { error: { code: -32_601, message: 'Method not found' } }],
  ])('falls back to the next node if one %s', async (_, broken) => {
    const { rpc, asked } = setUp({ [a]: broken, [b]: right })
    expect(await ask(rpc)).toBe('getSlot')
    expect(asked.some((line) => line === 'b.example getSlot')).toBe(true)
  })

  it.each([-32_002, -32_602])('asks no other node after the error %s, which is about the call', async (code) => {
    const error = { code, message: 'No' }
    const { rpc, asked } = setUp({ [a]: (method: string) => (method === 'getGenesisHash' ? right(method) : { error }) })
    await expect(ask(rpc, 'sendTransaction')).rejects.toMatchObject({ details: 'No' })
    expect(asked).toEqual(['a.example getGenesisHash', 'a.example sendTransaction'])
  })

  it('checks a node of another chain only once, and sends it no transaction', async () => {
    const { rpc, asked } = setUp({ [a]: foreign })
    const sending = ask(rpc, 'sendTransaction', [a])
    await expect(sending).rejects.toMatchObject({
      code: 'RPC_CHAIN_MISMATCH',
      details: 'a.example is not on solana:8pbtBGY8JMtfjg3bnkCSiFzTxvWDuQg8.',
    })
    await expect(ask(rpc, 'getSlot', [a])).rejects.toMatchObject({ code: 'RPC_CHAIN_MISMATCH' })
    expect(asked).toEqual(['a.example getGenesisHash'])
  })

  it('trusts nodes without getGenesisHash, and nodes of networks without a genesis hash in their id', async () => {
    const silent = (method: string): unknown =>
      method === 'getGenesisHash' ? { error: { code: -32_601, message: 'Method not found' } } : { result: 1 }
    const { rpc } = setUp({ [a]: silent, [b]: foreign })
    expect(await ask(rpc, 'sendTransaction', [a])).toBe(1)
    const network = { ...createLocalNetwork(b), caipNetworkId: 'solana:localnet' } as const
    const call = { network, method: 'getSlot', params: [], signal: new AbortController().signal }
    expect(await rpc(call)).toBe('getSlot')
  })

  it.each([
    ['HTML', '<html>'],
    ['a truncated reply', '{"jsonrpc":"2.0","res'],
    ['a list', '[]'],
    ['neither result nor error', {}],
    ['an error status', 404],
    ['nothing', 'down'],
  ])('rejects with RPC_FAILED if the node responds with %s', async (_, answer) => {
    const { rpc } = setUp({ [a]: answer })
    await expect(ask(rpc, 'getSlot', [a])).rejects.toMatchObject({ code: 'RPC_FAILED' })
  })

  it.each([
    [-32_002, 'TRANSACTION_REJECTED'],
    [-32_003, 'TRANSACTION_REJECTED'],
    [-32_601, 'METHOD_NOT_FOUND'],
    [-32_602, 'INVALID_PARAMS'],
    [-32_603, 'INTERNAL_ERROR'],
    // a node that is behind, or lacks a slot; from wallets, these codes mean something else
    [-32_005, 'RPC_FAILED'],
    [-32_004, 'RPC_FAILED'],
    [-32_016, 'RPC_FAILED'],
    ['x', 'RPC_FAILED'],
  ])('maps the error %s of a node to %s', async (code, name) => {
    const logs = Array.from({ length: 30 }, (_, index) => `Program log: ${index}`)
    const error = { code, message: 'It did not work', data: { err: { InstructionError: [0, 'Custom'] }, logs } }
    const { rpc } = setUp({ [a]: (method: string) => (method === 'getGenesisHash' ? { result: genesis } : { error }) })
    const fault = await ask(rpc, 'sendTransaction', [a]).catch((cause: unknown) => cause)
    expect(fault).toMatchObject({ code: name, details: expect.stringContaining('It did not work') })
    expect(fault).toMatchObject({ details: expect.stringContaining('{"InstructionError":[0,"Custom"]}') })
    expect((fault as { details: string }).details).toContain('Program log: 29')
    expect((fault as { details: string }).details).not.toContain('Program log: 19\n')
  })

  it('rejects with RPC_URL_MISSING if no node is configured', async () => {
    await expect(ask(setUp({}).rpc, 'getSlot', [])).rejects.toMatchObject({ code: 'RPC_URL_MISSING' })
  })

  it("rejects with the signal's reason, and with ABORTED when the modal is destroyed", async () => {
    const context = createTestContext({ env: { fetch: () => new Promise<never>(() => undefined) } })
    const rpc = createRpc(context)
    const controller = new AbortController()
    const network = createLocalNetwork(a)
    const asking = rpc({ network, method: 'getSlot', params: [], signal: controller.signal })
    controller.abort('left')
    await expect(asking).rejects.toBe('left')
    const late = rpc({ network, method: 'getSlot', params: [], signal: new AbortController().signal })
    context.end()
    await expect(late).rejects.toMatchObject({ code: 'ABORTED' })
  })
})
