import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { swapNetworkIds } from '../../service/blockchain/swaps.js'
import { alice } from '../../testing/accounts.js'
import { createSwapService, usdlAddress } from '../../testing/createSwapService.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { createSwapCalls } from './check.js'
import { isSwapSupported } from './details.js'
import { readSwapTokens } from './form.js'

const url = 'https://swaps.example.org'
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const { signal } = new AbortController()
const numbers = { amount: 1n, minimum: 1n, expected: 1n }
const pair = { from: `eip155:1:${usdlAddress}`, to: 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee' } as const

function begin(chains: readonly string[]) {
  const service = createSwapService(url)
  service.chains = chains
  server.use(...service.handlers)
  const { modal } = createTestModal({
    services: { blockchainApi: url },
    env: { fetch: (...args) => fetch(...args) },
  })
  const calls = createSwapCalls(modal, { caipNetworkId: 'eip155:1', address: alice.address, signal })
  return { modal, service, calls }
}

test('[S5.13] on an unsupported network reads are empty, and gas price and transactions are rejected', async () => {
  const { calls, modal, service } = begin(['eip155:10'])
  expect(await readSwapTokens(modal, { caipNetworkId: 'eip155:1', signal })).toEqual([])
  expect(await calls.prices([pair.from])).toEqual([])
  expect(await calls.quotes({ ...pair, amount: 1n, gasPrice: 1n })).toEqual([])
  expect(await calls.allowance(pair.from)).toBe(0n)
  await expect(calls.gasPrice()).rejects.toMatchObject({ shortMessage: 'Network not supported for Gas Price' })
  const refused = { shortMessage: 'Network not supported for Swaps' }
  await expect(calls.buildTransaction({ ...pair, ...numbers })).rejects.toMatchObject(refused)
  await expect(calls.buildApproval({ ...pair, amount: 1n })).rejects.toMatchObject(refused)
  expect(service.calls.map(({ path }) => path)).toEqual(['/v1/supported-chains'])
})

test('on a supported network each call sends a request', async () => {
  const { calls, modal, service } = begin(['eip155:1'])
  await readSwapTokens(modal, { caipNetworkId: 'eip155:1', signal })
  await calls.prices([pair.from])
  await calls.quotes({ ...pair, amount: 1_000_000n, gasPrice: 1n })
  await calls.allowance(pair.from)
  await calls.gasPrice()
  await calls.buildTransaction({ ...pair, ...numbers })
  await calls.buildApproval({ ...pair, amount: 1n })
  expect(service.calls).toHaveLength(8)
  expect(service.calls.every(({ query }) => query['st'] === 'latchkey')).toBe(true)
})

test('[S6.9] lists the twelve networks that support swaps', () => {
  const ids = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]
  expect(swapNetworkIds).toEqual(ids.map((id) => `eip155:${id}`))
})

test('swaps are offered on other EVM networks that the service declares, and nowhere without a service', async () => {
  const { modal } = begin(['eip155:31337', 'solana:x'])
  const ask = (id: Parameters<typeof isSwapSupported>[1]) => isSwapSupported(modal, id, signal)
  expect([await ask('eip155:8453'), await ask('eip155:31337'), await ask('eip155:5')]).toEqual([true, true, false])
  expect([await ask('solana:x'), await ask('bip122:x')]).toEqual([false, false])
  const { modal: bare } = createTestModal()
  expect(await isSwapSupported(bare, 'eip155:1', signal)).toBe(false)
})
