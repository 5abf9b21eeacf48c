import { assert, asyncProperty, integer } from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestModal, type TestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createWalletService, createWallets, type WalletService } from '../../testing/createWalletService.js'
import { fetchWallets, prefetchWallets } from './fetchWallets.js'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

type World = TestModal & { readonly service: WalletService; ids(): readonly string[] }

function setUp(count: number, options: TestModalOptions = {}): World {
  const service = createWalletService(createWallets(count))
  const services = { wallets: 'https://wallets.example.org' }
  const world = createTestModal({ services, ...options, env: { fetch: service.fetch, ...options.env } })
  return { ...world, service, ids: () => world.modal.getState().wallets.all.wallets.map(({ id }) => id) }
}

const all = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `w${index}`)

test('fetches pages of forty until the list is complete [S9.13]', async () => {
  const { modal, ids, service } = setUp(90)
  const states: unknown[] = []
  modal.subscribe(({ wallets }) => states.push(wallets.all.status))
  for (const [page, length] of [
    [1, 40],
    [2, 80],
    [3, 90],
  ] as const) {
    await fetchWallets(modal)
    expect(modal.getState().wallets.all).toMatchObject({ status: 'ready', page, count: 90 })
    expect(ids()).toEqual(all(length))
  }
  await fetchWallets(modal)
  expect(service.requests.filter((request) => request.includes('entries=40'))).toHaveLength(3)
  expect(states).not.toContain('idle')
})

test('concurrent calls share one pending page', async () => {
  const { modal, ids } = setUp(90)
  await Promise.all([fetchWallets(modal), fetchWallets(modal), prefetchWallets(modal)])
  expect(ids()).toEqual(all(40))
})

test('lists custom wallets first, then featured ones, without duplicates', async () => {
  const customWallets = [
    { id: 'mine', name: 'Mine' },
    { id: 'w2', name: 'My Wallet 2' },
  ]
  const { modal, ids } = setUp(50, { customWallets, featuredWalletIds: ['w7', 'w2'], excludeWalletIds: ['w0'] })
  await fetchWallets(modal)
  await fetchWallets(modal)
  const rest = all(50).filter((id) => !['w0', 'w2', 'w7'].includes(id))
  expect(ids()).toEqual(['mine', 'w2', 'w7', ...rest])
  expect(modal.getState().wallets.all.wallets[1]?.name).toBe('My Wallet 2')
  expect(modal.getState().wallets.all.count).toBe(50)
})

test('includeWalletIds limits the list, but not the custom wallets', async () => {
  const { modal, ids } = setUp(50, { customWallets: [{ id: 'mine', name: 'Mine' }], includeWalletIds: ['w3', 'w4'] })
  await fetchWallets(modal)
  expect(ids()).toEqual(['mine', 'w3', 'w4'])
  expect(modal.getState().wallets.all.count).toBe(3)
})

test('wallets keep their position and appear once even if the list changes between two pages', async () => {
  await assert(
    asyncProperty(integer({ min: 0, max: 60 }), integer({ min: 0, max: 60 }), async (added, removed) => {
      const { modal, ids, service } = setUp(100)
      await fetchWallets(modal)
      const before = ids()
      const news = Array.from({ length: added }, (_, index) => ({ id: `new${index}`, name: 'New' }))
      service.wallets = [...news, ...service.wallets.slice(removed)]
      for (let call = 0; call < 5; call++) await fetchWallets(modal)
      expect(ids().slice(0, 40)).toEqual(before)
      expect(new Set(ids()).size).toBe(ids().length)
      expect(modal.getState().wallets.all.count).toBe(ids().length)
    }),
    { numRuns: 20 },
  )
})

test('error: SERVER_ERROR keeps the loaded wallets, and the next call continues from there', async () => {
  const { modal, ids, service } = setUp(90, { debug: true })
  await fetchWallets(modal)
  service.fault = 503
  await fetchWallets(modal)
  expect(modal.getState().wallets.all).toMatchObject({ status: 'failed', page: 1, error: { code: 'SERVER_ERROR' } })
  expect([ids(), modal.getState().alert?.title]).toEqual([all(40), 'Server Error'])
  service.fault = undefined
  await fetchWallets(modal)
  expect(modal.getState().wallets.all).toMatchObject({ status: 'ready', page: 2, error: undefined })
  expect(ids()).toEqual(all(80))
})

test('error: a list that fails on its first page can be retried', async () => {
  const { modal, ids, service } = setUp(10)
  service.fault = 500
  await fetchWallets(modal)
  expect(modal.getState().wallets.all).toMatchObject({ status: 'failed', page: 0, error: { code: 'SERVER_ERROR' } })
  service.fault = undefined
  await fetchWallets(modal)
  expect([ids(), modal.getState().wallets.featured.length]).toEqual([all(10), 4])
})

test('stops after a few requests if the service returns the same page forever', async () => {
  const { modal, ids, service } = setUp(40)
  const { fetch } = service
  const looping = createTestModal({
    services: { wallets: 'https://wallets.example.org' },
    env: {
      fetch: async (input) => {
        const url = new URL(String(input))
        url.searchParams.set('page', '1')
        const reply = (await (await fetch(url)).json()) as { readonly data: unknown }
        return Response.json({ data: reply.data, count: 1_000_000 })
      },
    },
  })
  for (let call = 0; call < 5; call++) await fetchWallets(looping.modal)
  const { all: page } = looping.modal.getState().wallets
  expect([page.wallets.length, page.count, page.status]).toEqual([40, 40, 'ready'])
  expect(service.requests.length).toBeLessThan(12)
  expect([ids(), modal.getState().wallets.all.status]).toEqual([[], 'idle'])
})

test('skips pages without valid wallets', async () => {
  const { modal, ids, service } = setUp(90)
  service.wallets = service.wallets.map((wallet, index) => (index < 80 ? { ...wallet, name: '' } : wallet))
  await fetchWallets(modal)
  expect(ids()).toEqual(all(90).slice(80))
})

test('loads ten thousand wallets page by page, at a constant cost per page', async () => {
  const { modal, ids } = setUp(10_000)
  const times: number[] = []
  for (let page = 0; page < 250; page++) {
    const started = performance.now()
    await fetchWallets(modal)
    times.push(performance.now() - started)
  }
  expect(ids()).toEqual(all(10_000))
  expect(Math.min(...times.slice(-50))).toBeLessThan(16 + Math.min(...times.slice(0, 50)))
})
