import { once } from 'node:events'
import { createServer } from 'node:net'
import { Connection, Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { isPortFree } from '../http/server.js'
import { callRpc } from '../rpc/callRpc.js'
import { fundSolana } from '../rpc/funding.js'
import { solanaDevKeypair } from './devKeypair.js'
import type { RunningSolana } from './runSolana.js'
import { startSolana } from './solana.js'

describe('startSolana', () => {
  let solana: RunningSolana
  let connection: Connection
  beforeAll(async () => {
    solana = await startSolana()
    connection = new Connection(solana.rpcUrl, { wsEndpoint: solana.wsUrl, commitment: 'confirmed' })
  })
  beforeEach(() => solana.forgetCalls())
  afterAll(() => solana.stop())
  const post = async (body: string): Promise<unknown> => (await fetch(solana.rpcUrl, { method: 'POST', body })).json()
  const request = (method: string, params: readonly unknown[] = [], id: unknown = 1): object => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  })

  it('funds ten accounts with the keys that wallets derive from the development phrase', async () => {
    expect(solanaDevKeypair(0).address).toBe('oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')
    const keys = Array.from({ length: 10 }, (_, index) => Keypair.fromSecretKey(solanaDevKeypair(index).secretKey))
    expect(keys.map(({ publicKey }) => publicKey.toBase58())).toEqual(
      keys.map((_, index) => solanaDevKeypair(index).address),
    )
    const accounts = await connection.getMultipleAccountsInfo(keys.map(({ publicKey }) => publicKey))
    expect(accounts.map((account) => account?.lamports)).toEqual(keys.map(() => 1_000_000_000_000))
    expect(await connection.getBalance(Keypair.fromSecretKey(solanaDevKeypair(10).secretKey).publicKey)).toBe(0)
  })

  it('has the same genesis hash at every start, but its own state', async () => {
    const other = await startSolana()
    const { address } = solanaDevKeypair(0)
    await fundSolana(other.rpcUrl, address, 7_000_000)
    const balance = async ({ rpcUrl }: RunningSolana): Promise<unknown> =>
      callRpc({ url: rpcUrl, method: 'getBalance', params: [address] })
    expect(await balance(other)).toMatchObject({ value: 1_000_007_000_000 })
    expect(await balance(solana)).toMatchObject({ value: 1_000_000_000_000 })
    expect(other.genesisHash).toBe(await connection.getGenesisHash())
    expect(other.caipNetworkId).toBe(`solana:${(await connection.getGenesisHash()).slice(0, 32)}`)
    expect(JSON.parse(JSON.stringify(other.network))).toEqual({
      name: 'Local Solana',
      rpcUrl: other.rpcUrl,
      wsUrl: other.rpcUrl.replace('http:', 'ws:'),
      caipNetworkId: other.caipNetworkId,
      genesisHash: other.genesisHash,
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    })
    await other.stop()
  })

  it('allows requests from any origin', async () => {
    const headers = { origin: 'http://localhost:3000', 'access-control-request-headers': 'content-type,solana-client' }
    const preflight = await fetch(solana.rpcUrl, { method: 'OPTIONS', headers })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('*')
    expect((await fetch(solana.rpcUrl)).status).toBe(405)
  })

  it('answers batches in order, and rejects invalid requests', async () => {
    const batch = [request('getSlot', [], 'a'), request('noSuchMethod', [], 2), {}]
    expect(await post(JSON.stringify(batch))).toEqual([
      { jsonrpc: '2.0', id: 'a', result: expect.any(Number) },
      { jsonrpc: '2.0', id: 2, error: { code: -32_601, message: 'Method not found' } },
      { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Invalid request' } },
    ])
    expect(await post('[]')).toMatchObject({ error: { code: -32_600 } })
    expect(await post('{"jsonrpc":')).toMatchObject({ id: null, error: { code: -32_700 } })
    expect(await post(JSON.stringify(request('toString')))).toMatchObject({ error: { code: -32_601 } })
    expect(await post(JSON.stringify(request('getBalance', ['no address'])))).toMatchObject({
      error: { code: -32_602, message: 'Invalid param: Invalid' },
    })
  })

  it('records requests over HTTP and WebSocket', async () => {
    const before = Date.now()
    await connection.getSlot()
    const socket = new WebSocket(solana.wsUrl)
    await once(socket, 'open')
    socket.send(JSON.stringify(request('getBalance', [solanaDevKeypair(1).address])))
    const [data] = (await once(socket, 'message')) as [Buffer]
    socket.close()
    expect(JSON.parse(String(data))).toMatchObject({ id: 1, result: { value: 1_000_000_000_000 } })
    expect(solana.calls.map(({ method, params }) => [method, params])).toEqual([
      ['getSlot', [{ commitment: 'confirmed' }]],
      ['getBalance', [solanaDevKeypair(1).address]],
    ])
    expect(solana.calls.every(({ at }) => at >= before && at <= Date.now())).toBe(true)
  })

  it('produces slots every 400 ms or at the given interval, and any number on demand', async () => {
    const fast = await startSolana({ slotMs: 10 })
    const slot = async ({ rpcUrl }: RunningSolana): Promise<number> =>
      Number(await callRpc({ url: rpcUrl, method: 'getSlot' }))
    const [slowStart, fastStart] = [await slot(solana), await slot(fast)]
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await slot(solana)) - slowStart).toBeLessThan(15)
    expect((await slot(fast)) - fastStart).toBeGreaterThan(15)
    await fast.stop()

    const now = await slot(solana)
    solana.advanceSlots(5)
    await callRpc({ url: solana.rpcUrl, method: 'devnet_advanceSlots', params: [100] })
    expect(await slot(solana)).toBeGreaterThanOrEqual(now + 105)
    const tooMany = callRpc({ url: solana.rpcUrl, method: 'devnet_advanceSlots', params: [-1] })
    await expect(tooMany).rejects.toThrow('a count from 1')
  })

  it('uses the preferred port, or a free one if it is busy', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as { port: number }
    const beside = await startSolana({ port })
    expect(beside.port).not.toBe(port)
    holder.close()
    await once(holder, 'close')
    const preferred = await startSolana({ port })
    expect(preferred.port).toBe(port)
    await Promise.all([beside.stop(), preferred.stop(), preferred.stop()])
    expect(await isPortFree(port)).toBe(true)
  })
})
