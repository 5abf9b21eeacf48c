import { Connection, PublicKey } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { solanaDevKeypair } from '../solana/devKeypair.js'
import type { RunningSolana } from '../solana/runSolana.js'
import { startSolana } from '../solana/solana.js'
import { type RpcProxy, startRpcProxy } from './proxy.js'

describe('startRpcProxy in front of a Solana node', () => {
  const { address } = solanaDevKeypair(0)
  let solana: RunningSolana
  let proxy: RpcProxy
  let connection: Connection
  beforeAll(async () => {
    solana = await startSolana()
    proxy = await startRpcProxy({ rpcUrl: solana.rpcUrl })
    connection = new Connection(proxy.url, { commitment: 'confirmed', disableRetryOnRateLimit: true })
  })
  afterEach(() => proxy.reset())
  afterAll(async () => {
    await proxy.stop()
    await solana.stop()
  })

  it('forwards and records every call', async () => {
    expect(await connection.getGenesisHash()).toBe(solana.genesisHash)
    expect(proxy.calls.map(({ method, batchSize }) => [method, batchSize])).toEqual([['getGenesisHash', 1]])
    const body = { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] }
    const response = await fetch(proxy.url, { method: 'POST', body: JSON.stringify([body, { ...body, id: 2 }]) })
    expect(await response.json()).toMatchObject([
      { id: 1, result: { value: 1e12 } },
      { id: 2, result: { value: 1e12 } },
    ])
    expect(proxy.calls.at(-1)).toMatchObject({ method: 'getBalance', params: [address], batchSize: 2 })
  })

  it('reports another genesis hash, and ignores a numeric chain ID', async () => {
    const mainnet = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
    proxy.fail({ kind: 'chainId', chainId: mainnet, times: 1 })
    expect(await connection.getGenesisHash()).toBe(mainnet)
    proxy.fail({ kind: 'chainId', chainId: 1 })
    expect(await connection.getGenesisHash()).toBe(solana.genesisHash)
  })

  it('reports a stale slot or block height in every response that contains one', async () => {
    const { context, value } = await connection.getLatestBlockhashAndContext()
    const [slot, height] = [await connection.getSlot(), await connection.getBlockHeight()]
    proxy.fail({ kind: 'staleBlock', behind: 10_000 })
    const stale = await connection.getLatestBlockhashAndContext()
    expect(stale.context.slot).toBeLessThan(context.slot - 9_000)
    expect(stale.value.lastValidBlockHeight).toBeLessThan(value.lastValidBlockHeight - 9_000)
    expect(await connection.getSlot()).toBeLessThan(slot - 9_000)
    expect(await connection.getBlockHeight()).toBeLessThan(height - 9_000)
    const balance = await connection.getBalanceAndContext(new PublicKey(address))
    expect([balance.context.slot < slot - 9_000, balance.value]).toEqual([true, 1e12])
  })

  it('fails single methods with an error or a status, and forwards the others', async () => {
    const error = { code: -32_005, message: 'Node is behind by 42 slots', data: { numSlotsBehind: 42 } }
    proxy.fail({ kind: 'error', error, methods: ['getSlot'] })
    proxy.fail({ kind: 'status', status: 429, methods: ['getBalance'] })
    await expect(connection.getSlot()).rejects.toThrow('Node is behind by 42 slots')
    await expect(connection.getBalance(new PublicKey(address))).rejects.toThrow('429')
    expect(await connection.getBlockHeight()).toBeGreaterThan(0)
  })
})
