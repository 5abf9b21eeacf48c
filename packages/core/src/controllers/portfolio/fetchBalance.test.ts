import { expect, test, vi } from 'vitest'
import type { Balance } from '../../contracts/features.js'
import { getConnection } from '../../modal/connections.js'
import { timeouts } from '../../modal/timeouts.js'
import { bob } from '../../testing/accounts.js'
import { createTestModal, type TestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { optimism, sepolia, unknownId } from '../../testing/networks.js'
import { settle } from '../../testing/settle.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { fetchBalance } from './balance.js'
import type { BalanceState } from './state.js'

const connectorId = 'org.example.wallet'

const oneAndAHalf = { balance: '1.5', symbol: 'ETH' }

type Answer = { resolve(value: bigint): void; reject(cause: unknown): void }

type World = TestModal & { readonly answers: Answer[]; readonly warn: ReturnType<typeof vi.spyOn> }

/** A connected modal; with `hold` the node responds only when the test releases it. */
async function setUp(options: TestModalOptions & { readonly hold?: boolean } = {}): Promise<World> {
  const { hold = false, ...rest } = options
  const world = createTestModal(rest)
  const answers: Answer[] = []
  if (hold)
    world.evm.readBalance = () =>
      new Promise<Balance>((resolve, reject) => {
        answers.push({ resolve: (value) => resolve({ value, decimals: 18, symbol: 'ETH' }), reject })
      })
  await connect(world.modal, { connectorId })
  return { ...world, answers, warn: vi.spyOn(console, 'warn').mockImplementation(() => {}) }
}

const balanceOf = ({ modal }: TestModal): BalanceState | undefined => modal.getState().namespaces.eip155?.balance

test('fetches the native balance as an exact decimal string', async () => {
  const world = await setUp()
  expect(balanceOf(world)).toEqual({ status: 'idle' })
  const reading = fetchBalance(world.modal)
  expect(balanceOf(world)?.status).toBe('loading')
  expect(await reading).toEqual(oneAndAHalf)
  expect(balanceOf(world)).toEqual({ status: 'ready', last: oneAndAHalf })
})

test('caches a balance for 30 s', async () => {
  const { modal, evm, clock } = await setUp()
  await fetchBalance(modal)
  await clock.advance(29_999)
  expect(await fetchBalance(modal)).toEqual(oneAndAHalf)
  expect(evm.balanceRequests).toHaveLength(1)
  await clock.advance(1)
  await fetchBalance(modal)
  expect(evm.balanceRequests).toHaveLength(2)
})

test('[S3.23] [S9.2] keeps a cached balance for 30 s between visits', async () => {
  const { modal, storage, clock } = await setUp()
  await fetchBalance(modal)
  await clock.advance(29_999)
  const next = await setUp({ storage, clock })
  expect(await fetchBalance(next.modal)).toEqual(oneAndAHalf)
  expect([balanceOf(next), next.evm.balanceRequests]).toEqual([{ status: 'ready', last: oneAndAHalf }, []])
  await clock.advance(1)
  await fetchBalance(next.modal)
  expect(next.evm.balanceRequests).toHaveLength(1)
})

test.each([
  { balance: '-1', symbol: 'ETH' },
  { balance: '1e9', symbol: 'ETH' },
  { balance: '9', symbol: 'BTC' },
  'much',
])('fetches the balance again if the stored one is invalid: %o', async (value) => {
  const { modal, storage, clock } = await setUp()
  const key = `eip155:1:${getConnection(modal.getState(), 'eip155')?.accounts[0].address}`
  const caches = { balances: { [key]: { value, at: clock.now() } } }
  storage.setItem('latchkey/state', JSON.stringify({ v: 1, data: { caches } }))
  expect(await fetchBalance(modal)).toEqual(oneAndAHalf)
})

test('force fetches again, and shows the last amount meanwhile', async () => {
  const world = await setUp()
  await fetchBalance(world.modal)
  const reading = fetchBalance(world.modal, { force: true })
  expect(balanceOf(world)).toEqual({ status: 'loading', last: oneAndAHalf })
  await reading
  expect(world.evm.balanceRequests).toHaveLength(2)
})

test('[S8.1] error: shows "Token Balance Unavailable", and keeps the last amount', async () => {
  const world = await setUp()
  await fetchBalance(world.modal)
  const cause = new Error('HTTP 500')
  world.evm.readBalance = () => Promise.reject(cause)
  expect(await fetchBalance(world.modal, { force: true })).toEqual(oneAndAHalf)
  expect(balanceOf(world)).toEqual({ status: 'failed', last: oneAndAHalf })
  expect(world.modal.getState().toast).toEqual({ variant: 'error', message: { code: 'BALANCE_UNAVAILABLE' } })
  expect(world.warn).toHaveBeenCalledWith(
    '[latchkey] BALANCE_UNAVAILABLE: Token Balance Unavailable',
    expect.objectContaining({ cause }),
  )
})

test('[S8.1] [S9.8] error: shows "Token Balance Unavailable" and a balance of 0.00 on an unknown network', async () => {
  const world = await setUp({
    wallets: [createTestWallet({ caipNetworkId: unknownId })],
    allowUnsupportedChain: true,
  })
  expect(await fetchBalance(world.modal)).toEqual({ balance: '0.00', symbol: '' })
  expect(world.modal.getState().toast).toMatchObject({ message: { code: 'BALANCE_UNAVAILABLE' } })
  expect(world.evm.balanceRequests).toEqual([])
})

test('[S9.1] after a failure makes no request for 30 s, not even with force, and shows the toast once', async () => {
  const { modal, evm, clock } = await setUp()
  evm.readBalance = () => Promise.reject(new Error('down'))
  await fetchBalance(modal)
  await clock.advance(29_999)
  expect(modal.getState().toast).toBeUndefined()
  await fetchBalance(modal, { force: true })
  expect([evm.balanceRequests.length, modal.getState().toast]).toEqual([1, undefined])
  await clock.advance(1)
  await fetchBalance(modal)
  expect(evm.balanceRequests).toHaveLength(2)
})

test('a failure for one account does not block another', async () => {
  const { modal, evm, wallet } = await setUp()
  evm.readBalance = () => Promise.reject(new Error('down'))
  await fetchBalance(modal)
  wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  await fetchBalance(modal)
  expect(evm.balanceRequests.map(({ account }) => account.address)).toEqual([expect.any(String), bob.address])
})

test('[S9.8] shows 0.00 on a testnet, without a request', async () => {
  const { modal, evm } = await setUp({
    networks: [sepolia],
    wallets: [createTestWallet({ caipNetworkId: sepolia.caipNetworkId })],
  })
  expect(await fetchBalance(modal)).toEqual({ balance: '0.00', symbol: 'ETH' })
  expect([evm.balanceRequests, modal.getState().toast]).toEqual([[], undefined])
})

test('error: fails and aborts the request if the node does not respond in time', async () => {
  const world = await setUp({ hold: true })
  const reading = fetchBalance(world.modal)
  await world.clock.advance(timeouts.read)
  expect(await reading).toBeUndefined()
  expect(balanceOf(world)).toEqual({ status: 'failed', last: undefined })
  expect(world.evm.balanceRequests[0]?.signal.aborted).toBe(true)
})

test('drops the response to an older request', async () => {
  const world = await setUp({ hold: true })
  const older = fetchBalance(world.modal, { force: true })
  const newer = fetchBalance(world.modal, { force: true })
  world.answers[1]?.resolve(2n * 10n ** 18n)
  expect(await newer).toEqual({ balance: '2', symbol: 'ETH' })
  world.answers[0]?.resolve(10n ** 18n)
  expect(await older).toBeUndefined()
  expect(balanceOf(world)).toMatchObject({ status: 'ready', last: { balance: '2' } })
})

test.each<[string, (world: World) => unknown]>([
  ['the account changed', ({ wallet }) => wallet.emit('change', { namespace: 'eip155', accounts: [bob] })],
  ['the network changed', ({ wallet }) => wallet.emit('change', { namespace: 'eip155', caipNetworkId: 'eip155:10' })],
  ['the user disconnected', ({ modal }) => disconnect(modal)],
  ['the wallet disconnected', ({ wallet }) => wallet.emit('disconnect', { namespace: 'eip155' })],
])('after %s a late response writes neither an amount nor a failure', async (_, happen) => {
  for (const answer of [(a: Answer) => a.resolve(1n), (a: Answer) => a.reject(new Error('down'))]) {
    const world = await setUp({ hold: true })
    const reading = fetchBalance(world.modal)
    await happen(world)
    for (const waiting of world.answers) answer(waiting)
    expect(await reading).toBeUndefined()
    await settle()
    expect(balanceOf(world)).toEqual({ status: 'idle' })
    expect(world.modal.getState().toast).toBeUndefined()
  }
})

test('error: FEATURE_NOT_SUPPORTED as the cause if the adapter can’t read balances', async () => {
  const { modal, evm, warn } = await setUp()
  expect(Reflect.deleteProperty(evm.features, 'balance:read')).toBe(true)
  expect(await fetchBalance(modal)).toBeUndefined()
  expect(warn.mock.calls[0]?.[1]).toMatchObject({ cause: { code: 'FEATURE_NOT_SUPPORTED' } })
})

test('makes no request without an account', async () => {
  const { modal, evm } = createTestModal()
  expect(await fetchBalance(modal)).toBeUndefined()
  expect(await fetchBalance(modal, { namespace: 'cosmos' })).toBeUndefined()
  expect(evm.balanceRequests).toEqual([])
})

test('error: NOT_STARTED before start', async () => {
  const { modal } = createTestModal({ isStarted: false })
  await expect(fetchBalance(modal)).rejects.toMatchObject({ code: 'NOT_STARTED' })
})

test('passes account, network and signal to the adapter', async () => {
  const { modal, evm, wallet } = await setUp({ wallets: [createTestWallet({ caipNetworkId: 'eip155:10' })] })
  await fetchBalance(modal)
  expect(evm.balanceRequests).toEqual([
    { account: wallet.accounts[0], network: optimism, signal: expect.any(AbortSignal) },
  ])
})
