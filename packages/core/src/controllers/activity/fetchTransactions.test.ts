import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { HistoryTransaction } from '../../service/blockchain/types.js'
import { alice, bob } from '../../testing/accounts.js'
import { createTestModal, type TestModal } from '../../testing/createTestModal.js'
import { createTransaction, createTransfer } from '../../testing/createTransaction.js'
import { connect } from '../connection/connect.js'
import { watchTransactions } from './refresh.js'
import { fetchTransactions } from './transactions.js'

const connectorId = 'org.example.wallet'
const base = 'https://chains.example.org'
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

type Page = { readonly data: readonly HistoryTransaction[]; readonly next: string | null }
type Served = { readonly asked: string[]; pages: { readonly [cursor: string]: Page | Response | Promise<Page> } }

/** A service with pages by cursor (the first: the empty string), for any account and network. */
function serve(pages: Served['pages'], chains = ['eip155:1', 'eip155:10']): Served {
  const served: Served = { asked: [], pages }
  server.use(
    http.get(`${base}/v1/supported-chains`, () => HttpResponse.json({ http: chains, ws: [] })),
    http.get(`${base}/v1/account/:account/history`, async ({ request, params }) => {
      const { searchParams } = new URL(request.url)
      const cursor = searchParams.get('cursor') ?? ''
      served.asked.push(`${params['account']} ${searchParams.get('chainId')} ${cursor}`.trim())
      const page = await served.pages[cursor]
      return page instanceof Response ? page.clone() : HttpResponse.json(page ?? { data: [], next: null })
    }),
  )
  return served
}

async function createWorld(options: Parameters<typeof createTestModal>[0] = {}): Promise<TestModal> {
  const world = createTestModal({
    services: { blockchainApi: base },
    env: { fetch: (input, init) => fetch(input, init) },
    ...options,
  })
  await connect(world.modal, { connectorId })
  return world
}

const tx = (id: string, options: Parameters<typeof createTransaction>[0] = {}) => createTransaction({ id, ...options })
const ids = ({ modal }: TestModal) => modal.getState().activity?.transactions.map(({ id }) => id)
const spam = createTransfer({ nft_info: { name: 'Free', flags: { is_spam: true } } })
const first = `${alice.address} eip155:1`

test('[S4.28] loads page by page with the cursor; leaves out spam and transactions of other networks', async () => {
  const served = serve({
    '': {
      data: [
        tx('a'),
        tx('spam', { transfers: [spam, spam] }),
        tx('partly', { transfers: [spam, createTransfer()] }),
        tx('other', { chain: 'eip155:10' }),
      ],
      next: 'p2',
    },
    p2: { data: [tx('b'), tx('bare', { transfers: [] })], next: null },
  })
  const world = await createWorld()
  await fetchTransactions(world.modal)
  expect(ids(world)).toEqual(['a', 'partly'])
  expect(world.modal.getState().activity).toMatchObject({ next: 'p2', loading: false, lastNetworkInView: 'eip155:1' })
  await fetchTransactions(world.modal, { isMore: true })
  await fetchTransactions(world.modal, { isMore: true })
  expect(ids(world)).toEqual(['a', 'partly', 'b', 'bare'])
  expect(served.asked).toEqual([first, `${first} p2`])
})

test('[S3.15] groups transactions by year and month, newest first, across pages', async () => {
  const at = (id: string, minedAt: string) => tx(id, { minedAt })
  serve({
    '': { data: [at('b', '2026-03-02T12:00:00Z'), at('c', '2026-03-20T12:00:00Z')], next: 'p2' },
    p2: {
      data: [at('d', '2026-01-10T12:00:00Z'), at('a', '2025-12-15T12:00:00Z'), at('e', '2025-03-10T12:00:00Z')],
      next: null,
    },
  })
  const world = await createWorld()
  const seen = () =>
    world.modal
      .getState()
      .activity?.transactionsByYear.map(({ year, months }) => [
        year,
        Object.fromEntries(months.map(({ month, transactions }) => [month, transactions.map(({ id }) => id).join('')])),
      ])
  await fetchTransactions(world.modal)
  expect(seen()).toEqual([[2026, { 2: 'cb' }]])
  await fetchTransactions(world.modal, { isMore: true })
  expect(seen()).toEqual([
    [2026, { 2: 'cb', 0: 'd' }],
    [2025, { 11: 'a', 2: 'e' }],
  ])
})

test('[S4.29] sets empty if the list has no transactions', async () => {
  serve({ '': { data: [tx('spam', { transfers: [spam] })], next: null } })
  const world = await createWorld()
  await fetchTransactions(world.modal)
  expect(world.modal.getState().activity).toMatchObject({ empty: true, transactions: [] })
  expect(world.modal.getState().activity).not.toHaveProperty('error')
})

test('[S4.30] [S8.16] [S8.58] a failure empties the list, clears the cursor and is tracked; the next call retries', async () => {
  const served = serve({ '': { data: [tx('a')], next: 'p2' }, p2: new Response('no', { status: 503 }) })
  const world = await createWorld()
  const { modal } = world
  await fetchTransactions(modal)
  const failing = fetchTransactions(modal, { isMore: true })
  await expect(failing).rejects.toMatchObject({
    code: 'TRANSACTIONS_UNAVAILABLE',
    shortMessage: 'Failed to fetch transactions',
    cause: { code: 'SERVER_ERROR' },
  })
  const { activity, event } = modal.getState()
  expect(activity).toMatchObject({
    transactions: [],
    empty: true,
    loading: false,
    error: { code: 'TRANSACTIONS_UNAVAILABLE' },
  })
  expect(activity).not.toHaveProperty('next')
  expect(event).toMatchObject({
    event: 'ERROR_FETCH_TRANSACTIONS',
    properties: { address: alice.address, network: 'eip155:1', cursor: 'p2', isSmartAccount: false },
  })
  served.pages = { '': { data: [tx('a')], next: null } }
  await fetchTransactions(modal)
  expect(ids(world)).toEqual(['a'])
  expect(modal.getState().activity).not.toHaveProperty('error')
})

test.each([
  ['HTML', '<html></html>'],
  ['truncated JSON', '{"data": [{"id"'],
  ['an error in a 200', '{"error": {"code": "X"}}'],
  ['NaN', '{"data": NaN}'],
])('[I36] a response with %s is a failure, not an empty list', async (_, body) => {
  serve({ '': new Response(body, { status: 200 }) })
  const world = await createWorld()
  await expect(fetchTransactions(world.modal)).rejects.toMatchObject({ cause: { code: 'INVALID_REPLY' } })
  expect(world.modal.getState().activity?.error).toBeDefined()
})

test('[I36] a repeated cursor ends the list', async () => {
  const served = serve({
    '': { data: [tx('a')], next: 'p2' },
    p2: { data: [tx('b')], next: 'p3' },
    p3: { data: [tx('c')], next: 'p2' },
  })
  const world = await createWorld()
  await fetchTransactions(world.modal)
  for (let more = 0; more < 5; more++) await fetchTransactions(world.modal, { isMore: true })
  expect(ids(world)).toEqual(['a', 'b', 'c'])
  expect(served.asked).toHaveLength(3)
})

test('skips pages that contain only spam, at most five per call', async () => {
  const junk = Object.fromEntries(
    Array.from({ length: 20 }, (_, page) => [
      page === 0 ? '' : `p${page}`,
      { data: [tx(`s${page}`, { transfers: [spam] })], next: `p${page + 1}` },
    ]),
  )
  const served = serve(junk)
  const world = await createWorld()
  await fetchTransactions(world.modal)
  expect(served.asked).toHaveLength(5)
  expect(world.modal.getState().activity).toMatchObject({ next: 'p5', empty: true })
})

test('caches a page for 15 s per account and network; force fetches it again', async () => {
  const served = serve({ '': { data: [tx('a')], next: null } })
  const world = await createWorld()
  const { modal, clock } = world
  await fetchTransactions(modal)
  await clock.advance(14_999)
  await fetchTransactions(modal)
  expect(served.asked).toHaveLength(1)
  world.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  await fetchTransactions(modal)
  world.wallet.emit('change', { namespace: 'eip155', caipNetworkId: 'eip155:10' })
  await fetchTransactions(modal)
  expect(served.asked.slice(1)).toEqual([`${bob.address} eip155:1`, `${bob.address} eip155:10`])
  expect(ids(world)).toEqual([])
  await fetchTransactions(modal, { force: true })
  await clock.advance(15_000)
  await fetchTransactions(modal)
  expect(served.asked).toHaveLength(5)
})

test('drops a late response for the previous account when the new one is fetched meanwhile', async () => {
  let release = (_: Page): void => undefined
  const served = serve({ '': new Promise<Page>((resolve) => (release = resolve)) })
  const world = await createWorld()
  const late = fetchTransactions(world.modal)
  await expect.poll(() => served.asked).toHaveLength(1)
  served.pages = { '': { data: [tx('b')], next: null } }
  world.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  const now = fetchTransactions(world.modal)
  release({ data: [tx('a')], next: null })
  await Promise.all([late, now])
  expect([ids(world), world.modal.getState().activity?.address]).toEqual([['b'], bob.address])
})

test('drops a late response for the previous account even if the new one was not fetched', async () => {
  let release = (_: Page): void => undefined
  const served = serve({ '': new Promise<Page>((resolve) => (release = resolve)) })
  const world = await createWorld()
  const late = fetchTransactions(world.modal)
  await expect.poll(() => served.asked).toHaveLength(1)
  world.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  release({ data: [tx('a')], next: null })
  await late
  expect(world.modal.getState().activity).toMatchObject({ transactions: [], loading: false })
})

test('[S8.42] error: NO_ACCOUNT_ADDRESS without an account', async () => {
  const { modal } = createTestModal({ services: { blockchainApi: base } })
  await expect(fetchTransactions(modal)).rejects.toMatchObject({
    code: 'NO_ACCOUNT_ADDRESS',
    shortMessage: "Transactions can't be fetched without an accountAddress",
  })
})

test('[S6.8] activity is supported on EVM networks only', async () => {
  const { modal } = createTestModal({ services: { blockchainApi: base } })
  await connect(modal, { connectorId: 'org.example.sol' })
  await expect(fetchTransactions(modal)).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' })
  const stop = watchTransactions(modal)
  expect(modal.getState().activity).toBeUndefined()
  stop()
})

test('does not request the history of a network that the service does not support', async () => {
  const served = serve({}, ['eip155:10'])
  const world = await createWorld()
  await fetchTransactions(world.modal)
  expect(served.asked).toEqual([])
  expect(world.modal.getState().activity).toMatchObject({ empty: true, isUnlisted: true, loading: false })
})

test('error: TRANSACTIONS_UNAVAILABLE without a configured service', async () => {
  const world = await createWorld({ services: {} })
  await expect(fetchTransactions(world.modal)).rejects.toMatchObject({ code: 'TRANSACTIONS_UNAVAILABLE' })
})

test('a watch fetches at once and on account or network changes; stopping it ends the fetch in progress', async () => {
  const served = serve({ '': { data: [tx('a'), tx('o', { chain: 'eip155:10' })], next: null } })
  const world = await createWorld()
  const errors: unknown[] = []
  const stop = watchTransactions(world.modal, { onError: (error) => errors.push(error.code) })
  await expect.poll(() => ids(world)).toEqual(['a'])
  world.wallet.emit('change', { namespace: 'eip155', caipNetworkId: 'eip155:10' })
  await expect.poll(() => ids(world)).toEqual(['o'])
  served.pages = { '': new Response('', { status: 500 }) }
  world.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  await expect.poll(() => errors).toEqual(['TRANSACTIONS_UNAVAILABLE'])
  served.pages = { '': new Promise(() => undefined) }
  world.wallet.emit('change', { namespace: 'eip155', accounts: [alice], caipNetworkId: 'eip155:1' })
  await world.clock.advance(15_000)
  stop()
  await expect.poll(() => world.modal.getState().activity?.loading).toBe(false)
  expect([errors.length, world.clock.pending()]).toEqual([1, 0])
})
