import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningAnvil, startAnvil } from '../anvil/anvil.js'
import { callRpc } from '../rpc/callRpc.js'
import { type RpcProxy, startRpcProxy } from './proxy.js'

const single = (method: string, params: readonly unknown[] = []) => ({ jsonrpc: '2.0', id: 1, method, params })

const three = ['eth_chainId', 'eth_blockNumber', 'net_version'].map((method, id) => ({ ...single(method), id }))

describe('startRpcProxy', () => {
  let anvil: RunningAnvil
  let proxy: RpcProxy
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 31_337 })
    proxy = await startRpcProxy({ rpcUrl: anvil.url })
  })
  afterEach(() => proxy.reset())
  afterAll(async () => {
    await proxy.stop()
    await proxy.stop()
    await anvil.stop()
  })
  const post = (body: unknown, signal?: AbortSignal): Promise<Response> =>
    fetch(proxy.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: signal ?? null,
    })
  const ask = async (body: unknown): Promise<unknown> => (await post(body)).json()

  it('forwards everything while no fault is scripted, and allows requests from any origin', async () => {
    expect(await ask(single('eth_chainId'))).toEqual({ jsonrpc: '2.0', id: 1, result: '0x7a69' })
    expect(await ask(three)).toMatchObject([{ id: 0, result: '0x7a69' }, { id: 1 }, { id: 2, result: '31337' }])
    const preflight = await fetch(proxy.url, { method: 'OPTIONS', headers: { origin: 'http://localhost:3000' } })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('records each call with its time and the size of its batch', async () => {
    const before = Date.now()
    await ask(single('eth_call', [{}, 'latest']))
    await ask(three)
    const start = proxy.calls[0]?.exchange ?? 0
    expect(proxy.calls.map(({ method, batchSize, exchange }) => [method, batchSize, exchange - start])).toEqual([
      ['eth_call', 1, 0],
      ['eth_chainId', 3, 1],
      ['eth_blockNumber', 3, 1],
      ['net_version', 3, 1],
    ])
    expect(proxy.calls[0]).toMatchObject({ params: [{}, 'latest'], fault: undefined })
    expect(proxy.calls.every(({ at }) => at >= before && at <= Date.now())).toBe(true)
  })

  it('[F30] answers 429 with Retry-After once, 503 three times, then as usual', async () => {
    proxy.fail({ kind: 'status', status: 429, headers: { 'retry-after': '2' }, times: 1 })
    proxy.fail({ kind: 'status', status: 503, body: 'overloaded', times: 3 })
    const limited = await post(single('eth_chainId'))
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2'])
    expect(limited.headers.get('access-control-expose-headers')).toBe('*')
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await post(single('eth_chainId'))).status)
    expect(statuses).toEqual([503, 503, 503, 200])
    expect(proxy.calls.map(({ fault }) => fault)).toEqual(['status', 'status', 'status', 'status', undefined])
  })

  it('fails only the named methods, and batches that contain one of them', async () => {
    proxy.fail({ kind: 'status', status: 500, methods: ['eth_blockNumber'] })
    expect((await post(single('eth_chainId'))).status).toBe(200)
    expect((await post(single('eth_blockNumber'))).status).toBe(500)
    expect((await post(three)).status).toBe(500)
  })

  it('leaves requests unanswered with the hang fault', async () => {
    proxy.fail({ kind: 'hang' })
    await expect(post(single('eth_chainId'), AbortSignal.timeout(200))).rejects.toThrow(/abort|timeout/i)
  })

  it('delays responses with the delay fault', async () => {
    proxy.fail({ kind: 'delay', ms: 120 })
    const before = performance.now()
    expect(await ask(single('eth_chainId'))).toMatchObject({ result: '0x7a69' })
    expect(performance.now() - before).toBeGreaterThan(110)
  })

  it('[F31] cuts the connection before or after the node receives a transaction', async () => {
    const [from, to] = (await callRpc({ url: anvil.url, method: 'eth_accounts' })) as string[]
    const count = async (): Promise<number> =>
      Number(await callRpc({ url: anvil.url, method: 'eth_getTransactionCount', params: [from, 'latest'] }))
    const send = single('eth_sendTransaction', [{ from, to, value: '0x1' }])
    const before = await count()
    proxy.fail({ kind: 'cut', when: 'before', times: 1 })
    await expect(post(send)).rejects.toThrow('fetch failed')
    expect(await count()).toBe(before)
    proxy.fail({ kind: 'cut', when: 'after', times: 1 })
    await expect(post(send)).rejects.toThrow('fetch failed')
    await vi.waitFor(async () => expect(await count()).toBe(before + 1))
  })

  it('[F32] answers batches partially, shuffled, and with a missing ID', async () => {
    proxy.fail({ kind: 'batch', shape: 'partial', times: 1 })
    proxy.fail({ kind: 'batch', shape: 'shuffled', times: 1 })
    proxy.fail({ kind: 'batch', shape: 'missingId', times: 1 })
    const ids = async (): Promise<unknown> => ((await ask(three)) as { id?: number }[]).map(({ id }) => id)
    expect(await ids()).toEqual([0])
    expect(await ids()).toEqual([2, 1, 0])
    expect(await ids()).toEqual([undefined, 1, 2])
  })

  it('refuses batches, and answers single calls', async () => {
    proxy.fail({ kind: 'batch', shape: 'refused' })
    expect(await ask(three)).toMatchObject({ id: null, error: { code: -32_600 } })
    expect(await ask(single('eth_chainId'))).toMatchObject({ result: '0x7a69' })
  })

  it('[F33] reports another chain ID', async () => {
    proxy.fail({ kind: 'chainId', chainId: 1 })
    expect(await ask(single('eth_chainId'))).toMatchObject({ result: '0x1' })
    expect(await ask(three)).toMatchObject([{ result: '0x1' }, {}, { result: '1' }])
    expect(await ask(single('eth_gasPrice'))).toMatchObject({ result: expect.stringMatching(/^0x/) })
  })

  it('[F33] reports a stale block', async () => {
    await callRpc({ url: anvil.url, method: 'anvil_mine', params: ['0x14'] })
    const head = Number(await callRpc({ url: anvil.url, method: 'eth_blockNumber' }))
    proxy.fail({ kind: 'staleBlock', behind: 15 })
    const stale = `0x${(head - 15).toString(16)}`
    expect(await ask(single('eth_blockNumber'))).toMatchObject({ result: stale })
    expect(await ask(single('eth_getBlockByNumber', ['latest', false]))).toMatchObject({ result: { number: stale } })
  })

  it('answers with HTML, truncated JSON or a JSON-RPC error', async () => {
    proxy.fail({ kind: 'html', times: 1 })
    const page = await post(single('eth_chainId'))
    expect([page.headers.get('content-type'), await page.text()]).toEqual(['text/html', expect.stringContaining('<')])
    proxy.fail({ kind: 'truncated', times: 1 })
    await expect(ask(single('eth_chainId'))).rejects.toThrow(SyntaxError)
    const error = { code: -32_000, message: 'header not found', data: '0x' }
    proxy.fail({ kind: 'error', error, times: 2 })
    expect(await ask(single('eth_chainId'))).toEqual({ jsonrpc: '2.0', id: 1, error })
    expect(await ask(three)).toMatchObject([
      { id: 0, error },
      { id: 1, error },
      { id: 2, error },
    ])
  })

  it('survives requests that are not JSON-RPC, and answers 502 if the node is unreachable', async () => {
    const text = (await fetch(proxy.url, { method: 'POST', body: 'not json' })).text()
    expect(await text).toContain('error')
    const orphan = await startRpcProxy({ rpcUrl: 'http://127.0.0.1:1' })
    expect((await fetch(orphan.url, { method: 'POST', body: '{}' })).status).toBe(502)
    await orphan.stop()
  })

  it('cuts hanging requests when it stops', async () => {
    const other = await startRpcProxy({ rpcUrl: anvil.url })
    other.fail({ kind: 'hang' })
    const request = fetch(other.url, { method: 'POST', body: '{}' })
    const refused = expect(request).rejects.toThrow('fetch failed')
    while (other.calls.length === 0) await sleep(5)
    await other.stop()
    await refused
  })

  it('uses a free port if the preferred one is busy', async () => {
    const other = await startRpcProxy({ rpcUrl: anvil.url, port: proxy.port })
    expect(other.port).not.toBe(proxy.port)
    await other.stop()
  })
})
