import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ConfigWorld, createConfigWorld } from '../../testing/createConfigWorld.js'
import type { TestModalOptions } from '../../testing/createTestModal.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { connect } from '../connection/connect.js'
import { open } from './actions.js'
import { prefetchConfig } from './prefetchConfig.js'

const connectorId = 'org.example.wallet'

const address = `0x${'ab'.repeat(20)}`

let world: ConfigWorld

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  world = createConfigWorld('blockchainApi')
  world.server.answers['/e'] = { status: 202, body: {} }
})

afterEach(() => {
  world.end()
  vi.restoreAllMocks()
})

/** Creates a modal, and a function that makes its wallet fail once. */
function create(options: TestModalOptions = { telemetry: true }): {
  readonly fail: (cause: unknown) => Promise<void>
  readonly made: ReturnType<ConfigWorld['create']>
} {
  const made = world.create({ ...options, wallets: [createTestWallet({ asks: ['connect'] })] })
  return {
    made,
    async fail(cause) {
      const connecting = connect(made.modal, { connectorId })
      made.wallet.last('connect').reject(cause)
      await connecting.catch(() => {})
    },
  }
}

const countReports = (): number => world.server.requests.filter((request) => request === 'POST /e').length

test('[S7.24] what a verb fails with is reported, with what it was, where and when, without what belongs to the visitor', async () => {
  const { fail, made } = create()
  await fail(new Error(`No funds of ${address}, ask alice@mail.example`))
  await vi.waitFor(() => expect(countReports()).toBe(1))
  expect(world.server.calls[0]?.query).toMatchObject({
    projectId: 'my-project',
    st: 'latchkey',
    sv: expect.any(String),
  })
  expect(world.server.calls[0]?.body).toEqual({
    eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
    url: 'https://shop.example/cart',
    domain: 'shop.example',
    timestamp: made.clock.now(),
    props: {
      type: 'error',
      event: 'connect:eip155',
      errorType: 'CONNECTOR_FAILED',
      errorMessage: expect.stringContaining('No funds of [hex], ask [email]'),
      stackTrace: expect.stringContaining('Error: No funds of [hex]'),
    },
  })
  expect(JSON.stringify(world.server.calls)).not.toMatch(/alice|abab|secret/)
})

test('[S7.24] five are reported in a minute, and the next when it is over', async () => {
  const { fail, made } = create()
  for (let count = 0; count < 8; count++) await fail(new Error(`error ${count}`))
  await vi.waitFor(() => expect(countReports()).toBe(5))
  await made.clock.advance(60_000)
  await fail(new Error('later'))
  await vi.waitFor(() => expect(countReports()).toBe(6))
})

test('[S7.24] what a listener throws is reported too, as what it is; the same fault once', async () => {
  const { made } = create()
  const error = new RangeError(`No ${address} in the list`)
  made.modal.subscribe(() => {
    throw error
  })
  open(made.modal)
  await vi.waitFor(() => expect(countReports()).toBe(1))
  expect(world.server.calls[0]?.body).toMatchObject({
    props: { event: 'modal', errorType: 'RangeError', errorMessage: 'No [hex] in the list' },
  })
})

test('without the option nothing that is thrown is reported', async () => {
  const { made } = create({})
  made.modal.subscribe(() => {
    throw new Error('broken')
  })
  open(made.modal)
  await vi.dynamicImportSettled()
  expect(world.server.requests).toEqual([])
})

test('[I41] of a text that is too long the rest is dropped, with whatever it was', async () => {
  const { fail } = create()
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  await fail(new Error(`${'a b '.repeat(40_000)} ${phrase} ${address}`))
  await vi.waitFor(() => expect(countReports()).toBe(1))
  const text = JSON.stringify(world.server.calls[0]?.body)
  expect(text.length).toBeLessThan(16_384)
  expect(text).not.toMatch(/winner|abab/)
})

test.each([
  ['a token in the query', 'https://shop.example/cb?token=eyJhbGciOi.eyJzdWIiOi.abc123', 'https://shop.example/cb'],
  ['a token in the hash', 'https://shop.example/#access_token=secret123', 'https://shop.example/'],
  ['a user in the address', 'https://ada:secret1@shop.example/', 'https://shop.example/'],
  ['an address in the path', `https://shop.example/u/${address}`, 'https://shop.example/u/[hex]'],
])('[I41] of the page %s is not reported', async (_, href, url) => {
  const made = world.create({ telemetry: true, href, wallets: [createTestWallet({ asks: ['connect'] })] })
  const connecting = connect(made.modal, { connectorId })
  made.wallet.last('connect').reject(new Error(`It failed at ${href}`))
  await connecting.catch(() => {})
  await vi.waitFor(() => expect(countReports()).toBe(1))
  expect(world.server.calls[0]?.body).toMatchObject({ url })
  expect(JSON.stringify(world.server.calls[0]?.body)).not.toMatch(/secret1|eyJ|abab/)
})

test('a fault that passes twice is one; what the visitor decides is none', async () => {
  const { fail } = create()
  const error = new Error('the same')
  await fail({ code: 4001 })
  await fail(error)
  await fail(error)
  await fail(new Error('the last'))
  await vi.waitFor(() => expect(countReports()).toBe(2))
})

test('reports go where the app says', async () => {
  const { fail } = create({ services: {}, telemetry: world.server.url })
  await fail(new Error('broken'))
  await vi.waitFor(() => expect(countReports()).toBe(1))
})

test('error: SERVICE_NOT_CONFIGURED where the app does not say', async () => {
  const { fail, made } = create({ services: {}, telemetry: true })
  await fail(new Error('broken'))
  await vi.waitFor(() => expect(made.modal.getState().alert?.code).toBe('SERVICE_NOT_CONFIGURED'))
})

test('a service of reports that is down is no further fault', async () => {
  world.server.stop()
  const { fail, made } = create()
  await fail(new Error('broken'))
  await vi.dynamicImportSettled()
  expect([made.modal.getState().alert, vi.mocked(console.warn).mock.calls]).toEqual([undefined, []])
})

test('[S8.28] one that refuses with 403 is told to the developer', async () => {
  world.server.answers['/e'] = { status: 403, body: {} }
  const { fail, made } = create()
  await fail(new Error('broken'))
  await vi.waitFor(() => expect(made.modal.getState().alert?.title).toBe('Invalid App Configuration'))
})

test('unless the app asks for it nothing is reported and nothing is tracked, whatever services it names', async () => {
  const { url, requests } = world.server
  const services = { blockchainApi: url, wallets: url, config: url, rpc: url }
  const { fail, made } = create({ services })
  open(made.modal)
  void prefetchConfig(made.modal)
  await fail(new Error('broken'))
  await vi.waitFor(() => expect(requests).toContain('GET /v1/config'))
  await vi.dynamicImportSettled()
  await made.clock.advance(60_000)
  expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([])
  expect(requests.filter((request) => /\/e$|analytics|batch/.test(request))).toEqual([])
})

test('[S8.28] where the app names a service for it, the names of events go there, until it refuses with 403', async () => {
  const services = { analytics: world.server.url }
  const { fail, made } = create({ services })
  open(made.modal)
  void prefetchConfig(made.modal)
  await vi.dynamicImportSettled()
  await fail(new Error('broken'))
  await vi.waitFor(() => expect(countReports()).toBe(1))
  expect(world.server.calls[0]?.body).toMatchObject({ props: { type: 'track', event: 'CONNECT_ERROR' } })
  expect(JSON.stringify(world.server.calls)).not.toContain('broken')
  world.server.answers['/e'] = { status: 403, body: {} }
  await fail(new Error('broken'))
  await vi.waitFor(() =>
    expect(made.modal.getState().alert).toMatchObject({
      code: 'INVALID_APP_CONFIGURATION',
      title: 'Invalid App Configuration',
    }),
  )
  await fail(new Error('broken'))
  expect(countReports()).toBe(2)
})

test.each([
  ['the project does not collect them', { body: { isAnalyticsEnabled: false } }, 0, undefined],
  ['the project collects them', { body: { isAnalyticsEnabled: true } }, 2, undefined],
  ['that cannot be read', { body: { isAnalyticsEnabled: 'no' } }, 2, 'SERVER_ERROR'],
] as const)('[S7.27] where %s, the names of events are sent accordingly', async (_, answer, count, alert) => {
  const { url, answers, requests } = world.server
  answers['/v1/config'] = { body: { features: null } }
  answers['/v1/origins'] = { body: { allowedOrigins: [] } }
  answers['/v1/analytics-config'] = answer
  const { fail, made } = create({ services: { analytics: url, config: url } })
  open(made.modal)
  await prefetchConfig(made.modal)
  await fail(new Error('broken'))
  await fail(new Error('broken again'))
  await vi.waitFor(() => expect(countReports()).toBe(count))
  expect([requests.includes('GET /v1/analytics-config'), made.modal.getState().alert?.code]).toEqual([true, alert])
})
