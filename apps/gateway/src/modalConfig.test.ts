import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createModalCore, type Modal } from '@latchkey/core'
import { fetchWallets, prefetchConfig } from '@latchkey/core/controllers'
import { open } from '@latchkey/core/internal'
import { type ProvidedPostgres, providePostgres } from '@latchkey/devnet'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type RunningGateway, startGateway } from './startGateway.js'

const features = [
  { id: 'social_login', isEnabled: true, config: ['email', 'github'] },
  { id: 'onramp', isEnabled: true, config: ['sandbox'] },
  { id: 'activity', isEnabled: true },
]

let gateway: RunningGateway
let postgres: ProvidedPostgres
let modals: Modal[] = []
beforeAll(async () => {
  postgres = await providePostgres()
  gateway = await startGateway({
    port: 0,
    databaseUrl: postgres.urls['gateway'],
    projects: { shop: { features, allowedOrigins: ['https://*.shop.example'] }, blog: {} },
  })
})
afterEach(() => {
  for (const modal of modals) modal.destroy()
  modals = []
  vi.restoreAllMocks()
})
afterAll(async () => {
  await gateway?.stop()
  await postgres?.stop()
})

function toPage(url: string): Window {
  const page = { location: new URL(url), navigator: { userAgent: '' } }
  return Object.assign(new EventTarget(), page) as unknown as Window
}

function createModal(projectId: string, options: object = {}): Modal {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const page = toPage('https://eu.shop.example/cart?visitor=7')
  const modal = createModalCore({
    adapters: [],
    projectId,
    debug: true,
    services: { config: gateway.url },
    env: { storage: () => null, window: () => page },
    ...options,
  })
  modals.push(modal)
  modal.start()
  return modal
}

test('a modal uses the features of its project, without logins on an origin that is not listed [S1.5] [S5.22] [S7.27] [S8.19]', async () => {
  const modal = createModal('shop', { features: { swaps: true } })
  open(modal)
  await prefetchConfig(modal)
  const offered = {
    email: true,
    socials: ['github'],
    onramp: ['sandbox'],
    activity: true,
    swaps: false,
    branding: false,
  }
  expect(modal.getState().features).toMatchObject(offered)
  expect(modal.getState().alert).toMatchObject({ title: 'Local configuration ignored', level: 'info' })

  const page = toPage('https://shop.example/')
  const other = createModal('shop', { env: { storage: () => null, window: () => page } })
  await prefetchConfig(other)
  expect(other.getState().features).toMatchObject({ email: false, socials: false, activity: true })
  expect(other.getState().alert).toMatchObject({ title: 'Origin Not Allowed' })
})

test('a project without features keeps the local ones; an unknown project alerts the developer [S8.24]', async () => {
  const [blog, nobody] = [createModal('blog', { features: { swaps: false } }), createModal('nobody')]
  await Promise.all([prefetchConfig(blog), prefetchConfig(nobody)])
  expect(blog.getState().features).toMatchObject({ email: true, swaps: false, activity: true })
  expect(blog.getState().alert).toBeUndefined()
  expect(nobody.getState().features).toMatchObject({ email: true, swaps: true })
  expect(nobody.getState().alert).toMatchObject({ title: 'Invalid Project ID' })
})

test.each([
  [429, '{}', 'Rate Limited'],
  [403, '{}', 'Invalid Project ID'],
  [503, '{ "message": "Away for today." }', 'Server Error'],
  [200, '<html>', 'Server Error'],
  [200, '{ "features": "all" }', 'Server Error'],
  [undefined, 'nothing at all', 'Server Error'],
])(
  'over HTTP, a response %s with %s keeps the local features and raises the alert: %s',
  async (status, body, title) => {
    const server = createServer((_, response) => {
      if (status) response.writeHead(status).end(body)
      else for (const run of timers) run() // no response: the timeout elapses
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close().closeAllConnections())
    const config = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const timers = new Set<() => void>()
    const setTimeout = (run: () => void) => {
      timers.add(run)
      return () => timers.delete(run)
    }
    const modal = createModal('shop', {
      services: { config },
      features: { email: false, socials: false },
      env: { storage: () => null, window: () => null, setTimeout },
    })
    const before = modal.getState().features
    await prefetchConfig(modal)
    expect([modal.getState().features, modal.getState().alert?.title]).toEqual([before, title])
  },
)

test('error reports of a modal are stored by the gateway, at most five a minute [S7.24]', async () => {
  const services = { wallets: 'http://127.0.0.1:1/' }
  const modal = createModal('shop', { services, telemetry: gateway.url })
  for (let count = 0; count < 7; count++) await failOnce(modal)
  const client = new Client({ connectionString: postgres.urls['gateway'] })
  onTestFinished(() => client.end())
  await client.connect()
  const read = async () => (await client.query('SELECT project, report::json FROM error_reports')).rows
  await vi.waitFor(async () => expect(await read()).toHaveLength(5))
  const [first] = await read()
  expect(first).toMatchObject({
    project: 'shop',
    report: {
      url: 'https://eu.shop.example/cart',
      domain: 'eu.shop.example',
      props: { type: 'error', errorType: 'SERVER_ERROR' },
    },
  })
})

/** Sends a request to an unreachable service. */
async function failOnce(modal: Modal): Promise<void> {
  await fetchWallets(modal)
  expect(modal.getState().wallets.all.status).toBe('failed')
}
