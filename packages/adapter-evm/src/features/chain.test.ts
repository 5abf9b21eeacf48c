import { devAccount, fundAccount, type RpcProxy, type RunningAnvil, startAnvil, startRpcProxy } from '@latchkey/devnet'
import { createTestContext } from '@latchkey/testing'
import { keccak256 } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createNetwork } from '../../test/createNetwork.js'
import { nobody } from '../../test/setUpFeatures.js'
import { type ChainFeatures, createChainFeatures } from './chainFeatures.js'

let anvil: RunningAnvil
let proxy: RpcProxy
let chain: ChainFeatures
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
  proxy = await startRpcProxy({ rpcUrl: anvil.url })
})
beforeEach(() => {
  chain = createChainFeatures(createTestContext())
})
afterEach(() => {
  chain.destroy()
  proxy.reset()
})
afterAll(async () => {
  await proxy.stop()
  await anvil.stop()
})

const network = () => createNetwork(31_337, proxy.url)
const request = () => ({ account: nobody, network: network(), signal: new AbortController().signal })
const counted = (method: string) => proxy.calls.filter((call) => call.method === method).length

describe('balance:read', () => {
  test('reads the native balance in atomic units', async () => {
    await fundAccount(anvil.url, nobody.address as `0x${string}`, 2n ** 80n + 1n)
    expect(await chain.readBalance(request())).toEqual({ value: 2n ** 80n + 1n, decimals: 18, symbol: 'ETH' })
  })

  test('error: RPC_CHAIN_MISMATCH instead of a balance of another chain [F33]', async () => {
    proxy.fail({ kind: 'chainId', chainId: 1 })
    await expect(chain.readBalance(request())).rejects.toMatchObject({ code: 'RPC_CHAIN_MISMATCH' })
  })

  test('error: INTERNAL_ERROR for a response that is not a number', async () => {
    const body = JSON.stringify([
      { jsonrpc: '2.0', id: 1, result: 'much' },
      { jsonrpc: '2.0', id: 2, result: '0x7a69' },
    ])
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      const [first, second] = JSON.parse(String(init?.body)) as { id: number }[]
      return new Response(body.replace('"id":1', `"id":${first?.id}`).replace('"id":2', `"id":${second?.id}`))
    }
    const broken = createChainFeatures(createTestContext({ env: { fetch: fetch as typeof globalThis.fetch } }))
    await expect(broken.readBalance(request())).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
  })
})

describe('gas:estimate', () => {
  test('returns the gas that a transfer needs', async () => {
    const { address } = devAccount(0)
    const account = { ...nobody, address }
    const transaction = { to: nobody.address, value: 1n }
    expect(await chain.estimateGas({ ...request(), account, transaction })).toBe(21_000n)
  })

  test('error: TRANSACTION_REJECTED for a transaction that would revert', async () => {
    const account = { ...nobody, address: devAccount(0).address }
    await expect(
      chain.estimateGas({ ...request(), account, transaction: { data: '0x60006000fd' } }),
    ).rejects.toMatchObject({ code: 'TRANSACTION_REJECTED' })
  })

  test('error: TRANSACTION_REJECTED if a node reports a revert with -32000, as Besu does', async () => {
    const error = { code: -32_000, message: 'Execution reverted', data: '0x' }
    proxy.fail({ kind: 'error', error, methods: ['eth_estimateGas'] })
    await expect(chain.estimateGas({ ...request(), transaction: { to: nobody.address } })).rejects.toMatchObject({
      code: 'TRANSACTION_REJECTED',
      details: expect.stringContaining('Execution reverted'),
    })
  })

  test('error: RPC_CHAIN_MISMATCH for a node of another chain', async () => {
    proxy.fail({ kind: 'chainId', chainId: 1 })
    await expect(chain.estimateGas({ ...request(), transaction: { to: nobody.address } })).rejects.toMatchObject({
      code: 'RPC_CHAIN_MISMATCH',
    })
  })
})

describe('transaction:broadcast', () => {
  async function sign(index: number): Promise<`0x${string}`> {
    const account = devAccount(index)
    const body = { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionCount', params: [account.address, 'latest'] }
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(anvil.url, { method: 'POST', headers, body: JSON.stringify(body) })
    const nonce = Number(((await reply.json()) as { result: string }).result)
    const fees = { gas: 21_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n }
    return account.signTransaction({ chainId: 31_337, nonce, to: nobody.address as `0x${string}`, value: 1n, ...fees })
  }
  const broadcast = (signed: string) => chain.broadcast({ ...request(), signed })

  test('resolves with the hash of the transaction', async () => {
    const signed = await sign(1)
    expect(await broadcast(signed)).toBe(keccak256(signed))
    const found = await chain.findTransaction({ ...request(), hash: keccak256(signed) })
    expect(found?.from).toBe(devAccount(1).address.toLowerCase())
  })

  test('[F31] resolves with the same hash after a retry if the response of the node was lost', async () => {
    const signed = await sign(2)
    proxy.fail({ kind: 'cut', when: 'after', times: 1, methods: ['eth_sendRawTransaction'] })
    expect(await broadcast(signed)).toBe(keccak256(signed))
    expect(counted('eth_sendRawTransaction')).toBe(2)
  })

  test('[F31] resolves with the same hash if it is called twice', async () => {
    const signed = await sign(3)
    expect(await broadcast(signed)).toBe(keccak256(signed))
    expect(await broadcast(signed)).toBe(keccak256(signed))
  })

  test('[F31] treats "already known" as success if the node has the transaction', async () => {
    const signed = await sign(4)
    await broadcast(signed)
    const error = { code: -32_000, message: 'already known' }
    proxy.fail({ kind: 'error', error, methods: ['eth_sendRawTransaction'] })
    expect(await broadcast(signed)).toBe(keccak256(signed))
  })

  test('[F31] error: INVALID_INPUT for "already known" if the node does not have the transaction', async () => {
    const signed = await sign(5)
    const error = { code: -32_000, message: 'already known' }
    proxy.fail({ kind: 'error', error, methods: ['eth_sendRawTransaction'] })
    await expect(broadcast(signed)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('error: rejects with a LatchkeyError if the node refuses the transaction', async () => {
    const account = devAccount(6)
    const signed = await account.signTransaction({
      chainId: 31_337,
      nonce: 0,
      to: nobody.address as `0x${string}`,
      value: 10n ** 30n,
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
    })
    await expect(broadcast(signed)).rejects.toMatchObject({ kind: 'LatchkeyError' })
  })

  for (const signed of ['', '0x', '0x0', 'signed'])
    test(`error: INVALID_PARAMS for ${JSON.stringify(signed)}`, async () => {
      await expect(broadcast(signed)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    })

  test('[F33] does not send a signed transaction to a node of another chain', async () => {
    const signed = await sign(7)
    proxy.fail({ kind: 'chainId', chainId: 1 })
    await expect(broadcast(signed)).rejects.toMatchObject({ code: 'RPC_CHAIN_MISMATCH' })
    expect(counted('eth_sendRawTransaction')).toBe(0)
  })
})

test('error: ABORTED for open and later requests after destroy()', async () => {
  proxy.fail({ kind: 'hang' })
  const reading = chain.readBalance(request())
  while (proxy.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  chain.destroy()
  await expect(reading).rejects.toMatchObject({ code: 'ABORTED' })
  await expect(chain.readBalance(request())).rejects.toMatchObject({ code: 'ABORTED' })
})
