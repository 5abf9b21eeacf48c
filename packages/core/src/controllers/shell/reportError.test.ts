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

test('[S7.24] reports the error of a failed action with type, page and time, and redacts personal data', async () => {
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

test('[S7.24] reports at most five errors a minute, and resumes once the minute is over', async () => {
  const { fail, made } = create()
  for (let count = 0; count < 8; count++) await fail(new Error(`error ${count}`))
  await vi.waitFor(() => expect(countReports()).toBe(5))
  await made.clock.advance(60_000)
  await fail(new Error('later'))
  await vi.waitFor(() => expect(countReports()).toBe(6))
})

test('[S7.24] reports an error thrown by a listener under its own type, once', async () => {
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

test('reports no errors without the telemetry option', async () => {
  const { made } = create({})
  made.modal.subscribe(() => {
    throw new Error('broken')
  })
  open(made.modal)
  await vi.dynamicImportSettled()
  expect(world.server.requests).toEqual([])
})

test('[I41] truncates a long message, so that secrets past the limit are not sent', async () => {
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
  ['credentials in front of the host', 'https://ada:secret1@shop.example/', 'https://shop.example/'],
  ['an account address in the path', `https://shop.example/u/${address}`, 'https://shop.example/u/[hex]'],
])('[I41] removes %s from the reported page URL', async (_, href, url) => {
  const made = world.create({ telemetry: true, href, wallets: [createTestWallet({ asks: ['connect'] })] })
  const connecting = connect(made.modal, { connectorId })
  made.wallet.last('connect').reject(new Error(`It failed at ${href}`))
  await connecting.catch(() => {})
  await vi.waitFor(() => expect(countReports()).toBe(1))
  expect(world.server.calls[0]?.body).toMatchObject({ url })
  expect(JSON.stringify(world.server.calls[0]?.body)).not.toMatch(/secret1|eyJ|abab/)
})

test('reports the same error once, and never a user rejection', async () => {
  const { fail } = create()
  const error = new Error('the same')
  await fail({ code: 4001 })
  await fail(error)
  await fail(error)
  await fail(new Error('the last'))
  await vi.waitFor(() => expect(countReports()).toBe(2))
})

test('sends reports to the URL given as telemetry', async () => {
  const { fail } = create({ services: {}, telemetry: world.server.url })
  await fail(new Error('broken'))
  await vi.waitFor(() => expect(countReports()).toBe(1))
})

test('error: SERVICE_NOT_CONFIGURED if telemetry is true and no service is configured', async () => {
  const { fail, made } = create({ services: {}, telemetry: true })
  await fail(new Error('broken'))
  await vi.waitFor(() => expect(made.modal.getState().alert?.code).toBe('SERVICE_NOT_CONFIGURED'))
})

test('raises no alert and no warning if the report service is down', async () => {
  world.server.stop()
  const { fail, made } = create()
  await fail(new Error('broken'))
  await vi.dynamicImportSettled()
  expect([made.modal.getState().alert, vi.mocked(console.warn).mock.calls]).toEqual([undefined, []])
})

test('[S8.28] alerts the developer if the report service responds with 403', async () => {
  world.server.answers['/e'] = { status: 403, body: {} }
  const { fail, made } = create()
  await fail(new Error('broken'))
  await vi.waitFor(() => expect(made.modal.getState().alert?.title).toBe('Invalid App Configuration'))
})

test('reports and tracks nothing unless the app opts in, whatever other services it configures', async () => {
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

test('[S8.28] sends event names to the analytics service until it responds with 403', async () => {
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
  ['off sends none', { body: { isAnalyticsEnabled: false } }, 0, undefined],
  ['on sends them', { body: { isAnalyticsEnabled: true } }, 2, undefined],
  ['an invalid setting sends them and raises an alert', { body: { isAnalyticsEnabled: 'no' } }, 2, 'SERVER_ERROR'],
] as const)('[S7.27] follows the project’s analytics setting for event names: %s', async (_, answer, count, alert) => {
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
