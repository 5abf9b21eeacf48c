import { createModalCore, type Network } from '@latchkey/core'
import { connect, watchBalance } from '@latchkey/core/controllers'
import { fundAccount, type RpcProxy, type RunningAnvil, startAnvil, startRpcProxy } from '@latchkey/devnet'
import { createEvmWallet, createTestClock, createTestContext, createTestPage, type TestPage } from '@latchkey/testing'
import { createClient, http, numberToHex, parseEther, parseGwei } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createNetwork } from '../../test/createNetwork.js'
import { nobody } from '../../test/setUpFeatures.js'
import { type EvmOptions, evm } from '../adapter.js'
import { createChainFeatures } from '../features/chainFeatures.js'

let anvil: RunningAnvil

let proxy: RpcProxy

let clock: ReturnType<typeof createTestClock>

let sender: PrivateKeyAccount

let page: TestPage

let nonce: number

const ends: (() => void)[] = []

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337, args: ['--no-mining'] })
  proxy = await startRpcProxy({ rpcUrl: anvil.url })
})

beforeEach(async () => {
  clock = createTestClock()
  page = createTestPage()
  nonce = 0
  sender = privateKeyToAccount(generatePrivateKey())
  await fundAccount(anvil.url, sender.address, parseEther('10'))
})

afterEach(() => {
  for (const end of ends.splice(0)) end()
  proxy.reset()
})

afterAll(async () => {
  await proxy.stop()
  await anvil.stop()
})

const ask = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
  createClient({ transport: http(anvil.url) }).request({ method, params } as never)

const mine = () => ask('evm_mine')

const network = (): Network => createNetwork(31_337, proxy.url)

const send = async (count = 1): Promise<void> => {
  const fees = { maxFeePerGas: parseGwei('20'), maxPriorityFeePerGas: parseGwei('1') }
  const to = nobody.address as `0x${string}`
  for (let index = 0; index < count; index++)
    await ask(
      'eth_sendRawTransaction',
      await sender.signTransaction({ chainId: 31_337, nonce: nonce++, gas: 21_000n, to, value: 1n, ...fees }),
    )
}

const looks = () => proxy.calls.filter(({ method }) => method === 'eth_getTransactionCount').length / 2

/** Runs the feature as a displayed balance does. */
function watch(interval = 30_000) {
  const chain = createChainFeatures(createTestContext({ page, env: clock }))
  const controller = new AbortController()
  const seen: { activities: number; end: unknown } = { activities: 0, end: 'none' }
  const account = { ...nobody, address: sender.address }
  const onActivity = () => {
    seen.activities += 1
  }
  const watching = chain.watchActivity({
    account,
    network: network(),
    signal: controller.signal,
    onActivity,
    interval,
  })
  watching.then(
    () => {
      seen.end = 'over'
    },
    (cause: unknown) => {
      seen.end = cause
    },
  )
  ends.push(() => controller.abort(new Error('end')), chain.destroy)
  /** Waits until it has polled and pauses. */
  const idle = () => vi.waitFor(() => expect(clock.pending() > 0 || seen.end !== 'none').toBe(true), { interval: 2 })
  const pass = async (ms: number): Promise<void> => {
    await idle()
    await clock.advance(ms)
    await idle()
  }
  return { controller, seen, idle, pass }
}

describe('the watchPendingTransactions option', () => {
  const setUp = (options?: EvmOptions) => evm(options).setup(createTestContext({ page, env: clock }))

  test('is off by default: the adapter has no activity:watch feature', async () => {
    for (const options of [undefined, {}, { watchPendingTransactions: false }])
      expect(setUp(options).features).not.toHaveProperty('activity:watch')
    expect(setUp({ watchPendingTransactions: true }).features).toHaveProperty('activity:watch')
  })

  test('sends no request before a balance is displayed', async () => {
    setUp({ watchPendingTransactions: true })
    await clock.advance(300_000)
    expect(proxy.calls).toEqual([])
  })

  test('sets the polling interval', async () => {
    const { features, destroy } = setUp({ watchPendingTransactions: { pollingInterval: 5_000 } })
    ends.push(destroy)
    const request = { account: nobody, network: network(), signal: new AbortController().signal }
    features['activity:watch']?.({ ...request, onActivity: () => undefined }).catch(() => undefined)
    await vi.waitFor(() => expect(looks()).toBe(1))
    // slowly: a poll takes a while
    await vi.waitFor(
      async () => {
        await clock.advance(2_500)
        expect(looks()).toBeGreaterThan(2)
      },
      { interval: 500 },
    )
    expect(clock.now() - 1_700_000_000_000).toBeLessThan(30_000)
  })

  for (const pollingInterval of [0, -1, 999, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])
    test(`error: throws a RangeError for an interval of ${pollingInterval} ms`, () => {
      expect(() => evm({ watchPendingTransactions: { pollingInterval } })).toThrow(RangeError)
    })
})

describe('activity:watch', () => {
  test('polls every 30 s, and reports a transaction when it is sent and when it is in a block', async () => {
    const { seen, idle, pass } = watch()
    await idle()
    expect([looks(), seen.activities]).toEqual([1, 0])
    await pass(29_999)
    expect(looks()).toBe(1)
    await send()
    await pass(1)
    expect([looks(), seen.activities]).toEqual([2, 1])
    await pass(30_000)
    expect(seen.activities).toBe(1)
    await mine()
    await pass(30_000)
    expect([looks(), seen.activities]).toEqual([4, 2])
  })

  test('[S9.6] ends after 99 pending transactions, without further requests', async () => {
    const { seen, pass } = watch()
    await pass(0)
    await send(60)
    await pass(30_000)
    expect(seen).toEqual({ activities: 1, end: 'none' })
    await mine()
    await send(38)
    await pass(30_000)
    expect(seen).toEqual({ activities: 2, end: 'none' })
    await send()
    await pass(30_000)
    expect(seen).toEqual({ activities: 3, end: 'over' })
    const asked = proxy.calls.length
    await clock.advance(300_000)
    expect(proxy.calls).toHaveLength(asked)
  })

  test('counts transactions that are already pending at the start', async () => {
    await send(98)
    const { seen, pass } = watch()
    await pass(0)
    expect(seen).toEqual({ activities: 0, end: 'none' })
    await send()
    await pass(30_000)
    expect(seen.end).toBe('over')
  })

  test('continues if the node fails temporarily', async () => {
    const { seen, idle, pass } = watch()
    await idle()
    proxy.fail({ kind: 'error', error: { code: -32_000, message: 'busy' } })
    await send()
    await pass(30_000)
    expect(seen).toEqual({ activities: 0, end: 'none' })
    proxy.reset()
    await pass(30_000)
    expect(seen).toEqual({ activities: 1, end: 'none' })
  })

  test('does not poll while the page is hidden', async () => {
    const { idle, pass } = watch()
    await idle()
    page.document.visibilityState = 'hidden'
    await pass(30_000)
    await pass(30_000)
    expect(looks()).toBe(1)
    page.document.visibilityState = 'visible'
    await pass(30_000)
    expect(looks()).toBe(2)
  })

  test('rejects with the abort reason and leaves no timer', async () => {
    const { controller, seen, idle } = watch()
    await idle()
    controller.abort(new Error('left'))
    await vi.waitFor(() => expect(seen.end).toMatchObject({ message: 'left' }))
    expect(clock.pending()).toBe(0)
  })

  test('error: RPC_CHAIN_MISMATCH for a node of another chain', async () => {
    proxy.fail({ kind: 'chainId', chainId: 1 })
    const { seen } = watch()
    await vi.waitFor(() => expect(seen.end).toMatchObject({ code: 'RPC_CHAIN_MISMATCH' }))
  })
})

/** Connects a modal to a wallet with a key of its own. */
async function connectModal() {
  const key = generatePrivateKey()
  sender = privateKeyToAccount(key)
  await fundAccount(anvil.url, sender.address, parseEther('10'))
  const chains = [{ id: 31_337, rpcUrl: anvil.url }]
  ends.push(createEvmWallet({ name: 'W', rdns: 'io.w', accounts: [key], chains, origin: 'test' }).announce(page))
  const modal = createModalCore({
    networks: [network()],
    adapters: [evm({ watchPendingTransactions: { pollingInterval: 1_000 } })],
    env: { window: () => page as unknown as Window, storage: () => null },
  })
  ends.push(modal.destroy)
  modal.start()
  await connect(modal, { connectorId: 'io.w' })
  return modal
}

test('in a modal: reads the balance again after activity, until it is no longer displayed', async () => {
  const modal = await connectModal()
  const stop = watchBalance(modal)
  const shown = () => modal.getState().namespaces.eip155?.balance
  await vi.waitFor(() => expect(shown()).toMatchObject({ status: 'ready', last: { balance: '10' } }))
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(0))
  await send()
  await ask('anvil_setBalance', sender.address, numberToHex(parseEther('9')))
  await vi.waitFor(() => expect(shown()).toMatchObject({ last: { balance: '9' } }), 5_000)
  stop()
  await new Promise((resolve) => setTimeout(resolve, 100))
  const asked = proxy.calls.length
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(proxy.calls).toHaveLength(asked)
})

test('[S9.6] in a modal: stops polling after 99 pending transactions, even while the balance is displayed', async () => {
  const modal = await connectModal()
  ends.push(watchBalance(modal))
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(0))
  await send(98)
  const before = looks()
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(before + 1), 10_000)
  await send()
  const isQuiet = async (): Promise<boolean> => {
    const asked = looks()
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    return looks() === asked
  }
  await vi.waitFor(async () => expect(await isQuiet()).toBe(true), 20_000)
})
