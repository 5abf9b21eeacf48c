import { afterEach, expect, test, vi } from 'vitest'
import type { TransactionOutcome } from '../../contracts/features.js'
import { toStorageKey } from '../../store/persist.js'
import { bob } from '../../testing/accounts.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { createTestModal, restored, type TestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createTestStorage } from '../../testing/createTestStorage.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { settle } from '../../testing/settle.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { addRecentTransaction, clearRecentTransactions } from './followRecent.js'
import { getRecentTransactions } from './recent.js'
import { recentLimits } from './state.js'

const toHash = (index: number): string => `0x${index.toString(16).padStart(64, '0')}`

/** A confirmation request to the chain. */
type Waiting = { readonly id: string; readonly signal: AbortSignal; answer(outcome: TransactionOutcome): void }

type World = TestModal & { readonly waiting: Waiting[] }

async function setUp(options: TestModalOptions = {}): Promise<World> {
  const world = createTestModal({ isStarted: false, ...options })
  const waiting: Waiting[] = []
  Object.assign(world.evm.features, {
    'transaction:confirm': ({ id, signal }: Waiting) =>
      new Promise<TransactionOutcome>((answer) => {
        waiting.push({ id, signal, answer })
      }),
  })
  world.modal.start()
  await restored()
  return { ...world, waiting }
}

async function connected(options?: TestModalOptions): Promise<World> {
  const world = await setUp(options)
  await connect(world.modal, { connectorId: 'org.example.wallet' })
  return world
}

const shown = ({ modal }: Pick<World, 'modal'>): readonly string[] =>
  getRecentTransactions(modal.getState()).map(({ description, status }) => `${description}: ${status}`)

const stored = ({ storage }: Pick<World, 'storage'>): unknown =>
  JSON.parse(storage.entries.get(toStorageKey('latchkey')) ?? '{}').data?.recentTransactions

afterEach(() => vi.restoreAllMocks())

test('a registered transaction is pending until it is confirmed; then the balance is fetched', async () => {
  const world = await connected()
  addRecentTransaction(world.modal, { hash: toHash(1), description: ' Mint a ticket ' })
  expect(shown(world)).toEqual(['Mint a ticket: pending'])
  expect(getRecentTransactions(world.modal.getState())).toMatchObject([
    { namespace: 'eip155', caipNetworkId: 'eip155:1', hash: toHash(1), at: world.clock.now() },
  ])
  expect(world.evm.balanceRequests).toHaveLength(0)
  world.waiting[0]?.answer({ status: 'confirmed' })
  await settle()
  expect(shown(world)).toEqual(['Mint a ticket: confirmed'])
  expect(world.evm.balanceRequests).toHaveLength(1)
})

test('shows failed and expired transactions as failed, and follows a replacement to its new hash', async () => {
  const world = await connected()
  for (const index of [1, 2, 3]) addRecentTransaction(world.modal, { hash: toHash(index), description: `No. ${index}` })
  const [first, second, third] = world.waiting
  first?.answer({ status: 'failed', reason: 'reverted' })
  second?.answer({ status: 'expired' })
  third?.answer({ status: 'confirmed', id: toHash(4) })
  await settle()
  expect(shown(world)).toEqual(['No. 3: confirmed', 'No. 2: failed', 'No. 1: failed'])
  expect(getRecentTransactions(world.modal.getState())[0]?.hash).toBe(toHash(4))
})

test('a transaction not confirmed in time is shown as unconfirmed, and followed again after a reload', async () => {
  const world = await connected()
  addRecentTransaction(world.modal, { hash: toHash(1), description: 'Mint' })
  await world.clock.advance(recentLimits.confirm)
  await settle()
  expect(shown(world)).toEqual(['Mint: unconfirmed'])
  world.modal.destroy()

  const { storage, clock, wallet } = world
  const next = await setUp({ storage, clock, wallets: [wallet] })
  expect(shown(next)).toEqual(['Mint: pending'])
  next.waiting[0]?.answer({ status: 'confirmed' })
  await settle()
  expect(shown(next)).toEqual(['Mint: confirmed'])
})

test('a reload keeps recent transactions up to their age limit, and follows only the pending ones', async () => {
  const world = await connected()
  addRecentTransaction(world.modal, { hash: toHash(1), description: 'One' })
  addRecentTransaction(world.modal, { hash: toHash(2), description: 'Two' })
  world.waiting[0]?.answer({ status: 'confirmed' })
  await settle()
  world.modal.destroy()
  const { storage, clock, wallet } = world
  const next = await setUp({ storage, clock, wallets: [wallet] })
  expect(shown(next)).toEqual(['Two: pending', 'One: confirmed'])
  expect(next.waiting.map(({ id }) => id)).toEqual([toHash(2)])
  next.modal.destroy()
  await clock.advance(recentLimits.age)
  expect(shown(await setUp({ storage, clock, wallets: [wallet] }))).toEqual([])
})

test('only the account that sent a transaction sees it, also after switching back to it', async () => {
  const world = await connected()
  const own = world.wallet.accounts
  addRecentTransaction(world.modal, { hash: toHash(1), description: 'Mint' })
  const change = (accounts: typeof own): void => world.wallet.emit('change', { namespace: 'eip155', accounts })
  change([bob])
  expect(shown(world)).toEqual([])
  addRecentTransaction(world.modal, { hash: toHash(2), description: 'Of Bob' })
  expect(shown(world)).toEqual(['Of Bob: pending'])
  change(own)
  expect(shown(world)).toEqual(['Mint: pending'])
  expect(getRecentTransactions(world.modal.getState(), 'solana')).toEqual([])
})

test('disconnecting removes the account’s transactions, also from storage, and stops following them', async () => {
  const wallets = [createTestWallet(), createTestWallet({ id: 'org.example.bob', name: 'Bob', accounts: [bob] })]
  const world = await connected({ wallets, features: { multiWallet: true } })
  addRecentTransaction(world.modal, { hash: toHash(1), description: 'Of Alice' })
  await connect(world.modal, { connectorId: 'org.example.bob' })
  addRecentTransaction(world.modal, { hash: toHash(2), description: 'Of Bob' })
  await disconnect(world.modal, { connectorId: 'org.example.bob' })
  expect(shown(world)).toEqual(['Of Alice: pending'])
  expect(world.waiting.map(({ signal }) => signal.aborted)).toEqual([false, true])
  expect(stored(world)).toMatchObject([{ description: 'Of Alice' }])
  await disconnect(world.modal)
  expect(world.modal.getState().recentTransactions).toEqual([])
  expect(stored(world)).toBeUndefined()
})

test('the list is limited in length and can be cleared', async () => {
  const world = await connected()
  for (let index = 0; index <= recentLimits.count; index++)
    addRecentTransaction(world.modal, { hash: toHash(index), description: `No. ${index}` })
  expect(shown(world)).toHaveLength(recentLimits.count)
  expect(shown(world)[0]).toBe(`No. ${recentLimits.count}: pending`)
  clearRecentTransactions(world.modal)
  expect(shown(world)).toEqual([])
  expect(stored(world)).toBeUndefined()
  expect(world.waiting.filter(({ signal }) => !signal.aborted).map(({ id }) => id)).toEqual([toHash(0)])
})

test('the same hash is registered once, in any letter case', async () => {
  const world = await connected()
  addRecentTransaction(world.modal, { hash: `0x${'ab'.repeat(32)}`, description: 'One' })
  addRecentTransaction(world.modal, { hash: `0x${'AB'.repeat(32)}`, description: 'Again' })
  expect(shown(world)).toEqual(['One: pending'])
  expect(world.waiting).toHaveLength(1)
})

test.each([
  [{ hash: '0x12', description: 'Mint' }, 'hash "0x12"'],
  [{ hash: toHash(1).slice(2), description: 'Mint' }, 'hash "'],
  [{ hash: toHash(1), description: ' ' }, 'description'],
  [{ hash: toHash(1), description: 'x'.repeat(201) }, 'description'],
  [{ hash: toHash(1), description: 'Mint', caipNetworkId: 'mainnet' as never }, 'caipNetworkId "mainnet"'],
])('error: INVALID_PARAMS for %j', async (request, details) => {
  const { modal } = await connected()
  expect(() => addRecentTransaction(modal, request)).toThrow(
    expect.objectContaining({ code: 'INVALID_PARAMS', details: expect.stringContaining(details) }),
  )
  expect(modal.getState().recentTransactions).toBeUndefined()
})

test('error: NOT_CONNECTED without an account of the namespace', async () => {
  const { modal } = await connected()
  const request = { hash: '1'.repeat(88), description: 'Swap' }
  for (const choice of [{ namespace: 'solana' }, { caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }] as const)
    expect(() => addRecentTransaction(modal, { ...request, ...choice })).toThrow(
      expect.objectContaining({ code: 'NOT_CONNECTED' }),
    )
})

test('invalid stored transactions are ignored, and empty storage sets no state', async () => {
  const clock = createTestClock()
  const good = {
    caipNetworkId: 'eip155:1',
    address: bob.address,
    hash: toHash(1),
    description: 'Mint',
    status: 'pending',
    at: clock.now(),
  }
  const broken = [{ hash: '0x' }, { description: '' }, { status: 'done' }, { at: '1' }, { caipNetworkId: 7 }]
  const recentTransactions = [null, 7, ...broken.map((part) => ({ ...good, ...part })), good]
  const data = JSON.stringify({ v: 1, data: { recentTransactions } })
  const world = await setUp({ clock, storage: createTestStorage({ [toStorageKey('latchkey')]: data }) })
  expect(world.modal.getState().recentTransactions).toEqual([{ ...good, namespace: 'eip155' }])
  expect((await setUp()).modal.getState().recentTransactions).toBeUndefined()
})
