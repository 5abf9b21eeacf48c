import type { TransactionMark } from '@latchkey/core'
import { fundAccount, type RpcProxy, type RunningAnvil, startAnvil, startRpcProxy } from '@latchkey/devnet'
import { createTestClock, createTestContext } from '@latchkey/testing'
import { createClient, type Hex, http, keccak256, parseEther, parseGwei, type TransactionSerializable } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createNetwork } from '../../test/createNetwork.js'
import { nobody } from '../../test/setUpFeatures.js'
import { type ChainFeatures, createChainFeatures } from '../features/chainFeatures.js'

let anvil: RunningAnvil

let proxy: RpcProxy

let chain: ChainFeatures

let clock: ReturnType<typeof createTestClock>

let sender: PrivateKeyAccount

let isLagging = false

/** Milliseconds for which the computer has slept, without running timers. */
let slept = 0

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337, args: ['--no-mining'] })
  proxy = await startRpcProxy({ rpcUrl: anvil.url })
})

beforeEach(async () => {
  clock = createTestClock()
  isLagging = false
  slept = 0
  const now = (): number => clock.now() + slept
  chain = createChainFeatures(createTestContext({ env: { ...clock, now, fetch: fetchFromLagging } }))
  sender = privateKeyToAccount(generatePrivateKey())
  await fundAccount(anvil.url, sender.address, parseEther('1'))
})

afterEach(() => {
  chain.destroy()
  proxy.reset()
})

afterAll(async () => {
  await proxy.stop()
  await anvil.stop()
})

/** With `isLagging`, the node that returns receipts is behind the one that returns nonces. */
const fetchFromLagging: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (!isLagging) return response
  const calls = JSON.parse(String(init?.body)) as readonly { readonly id: unknown; readonly method: string }[]
  const ids = calls.filter(({ method }) => method === 'eth_getTransactionReceipt').map(({ id }) => id)
  const replies = (await response.json()) as readonly { readonly id: unknown }[]
  return Response.json(replies.map((reply) => (ids.includes(reply.id) ? { ...reply, result: null } : reply)))
}

const ask = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
  createClient({ transport: http(anvil.url) }).request({ method, params } as never)

const mine = () => ask('evm_mine')

const fees = (gwei: string) => ({ maxFeePerGas: parseGwei(gwei), maxPriorityFeePerGas: parseGwei('1') })

const sign = (fields: Partial<TransactionSerializable> = {}): Promise<Hex> => {
  const to = nobody.address as Hex
  const transaction = { chainId: 31_337, nonce: 0, gas: 100_000n, to, value: 1n, ...fees('20'), ...fields }
  return sender.signTransaction(transaction as TransactionSerializable)
}

const send = async (fields?: Partial<TransactionSerializable>): Promise<string> =>
  (await ask('eth_sendRawTransaction', await sign(fields))) as string

/** The mark of the payment that `send()` makes. */
const markPayment = (): Promise<TransactionMark> =>
  chain.markTransaction({
    account: { namespace: 'eip155', address: sender.address, type: 'eoa' },
    network: createNetwork(31_337, proxy.url),
    transaction: { to: nobody.address, value: 1n },
    signal: new AbortController().signal,
  })

type ConfirmOptions = { readonly signal?: AbortSignal; readonly mark?: TransactionMark }

/** Starts the confirmation. Its outcome is `waiting` until it is known. */
function confirm(id: string, { signal = new AbortController().signal, mark }: ConfirmOptions = {}) {
  const seen: { outcome: unknown } = { outcome: 'waiting' }
  const confirming = chain.confirm({ network: createNetwork(31_337, proxy.url), id, mark, signal })
  confirming.then(
    (outcome) => {
      seen.outcome = outcome
    },
    (cause: unknown) => {
      seen.outcome = cause
    },
  )
  /** Waits until it has polled and pauses. */
  const idle = () =>
    vi.waitFor(() => expect(clock.pending() > 0 || seen.outcome !== 'waiting').toBe(true), {
      interval: 2,
      timeout: 5_000,
    })
  /** Advances the time second by second; polls in between take none. */
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      await idle()
      await clock.advance(1_000)
    }
    await idle()
  }
  return { confirming, seen, pass }
}

const looks = () => proxy.calls.filter(({ method }) => method === 'eth_getTransactionReceipt').length

describe('transaction:confirm', () => {
  test('waits until the transaction is in a block', async () => {
    const { confirming, seen, pass } = confirm(await send())
    await pass(5)
    expect(seen.outcome).toBe('waiting')
    await mine()
    await pass(5)
    expect(await confirming).toEqual({ status: 'confirmed' })
    expect(clock.pending()).toBe(0)
  })

  test('resolves at once for a transaction that is already in a block', async () => {
    const id = await send()
    await mine()
    expect(await confirm(id).confirming).toEqual({ status: 'confirmed' })
    expect(clock.pending()).toBe(0)
  })

  test('polls after one, three and seven seconds, and then every four seconds', async () => {
    const before = looks()
    const { pass } = confirm(await send())
    const counts: number[] = []
    for (let second = 0; second < 16; second++) {
      await pass(1)
      counts.push(looks() - before)
    }
    expect(counts).toEqual([2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6])
  })

  test('resolves as failed with the revert reason of the contract', async () => {
    const text = Buffer.from('not today').toString('hex')
    const words = [`${'0'.repeat(62)}20`, `${'0'.repeat(62)}09`, text.padEnd(64, '0')].join('')
    // reverts with the data that follows the code
    const code = `0x6064600c60003960646000fd08c379a0${words}`
    const contract = '0x00000000000000000000000000000000000bad01'
    await ask('anvil_setCode', contract, code)
    const id = await send({ to: contract })
    await mine()
    expect(await confirm(id).confirming).toEqual({ status: 'failed', reason: expect.stringContaining('not today') })
  })

  test('resolves as failed even if no node knows the reason', async () => {
    const contract = '0x00000000000000000000000000000000000bad02'
    await ask('anvil_setCode', contract, '0x60006000fd')
    const id = await send({ to: contract })
    await mine()
    await ask('anvil_setCode', contract, '0x00')
    proxy.fail({ kind: 'error', error: { code: -32_000, message: 'missing trie node' }, methods: ['eth_call'] })
    expect(await confirm(id).confirming).toEqual({ status: 'failed', reason: 'The transaction reverted.' })
  })

  test('resolves as expired some time after another transaction has used its nonce', async () => {
    const id = await send()
    const { confirming, seen, pass } = confirm(id)
    await pass(4)
    await send({ ...fees('40'), value: 2n })
    await mine()
    await pass(9)
    expect(seen.outcome).toBe('waiting')
    await pass(8)
    expect(await confirming).toEqual({ status: 'expired' })
    expect(clock.pending()).toBe(0)
  })

  test('resolves as expired if the transaction was canceled and the same payment was sent again', async () => {
    const mark = await markPayment()
    const { confirming, pass } = confirm(await send(), { mark })
    await pass(4)
    await send({ ...fees('40'), to: sender.address, value: 0n })
    await send({ nonce: 1 })
    await mine()
    await pass(17)
    expect(await confirming).toEqual({ status: 'expired' })
  })

  test('a mined payment does not expire while a node lags with its receipt', async () => {
    const mark = await markPayment()
    const { confirming, seen, pass } = confirm(await send(), { mark })
    await pass(4)
    isLagging = true
    await mine()
    await pass(30)
    expect(seen.outcome).toBe('waiting')
    isLagging = false
    await pass(5)
    expect(await confirming).toMatchObject({ status: 'confirmed' })
  })

  test('does not resolve as expired while a node lags with the receipt', async () => {
    const { confirming, seen, pass } = confirm(await send())
    await pass(4)
    isLagging = true
    await mine()
    await pass(8)
    expect(seen.outcome).toBe('waiting')
    isLagging = false
    await pass(5)
    expect(await confirming).toEqual({ status: 'confirmed' })
  })

  test('waits for an unknown transaction until the signal aborts', async () => {
    const controller = new AbortController()
    const { confirming, seen, pass } = confirm(keccak256(await sign()), { signal: controller.signal })
    await pass(40)
    expect(seen.outcome).toBe('waiting')
    controller.abort(new Error('left'))
    await expect(confirming).rejects.toThrow('left')
    expect(clock.pending()).toBe(0)
  })

  test('keeps waiting if the nodes fail temporarily', async () => {
    const id = await send()
    proxy.fail({ kind: 'error', error: { code: -32_000, message: 'busy' } })
    const { confirming, seen, pass } = confirm(id)
    await pass(10)
    expect(seen.outcome).toBe('waiting')
    proxy.reset()
    await mine()
    await pass(5)
    expect(await confirming).toEqual({ status: 'confirmed' })
  })

  test('keeps waiting if the nodes are out of reach just after the computer has slept', async () => {
    const id = await send()
    const { confirming, seen, pass } = confirm(id)
    await pass(1)
    slept = 120_000
    proxy.fail({ kind: 'error', error: { code: -32_000, message: 'busy' } })
    await pass(10)
    expect(seen.outcome).toBe('waiting')
    proxy.reset()
    await mine()
    await pass(5)
    expect(await confirming).toEqual({ status: 'confirmed' })
  })

  test('error: rejects with the error of the nodes if they fail for a minute', async () => {
    const { seen, pass } = confirm(await send())
    await pass(1)
    proxy.fail({ kind: 'error', error: { code: -32_000, message: 'busy' } })
    await pass(70)
    expect(seen.outcome).toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('error: RPC_CHAIN_MISMATCH at once', async () => {
    proxy.fail({ kind: 'chainId', chainId: 1 })
    await expect(confirm(await send()).confirming).rejects.toMatchObject({ code: 'RPC_CHAIN_MISMATCH' })
  })

  for (const id of ['', '0x12', 'abc', `0x${'g'.repeat(64)}`])
    test(`error: INVALID_PARAMS for ${JSON.stringify(id)}, without an RPC request`, async () => {
      const before = proxy.calls.length
      await expect(confirm(id).confirming).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
      expect(proxy.calls).toHaveLength(before)
    })
})
