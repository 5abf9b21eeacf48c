import { expect, test, vi } from 'vitest'
import type { HistoryTransaction } from '../../service/blockchain/types.js'
import { bob } from '../../testing/accounts.js'
import { blockchainApi, createBlockchainService } from '../../testing/createBlockchainService.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { createTestPage } from '../../testing/createTestPage.js'
import { createTransaction } from '../../testing/createTransaction.js'
import { settle } from '../../testing/settle.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { refreshActivity, watchTransactions } from './refresh.js'
import { type ActivityState, activityLimits, toListed } from './state.js'
import { fetchTransactions } from './transactions.js'

type Page = { readonly data: readonly HistoryTransaction[]; readonly next: string | null }

const list = (...ids: readonly string[]): readonly HistoryTransaction[] => ids.map((id) => createTransaction({ id }))

/** A connected modal, with a service with pages by cursor (the first: the empty string). */
async function setUp(pages: { [cursor: string]: Page | Response | Promise<Page> }) {
  const page = createTestPage()
  const service = createBlockchainService(({ path, query }) => {
    if (!path.endsWith('/history')) return undefined
    const answer = pages[query['cursor'] ?? ''] ?? { data: [], next: null }
    return answer instanceof Response ? answer.clone() : answer
  })
  const world = createTestModal({
    services: { blockchainApi },
    projectId: 'project-1',
    env: { ...service.env, ...page.env },
  })
  await connect(world.modal, { connectorId: 'org.example.wallet' })
  const activity = () => world.modal.getState().activity
  return {
    ...world,
    pages,
    show: page.show,
    activity,
    ids: () => activity()?.transactions.map(({ id }) => id),
    count: () => service.paths().length,
    /** Waits until the next poll is done. */
    wait: async () => {
      await world.clock.advance(activityLimits.cache)
      for (let turn = 0; turn < 4; turn++) await settle()
    },
  }
}

test('polling adds new transactions at the top; loaded pages, the cursor and unchanged items stay', async () => {
  const world = await setUp({ '': { data: list('d', 'c'), next: 'p2' }, p2: { data: list('b', 'a'), next: 'p3' } })
  const stop = watchTransactions(world.modal)
  await settle()
  await fetchTransactions(world.modal, { isMore: true })
  const before = world.activity()
  await world.wait()
  expect(world.activity()).toBe(before)
  world.pages[''] = { data: list('e', 'd'), next: 'p1' }
  const states: boolean[] = []
  world.modal.subscribe(({ activity }) => states.push(activity?.loading ?? false))
  await world.wait()
  expect(world.ids()).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect(world.activity()?.next).toBe('p3')
  expect(world.activity()?.transactions[2]).toBe(before?.transactions[1])
  // nothing renders as loading
  expect(states).toEqual([false])
  stop()
  const count = world.count()
  await world.clock.advance(120_000)
  expect([world.count(), world.clock.pending()]).toEqual([count, 0])
})

test('if a page contains only new transactions, reads the next pages until they join the list', async () => {
  const world = await setUp({ '': { data: list('a'), next: 'p9' } })
  watchTransactions(world.modal)
  await settle()
  Object.assign(world.pages, {
    '': { data: list('f', 'e'), next: 'n2' },
    n2: { data: list('d', 'c'), next: 'n3' },
    n3: { data: list('b', 'a'), next: 'n4' },
  })
  await world.wait()
  expect(world.ids()).toEqual(['f', 'e', 'd', 'c', 'b', 'a'])
  expect(world.activity()?.next).toBe('p9')
})

test('if too many transactions are new to join, the list restarts and continues from the new cursor', async () => {
  const world = await setUp({ '': { data: list('a'), next: 'n3' } })
  watchTransactions(world.modal)
  await settle()
  for (let page = 0; page < 8; page++)
    world.pages[page === 0 ? '' : `n${page}`] = { data: list(`t${page}`), next: `n${page + 1}` }
  await world.wait()
  expect(world.ids()).toEqual(['t0', 't1', 't2', 't3', 't4'])
  await fetchTransactions(world.modal, { isMore: true })
  expect(world.ids()).toEqual(['t0', 't1', 't2', 't3', 't4', 't5'])
})

test('[S4.30] a failed poll changes nothing and reports nothing; the next one adds new transactions', async () => {
  vi.spyOn(console, 'warn')
  const onError = vi.fn()
  const world = await setUp({ '': { data: list('a'), next: 'p2' } })
  watchTransactions(world.modal, { onError })
  await settle()
  const before = world.activity()
  for (const bad of [new Response('', { status: 500 }), new Response('<html>')]) {
    world.pages[''] = bad
    await world.wait()
    expect(world.activity()).toBe(before)
  }
  expect([onError.mock.calls, vi.mocked(console.warn).mock.calls]).toEqual([[], []])
  world.pages[''] = { data: list('b', 'a'), next: 'p1' }
  await world.wait()
  expect(world.ids()).toEqual(['b', 'a'])
})

test('a list that failed to load recovers with the next successful poll', async () => {
  const world = await setUp({ '': new Response('', { status: 500 }) })
  watchTransactions(world.modal, { onError: () => undefined })
  await settle()
  expect(world.activity()?.error?.code).toBe('TRANSACTIONS_UNAVAILABLE')
  world.pages[''] = { data: list('a'), next: 'p2' }
  await world.wait()
  expect(world.activity()).toMatchObject({ transactions: [{ id: 'a' }], next: 'p2', empty: false })
  expect(world.activity()).not.toHaveProperty('error')
})

test('does not poll while the page is hidden, and makes up for a due poll when it is shown', async () => {
  const world = await setUp({ '': { data: list('a'), next: null } })
  watchTransactions(world.modal)
  await settle()
  world.show('hidden')
  world.show('visible')
  await settle()
  expect(world.count()).toBe(1)
  world.show('hidden')
  world.pages[''] = { data: list('b', 'a'), next: null }
  await world.clock.advance(120_000)
  expect(world.count()).toBe(1)
  world.show('visible')
  await settle()
  expect([world.ids(), world.count()]).toEqual([['b', 'a'], 2])
  await world.wait()
  expect(world.count()).toBe(3)
})

test('polling stops when the service is unavailable (503) and when the wallet disconnects', async () => {
  const world = await setUp({ '': { data: list('a'), next: null } })
  watchTransactions(world.modal, { onError: () => undefined })
  await settle()
  world.pages[''] = new Response('', { status: 503 })
  await world.wait()
  expect(world.count()).toBe(2)
  await world.clock.advance(120_000)
  expect(world.count()).toBe(2)
  world.pages[''] = { data: list('b'), next: null }
  world.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  await world.wait()
  expect(world.count()).toBe(4)
  await disconnect(world.modal)
  await world.clock.advance(120_000)
  expect(world.count()).toBe(4)
  world.modal.destroy()
  expect(world.clock.pending()).toBe(0)
})

test('drops the response to a poll if the list was refetched meanwhile', async () => {
  const world = await setUp({ '': { data: list('a'), next: null } })
  watchTransactions(world.modal)
  await settle()
  let release = (_: Page): void => undefined
  world.pages[''] = new Promise<Page>((resolve) => (release = resolve))
  await world.wait()
  expect(world.count()).toBe(2)
  world.pages[''] = { data: list('c', 'b', 'a'), next: null }
  await fetchTransactions(world.modal, { force: true })
  release({ data: list('b', 'a'), next: null })
  await settle()
  expect(world.ids()).toEqual(['c', 'b', 'a'])
})

const [one, two] = [createTransaction({ id: 't1' }), createTransaction({ id: 't2' })]

const error = { code: 'TRANSACTIONS_UNAVAILABLE', message: 'Failed to fetch transactions' } as const

const base = { address: '0xa', lastNetworkInView: 'eip155:1', loading: false } as const

const ready: ActivityState = { ...base, ...toListed([one]), empty: false, next: 'c' }

const empty: ActivityState = { ...base, ...toListed([]), empty: true }

const failed: ActivityState = { ...empty, error }

test('new transactions come first, and the cursor stays', () => {
  const after = refreshActivity(ready, { page: [two, one], next: 'd' })
  expect(after).toEqual({ ...ready, ...toListed([two, one]) })
})

test('a page without common transactions replaces the list and its cursor', () => {
  expect(refreshActivity(ready, { page: [two], next: 'd' })).toEqual({ ...ready, ...toListed([two]), next: 'd' })
})

test.each([
  ['empty', empty],
  ['failed', failed],
])('a page fills a list that is %s', (_, state) => {
  for (const page of [[one], [two, one]])
    expect(refreshActivity(state, { page, next: 'd' })).toEqual({ ...ready, ...toListed(page), next: 'd' })
})

test('an empty page turns a failed list into an empty one', () => {
  expect(refreshActivity(failed, { page: [], next: undefined })).toEqual(empty)
})

test.each([
  ['a page without new transactions', ready, [one]],
  ['an empty page for an empty list', empty, []],
  ['a page for a list that is loading', { ...ready, loading: true }, [two, one]],
  ['a page for a network that the service does not list', { ...empty, isUnlisted: true }, [one]],
  ['a page without a list', undefined, [one]],
] as const)('%s changes nothing', (_, state, page) => {
  expect(refreshActivity(state, { page, next: 'd' })).toBe(state)
})
