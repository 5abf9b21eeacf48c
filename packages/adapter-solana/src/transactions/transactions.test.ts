import type { AdapterInstance, TransactionOutcome } from '@latchkey/core'
import { type RpcProxy, type RunningSolana, solanaDevKeypair, startRpcProxy, startSolana } from '@latchkey/devnet'
import { createTestClock, createTestContext } from '@latchkey/testing'
import { base58, base64 } from '@scure/base'
import { Connection, Keypair, SystemProgram } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLocalNetwork } from '../../test/createLocalNetwork.js'
import { createNonce } from '../../test/createNonce.js'
import { createTransfer, type TransferOptions } from '../../test/createTransfer.js'
import { solana } from '../adapter.js'

const payer = solanaDevKeypair(4)

const fresh = (): string => Keypair.generate().publicKey.toBase58()

const rent = 890_880

let chain: RunningSolana

let proxy: RpcProxy

let connection: Connection

let ends: (() => void)[]

beforeAll(async () => {
  chain = await startSolana({ slotMs: 150 })
  proxy = await startRpcProxy({ rpcUrl: chain.rpcUrl })
  connection = new Connection(chain.rpcUrl, { wsEndpoint: chain.wsUrl, commitment: 'confirmed' })
})

beforeEach(() => {
  ends = []
  chain.forgetCalls()
})

afterEach(() => {
  for (const end of ends) end()
  proxy.reset()
  chain.holdTransactions(false)
})

afterAll(async () => {
  await proxy.stop()
  await chain.stop()
})

/** The adapter, with timers of one second shortened to 20 ms. */
function setUp(env: Parameters<typeof createTestContext>[0] = {}): AdapterInstance {
  const setTimeout = (run: () => void, ms: number): (() => void) => {
    const timer = globalThis.setTimeout(run, ms === 1_000 ? 20 : ms)
    return () => clearTimeout(timer)
  }
  const instance = solana().setup(createTestContext({ env: { setTimeout }, ...env }))
  ends.push(instance.destroy)
  return instance
}

type Watched = { readonly id: string; readonly signed?: Uint8Array; readonly signal?: AbortSignal }

function confirm({ id, signed, signal }: Watched, instance = setUp()): Promise<TransactionOutcome> {
  const run = instance.features['transaction:confirm']
  if (!run) throw new Error('There is no transaction:confirm.')
  return run({ id, signed, network: createLocalNetwork(proxy.url), signal: signal ?? new AbortController().signal })
}

const sign = async (options: Partial<TransferOptions> = {}): Promise<{ signed: Uint8Array; id: string }> => {
  const transfer = { from: payer, to: fresh(), lamports: rent, isSigned: true, ...options }
  const signed = await createTransfer(chain.rpcUrl, transfer)
  return { signed, id: base58.encode(signed.slice(1, 65)) }
}

/** Waits until the chain has received `count` more calls of a method. */
const untilAsked = (method: string, count = 2): Promise<void> => {
  chain.forgetCalls()
  return vi.waitFor(
    () => expect(chain.calls.filter((call) => call.method === method).length).toBeGreaterThanOrEqual(count),
    { timeout: 10_000 },
  )
}

const send = (signed: Uint8Array): Promise<string> =>
  connection.sendRawTransaction(signed, { skipPreflight: true, maxRetries: 0 })

describe('transaction:confirm', () => {
  it('resolves as confirmed, with and without the signed bytes', async () => {
    const { id, signed } = await sign()
    await send(signed)
    expect(await confirm({ id, signed })).toEqual({ status: 'confirmed' })
    expect(await confirm({ id })).toEqual({ status: 'confirmed' })
  })

  it('waits for a transaction that lands late', async () => {
    chain.holdTransactions(true)
    const { id, signed } = await sign()
    await connection.sendRawTransaction(signed, { skipPreflight: true })
    const outcome = confirm({ id, signed })
    await untilAsked('isBlockhashValid')
    chain.holdTransactions(false)
    expect(await outcome).toEqual({ status: 'confirmed' })
  })

  it("resolves as failed with the chain's reason", async () => {
    const { id, signed } = await sign({ lamports: 10 ** 15 })
    await send(signed)
    expect(await confirm({ id, signed })).toEqual({
      status: 'failed',
      reason: expect.stringContaining('InstructionError'),
    })
  })

  it('resolves as expired once its blockhash has expired, and not before', async () => {
    const { id, signed } = await sign()
    const outcome = confirm({ id, signed })
    let isOver = false
    void outcome.then(() => {
      isOver = true
    })
    chain.advanceSlots(100)
    await untilAsked('isBlockhashValid')
    expect(isOver).toBe(false)
    // expired from here on, but reported only 32 blocks later
    chain.advanceSlots(60)
    await untilAsked('getBlockHeight')
    expect(isOver).toBe(false)
    chain.advanceSlots(40)
    expect(await outcome).toEqual({ status: 'expired' })
    await expect(connection.sendRawTransaction(signed)).rejects.toThrow('Blockhash not found')
  })

  it('resolves as expired after 150 blocks and a margin if only the signature is known', async () => {
    const { id } = await sign()
    const outcome = confirm({ id })
    let isOver = false
    void outcome.then(() => {
      isOver = true
    })
    await untilAsked('getBlockHeight')
    chain.advanceSlots(120)
    await untilAsked('getBlockHeight')
    expect(isOver).toBe(false)
    chain.advanceSlots(100)
    expect(await outcome).toEqual({ status: 'expired' })
  })

  it('ignores the blockhash of bytes that differ from the sent ones, as the wallet may have set a newer one', async () => {
    const old = await sign()
    chain.advanceSlots(151)
    chain.holdTransactions(true)
    const { id, signed } = await sign()
    await connection.sendRawTransaction(signed, { skipPreflight: true })
    const outcome = confirm({ id, signed: old.signed })
    // with the old blockhash, this would be enough to resolve as expired
    await untilAsked('getBlockHeight')
    chain.advanceSlots(40)
    await untilAsked('getBlockHeight')
    chain.holdTransactions(false)
    expect(await outcome).toEqual({ status: 'confirmed' })
  })

  it('resolves as expired only after its durable nonce has advanced', async () => {
    const nonce = await createNonce(connection, payer.secretKey)
    const transfer = (): TransferOptions['instructions'] => [
      nonce.advance,
      SystemProgram.transfer({
        fromPubkey: Keypair.fromSecretKey(payer.secretKey).publicKey,
        toPubkey: Keypair.generate().publicKey,
        lamports: rent,
      }),
    ]
    const blockhash = await nonce.read()
    const [first, second] = [
      await sign({ instructions: transfer(), blockhash }),
      await sign({ instructions: transfer(), blockhash }),
    ]
    const outcome = confirm(first)
    chain.advanceSlots(300)
    await untilAsked('getAccountInfo')
    await send(second.signed)
    expect(await confirm(second)).toEqual({ status: 'confirmed' })
    expect(await nonce.read()).not.toBe(blockhash)
    await untilAsked('getBlockHeight')
    chain.advanceSlots(40)
    expect(await outcome).toEqual({ status: 'expired' })
  })

  it('keeps waiting if the nodes fail temporarily', async () => {
    const { id, signed } = await sign()
    proxy.fail({ kind: 'status', status: 404, times: 3 })
    const outcome = confirm({ id, signed })
    await vi.waitFor(() => expect(proxy.calls.length).toBeGreaterThan(2))
    proxy.reset()
    await send(signed)
    expect(await outcome).toEqual({ status: 'confirmed' })
  })

  it('rejects with TIMED_OUT after five minutes on a stalled chain', async () => {
    const clock = createTestClock()
    const replies: Readonly<Record<string, unknown>> = {
      getSignatureStatuses: { value: [null] },
      isBlockhashValid: { value: true },
      getGenesisHash: '8pbtBGY8JMtfjg3bnkCSiFzTxvWDuQg8HDJzUm6kzGTG',
    }
    const { id, signed } = await sign()
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      const { method } = JSON.parse(String(init?.body)) as { method: string }
      return new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result: replies[method] }))
    }
    const instance = setUp({ env: { now: clock.now, setTimeout: clock.setTimeout, fetch } })
    const outcome = confirm({ id, signed }, instance)
    outcome.catch(() => undefined)
    await clock.advance(299_000)
    await clock.advance(2_000)
    await expect(outcome).rejects.toMatchObject({ code: 'TIMED_OUT' })
    expect(clock.pending()).toBe(0)
  })

  it("rejects at once with the signal's reason", async () => {
    const { id, signed } = await sign()
    const controller = new AbortController()
    const outcome = confirm({ id, signed, signal: controller.signal })
    await untilAsked('isBlockhashValid')
    controller.abort('left')
    await expect(outcome).rejects.toBe('left')
  })

  it.each(['', 'abc', '0OIl', '1'.repeat(63), undefined as never])(
    'rejects the id %j with INVALID_PARAMS, without an RPC request',
    async (id) => {
      await expect(confirm({ id })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
      expect(chain.calls).toEqual([])
    },
  )
})

describe('transaction:broadcast', () => {
  const broadcast = (signed: string): Promise<string> => {
    const run = setUp().features['transaction:broadcast']
    if (!run) throw new Error('There is no transaction:broadcast.')
    return run({ signed, network: createLocalNetwork(proxy.url), signal: new AbortController().signal })
  }

  it('accepts base64 and base58, and the same bytes twice', async () => {
    const { id, signed } = await sign()
    expect(await broadcast(base64.encode(signed))).toBe(id)
    expect(await confirm({ id, signed })).toEqual({ status: 'confirmed' })
    expect(await broadcast(base58.encode(signed))).toBe(id)
  })

  it('rejects anything but a signed transaction with INVALID_PARAMS [I22]', async () => {
    const { signed } = await sign()
    const unsigned = await createTransfer(chain.rpcUrl, { from: payer, to: fresh() })
    const wrong = ['', 'AQ', '!!!', 'x'.repeat(5_000), base64.encode(signed.slice(1)), base64.encode(unsigned)]
    for (const text of [...wrong, undefined as never])
      await expect(broadcast(text)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })
})
