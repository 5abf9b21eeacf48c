import { beforeEach, expect, test, vi } from 'vitest'
import { internals } from '../../modal/modal.js'
import { createTestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createTestStorage } from '../../testing/createTestStorage.js'
import { createWalletService, createWallets } from '../../testing/createWalletService.js'
import { version } from '../../version.generated.js'
import { prefetchWallets } from './fetchWallets.js'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

const services = { wallets: 'https://wallets.example.org' }

function setUp(options: TestModalOptions = {}, count = 50) {
  const service = createWalletService(createWallets(count))
  const world = createTestModal({ services, ...options, env: { fetch: service.fetch, ...options.env } })
  return { ...world, service }
}

const idsOf = (wallets: readonly { readonly id: string }[]): readonly string[] => wallets.map(({ id }) => id)

test('fetches four featured and four recommended wallets, and the total count [S9.13]', async () => {
  const { modal, service } = setUp()
  await prefetchWallets(modal)
  const { featured, recommended, all } = modal.getState().wallets
  expect([idsOf(featured), idsOf(recommended)]).toEqual([
    ['w0', 'w1', 'w2', 'w3'],
    ['w4', 'w5', 'w6', 'w7'],
  ])
  expect(all).toMatchObject({ status: 'idle', count: 50, page: 0, wallets: [] })
  const more = `chains=eip155:1,eip155:10,solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp&st=latchkey&sv=js-eip155,solana-${version}`
  expect(service.requests).toEqual([`/getWallets?page=1&entries=4&${more}`, `/getWallets?page=2&entries=4&${more}`])
})

test('sends the project id, and the client id once it is known [S7.25]', async () => {
  const { modal, service } = setUp({ projectId: 'p1' })
  modal[internals].clientId = 'did:key:z6Mk'
  await prefetchWallets(modal)
  for (const request of service.requests)
    expect(request).toMatch(/&projectId=p1&st=latchkey&sv=[^&]+&clientId=did:key:z6Mk$/)
})

test('features the wallets of featuredWalletIds in their order', async () => {
  const { modal } = setUp({ featuredWalletIds: ['w9', 'nobody', 'w1'] })
  await prefetchWallets(modal)
  const { featured, recommended, all } = modal.getState().wallets
  expect([idsOf(featured), idsOf(recommended), all.count]).toEqual([['w9', 'w1'], ['w0', 'w2', 'w3', 'w4'], 50])
})

test('fetches only included wallets, and knows excluded ones, so that installed ones can be hidden', async () => {
  const { modal } = setUp({
    includeWalletIds: ['w1', 'w2', 'w3', 'w4', 'w5', 'w6'],
    excludeWalletIds: ['w2'],
    featuredWalletIds: ['w2', 'w6', 'w20'],
  })
  await prefetchWallets(modal)
  const { featured, recommended, excluded } = modal.getState().wallets
  expect([idsOf(featured), idsOf(recommended), idsOf(excluded)]).toEqual([['w6'], ['w1', 'w3', 'w4', 'w5'], ['w2']])
})

test('also fetches recently paired wallets', async () => {
  const storage = createTestStorage()
  const data = {
    connections: {},
    networks: {},
    disconnectedConnectorIds: [],
    recentConnectorIds: ['walletConnect:w33', 'x'],
  }
  storage.setItem('latchkey/state', JSON.stringify({ v: 1, data }))
  const { modal } = setUp({ storage })
  await prefetchWallets(modal)
  expect(idsOf(modal.getState().wallets.recent)).toEqual(['w33'])
})

test('splits more ids than fit in one request over several requests', async () => {
  const featuredWalletIds = Array.from({ length: 250 }, (_, index) => `w${index}`)
  const { modal, service } = setUp({ featuredWalletIds }, 300)
  await prefetchWallets(modal)
  expect(modal.getState().wallets.featured).toHaveLength(250)
  expect(service.requests).toHaveLength(4)
})

test('concurrent and later calls send no further requests', async () => {
  const { modal, service } = setUp()
  await Promise.all([prefetchWallets(modal), prefetchWallets(modal)])
  await prefetchWallets(modal)
  expect(service.requests).toHaveLength(2)
})

test('on a phone only wallets with a link are offered', async () => {
  const { modal, service } = setUp({ env: { window: () => createPhone() } })
  service.wallets = [
    { id: 'app', name: 'App', mobile_link: 'app://' },
    { id: 'extension', name: 'Extension', rdns: 'org.extension' },
    { id: 'page', name: 'Page', webapp_link: 'https://page.example' },
  ]
  await prefetchWallets(modal)
  expect(idsOf(modal.getState().wallets.featured)).toEqual(['app', 'page'])
})

test.each([
  [500, 'SERVER_ERROR', 'Server Error', '[S8.55]'],
  [429, 'RATE_LIMITED', 'Rate Limited', '[S8.27] [S8.55]'],
] as const)(
  'error: HTTP %s sets %s in the state, shows the alert %s with debug, and can be retried %s',
  async (status, code, title, _items) => {
    const { modal, service } = setUp({ debug: true })
    service.fault = status
    await prefetchWallets(modal)
    expect(modal.getState().wallets.all).toMatchObject({ status: 'failed', error: { code, message: title } })
    expect(modal.getState().alert).toMatchObject({ level: 'error', code, title })
    service.fault = undefined
    await prefetchWallets(modal)
    expect(modal.getState().wallets).toMatchObject({ all: { status: 'idle', error: undefined, count: 50 } })
  },
)

test('error: SERVER_ERROR if the service does not respond within ten seconds', async () => {
  const { modal, service, clock } = setUp()
  service.fault = 'hang'
  const done = prefetchWallets(modal)
  await expect.poll(() => service.requests.length).toBe(2)
  await clock.advance(10_000)
  await done
  expect(modal.getState().wallets.all.error?.code).toBe('SERVER_ERROR')
  expect(clock.pending()).toBe(0)
})

test('uses the built-in list without a service, without a request', async () => {
  const { modal } = createTestModal()
  await prefetchWallets(modal)
  const { featured, recommended, all } = modal.getState().wallets
  expect(featured.map(({ name }) => name)).toEqual(['MetaMask', 'Trust Wallet', 'OKX Wallet', 'Binance Wallet'])
  expect(recommended).toHaveLength(4)
  expect(all.count).toBeGreaterThan(300)
})

test('sends no request if enableWallets is false, and changes no state after destroy', async () => {
  const off = setUp({ enableWallets: false })
  await prefetchWallets(off.modal)
  expect(off.service.requests).toEqual([])
  const { modal, service } = setUp()
  service.fault = 'hang'
  const done = prefetchWallets(modal)
  await expect.poll(() => service.requests.length).toBe(2)
  modal.destroy()
  await done
  expect(modal.getState().wallets.all.status).toBe('idle')
  await expect(prefetchWallets(modal)).rejects.toMatchObject({ code: 'NOT_STARTED' })
})

/** The parts of a window that are used. */
function createPhone(): Window {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36'
  const page = { navigator: { userAgent, maxTouchPoints: 5 } }
  return Object.assign(page, { parent: page }) as unknown as Window
}
