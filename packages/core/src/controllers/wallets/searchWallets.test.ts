import { beforeEach, expect, test, vi } from 'vitest'
import { createTestModal, type TestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createWalletService, createWallets, type WalletService } from '../../testing/createWalletService.js'
import { prefetchWallets, type SearchWalletsRequest, searchWallets } from './fetchWallets.js'
import type { WalletsState } from './state.js'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

type World = TestModal & {
  readonly service: WalletService
  search(request: SearchWalletsRequest): Promise<void>
  found(): WalletsState['search']
  /** Search requests to the service. */
  asked(): readonly string[]
}

async function setUp(options: TestModalOptions = {}, count = 200): Promise<World> {
  const service = createWalletService(createWallets(count))
  const services = { wallets: 'https://wallets.example.org' }
  const world = createTestModal({ services, ...options, env: { fetch: service.fetch } })
  await prefetchWallets(world.modal)
  return {
    ...world,
    service,
    search: (request) => searchWallets(world.modal, request),
    found: () => world.modal.getState().wallets.search,
    asked: () => service.requests.flatMap((request) => /[?&](search=[^&]*)/.exec(request)?.[1] ?? []),
  }
}

/** Waits until the service's response has arrived, however many steps that takes. */
const arrive = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

test('requests 100 entries 500 ms after the last key, and shows them 300 ms later at the earliest [S9.13] [S9.15]', async () => {
  const { search, found, clock, service, asked } = await setUp()
  const done = search({ query: ' wallet ' })
  expect(found()).toMatchObject({ query: 'wallet', status: 'loading', wallets: [] })
  await clock.advance(499)
  expect(asked()).toEqual([])
  await clock.advance(1)
  await arrive()
  expect(service.requests.at(-1)).toMatch(/\?page=1&entries=100&chains=[^&]+&search=wallet&/)
  await clock.advance(299)
  await arrive()
  expect(found().status).toBe('loading')
  await clock.advance(1)
  await done
  expect(found()).toMatchObject({ query: 'wallet', status: 'ready', count: 100, page: 1 })
  expect([found().wallets.length, clock.pending()]).toEqual([100, 0])
})

test('sends one request with the last text while the user keeps typing', async () => {
  const { search, found, clock, asked } = await setUp()
  const calls: Promise<void>[] = []
  for (const query of ['wa', 'wal', 'wall', 'wallet 1', 'wallet 19']) {
    await clock.advance(100)
    calls.push(search({ query }))
  }
  await clock.advance(1_000)
  await arrive()
  await clock.advance(300)
  await Promise.all(calls)
  expect(asked()).toEqual(['search=wallet+19'])
  expect(found().wallets.map(({ id }) => id)).toEqual([
    'w19',
    'w190',
    'w191',
    'w192',
    'w193',
    'w194',
    'w195',
    'w196',
    'w197',
    'w198',
    'w199',
  ])
})

test('a pending older search does not overwrite a newer one', async () => {
  const { search, found, clock, service } = await setUp()
  service.fault = 'hang'
  const first = search({ query: 'wallet 1' })
  await clock.advance(500)
  await arrive()
  service.fault = undefined
  const second = search({ query: 'wallet 7' })
  await first
  expect(found()).toMatchObject({ query: 'wallet 7', status: 'loading' })
  await clock.advance(500)
  await arrive()
  await clock.advance(300)
  await second
  expect(found()).toMatchObject({ query: 'wallet 7', status: 'ready' })
  expect(found().wallets[0]?.id).toBe('w7')
})

test.each(['', ' ', 'w', ' w '])('%j is too short, and ends a pending search', async (query) => {
  const { search, found, clock, asked } = await setUp()
  const done = search({ query: 'wallet' })
  await search({ query })
  await done
  expect(found()).toMatchObject({ query: query.trim(), status: 'idle', wallets: [] })
  await clock.advance(5_000)
  expect([asked(), clock.pending()]).toEqual([[], 0])
})

test('certifiedOnly finds only certified wallets, with and without a text', async () => {
  const { search, found, clock, service } = await setUp()
  service.wallets = service.wallets.map((wallet, index) =>
    index % 50 ? wallet : { ...wallet, badge_type: 'certified' },
  )
  for (const [query, ids] of [
    ['', ['w0', 'w50', 'w100', 'w150']],
    ['wallet 5', ['w50']],
  ] as const) {
    const done = search({ query, certifiedOnly: true })
    await clock.advance(500)
    await arrive()
    await clock.advance(300)
    await done
    expect(found()).toMatchObject({ query, certifiedOnly: true, status: 'ready' })
    expect(found().wallets.map(({ id }) => id)).toEqual(ids)
  }
})

test('finds custom wallets first and once, and no excluded ones', async () => {
  const { search, found, clock } = await setUp({
    customWallets: [
      { id: 'w11', name: 'My Wallet 11' },
      { id: 'other', name: 'Other' },
    ],
    excludeWalletIds: ['w110'],
  })
  const done = search({ query: 'wallet 11' })
  await clock.advance(500)
  await arrive()
  await clock.advance(300)
  await done
  expect(
    found()
      .wallets.map(({ name }) => name)
      .slice(0, 3),
  ).toEqual(['My Wallet 11', 'Wallet 111', 'Wallet 112'])
})

test('error: RATE_LIMITED in the state; repeating the search retries at once', async () => {
  const { search, found, clock, service, modal } = await setUp({ debug: true })
  service.fault = 429
  const first = search({ query: 'wallet 7' })
  await clock.advance(500)
  await first
  expect(found()).toMatchObject({ query: 'wallet 7', status: 'failed', error: { code: 'RATE_LIMITED' } })
  expect(modal.getState().alert?.code).toBe('RATE_LIMITED')
  service.fault = undefined
  const again = search({ query: 'wallet 7' })
  await arrive()
  await clock.advance(300)
  await again
  expect([found().status, found().error]).toEqual(['ready', undefined])
})

test('destroying the modal ends a search', async () => {
  const { search, found, clock, modal } = await setUp()
  const done = search({ query: 'wallet' })
  modal.destroy()
  await done
  expect([found().status, clock.pending()]).toEqual(['loading', 0])
  await expect(search({ query: 'wallet' })).rejects.toMatchObject({ code: 'NOT_STARTED' })
})

test('searches the built-in list without the network', async () => {
  const { modal, clock } = createTestModal()
  await prefetchWallets(modal)
  const done = searchWallets(modal, { query: 'meta' })
  await clock.advance(500)
  await arrive()
  await clock.advance(300)
  await done
  expect(modal.getState().wallets.search.wallets[0]?.name).toBe('MetaMask')
})
