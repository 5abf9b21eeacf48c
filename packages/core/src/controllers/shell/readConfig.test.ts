import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { internals } from '../../modal/modal.js'
import type { ConfigAnswer } from '../../testing/createConfigService.js'
import { type ConfigWorld, createConfigWorld } from '../../testing/createConfigWorld.js'
import { open } from './actions.js'
import { updateFeatures } from './features.js'
import { prefetchConfig } from './prefetchConfig.js'

let world: ConfigWorld

const warn = vi.fn<(...args: unknown[]) => void>()

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(warn)
  world = createConfigWorld()
  world.server.answers['/v1/origins'] = { body: { allowedOrigins: [] } }
})

afterEach(() => {
  world.end()
  warn.mockReset()
  vi.restoreAllMocks()
})

/** Sets the project's remote settings. */
function say(
  ...rows: readonly (readonly [id: string, isEnabled: boolean, config?: readonly unknown[] | undefined])[]
): void {
  const features = rows.map(([id, isEnabled, config]) => ({ id, isEnabled, config }))
  world.server.answers['/v1/config'] = { body: { features } }
}

const allOn = [
  ['social_login', true, ['email', 'github', 'google', 'acme', 'My Space']],
  ['swap', true],
  ['onramp', true, ['sandbox']],
  ['activity', true],
  ['branding', true],
  ['multi_wallet', true],
] as const

test('[S1.5] [S3.22] the project’s remote settings override the app’s features, with one warning', async () => {
  say(...allOn)
  const features = { email: false, socials: false, swaps: false, onramp: false, activity: false, send: false } as const
  const { modal } = world.create({ features })
  await prefetchConfig(modal)
  const remote = {
    email: true,
    socials: ['github', 'google', 'acme'],
    swaps: true,
    onramp: ['sandbox'],
    activity: true,
  }
  expect(modal.getState().features).toMatchObject({ ...remote, branding: true, multiWallet: true, send: false })
  const title = 'Local configuration ignored'
  const text = expect.stringContaining('email, socials, swaps, onramp, activity')
  expect(modal.getState().alert).toEqual({ level: 'info', code: 'LOCAL_CONFIGURATION_IGNORED', title, text })
  updateFeatures(modal, { branding: false })
  await prefetchConfig(modal)
  expect(modal.getState().features.branding).toBe(true)
  expect(warn).toHaveBeenCalledOnce()
  expect(world.server.requests).toEqual(['GET /v1/config', 'GET /v1/origins'])
  expect(world.server.calls[0]?.query).toMatchObject({ projectId: 'my-project', st: 'latchkey' })
})

test('[S3.22] features that the project does not list, or lists without values, are off; others are the app’s', async () => {
  say(['social_login', true], ['onramp', true], ['swap', false])
  const { modal } = world.create()
  await prefetchConfig(modal)
  const off = { email: false, socials: false, swaps: false, onramp: false, activity: false, multiWallet: false }
  expect(modal.getState().features).toMatchObject({ ...off, branding: false, send: true, receive: true })
  expect([modal.getState().alert, warn.mock.calls]).toEqual([undefined, []])
})

test.each<[readonly unknown[] | undefined]>([[undefined], [[]], [['sandbox', 7]], [[null]], [[['sandbox']]]])(
  '[S5.17] onramp is off if the project enables it with the invalid or empty list %j',
  async (config) => {
    say(['onramp', true, config])
    const { modal } = world.create({ features: { onramp: true } })
    await prefetchConfig(modal)
    expect(modal.getState().features.onramp).toBe(false)
  },
)

test('[S1.5] by default, email, socials, swaps, onramp, activity and branding are on, and multiWallet is off', async () => {
  world.server.answers['/v1/config'] = { body: { features: null } }
  const { modal } = world.create()
  await prefetchConfig(modal)
  const { socials, ...features } = modal.getState().features
  const on = { email: true, swaps: true, onramp: true, activity: true, branding: true }
  expect(features).toMatchObject({ ...on, multiWallet: false })
  expect(socials).toHaveLength(7)
  expect(modal.getState().alert).toBeUndefined()
})

test('a project without settings keeps the app’s features', async () => {
  world.server.answers['/v1/config'] = { body: { features: null } }
  const { modal } = world.create({ features: { swaps: false } })
  const before = modal.getState().features
  await prefetchConfig(modal)
  expect([modal.getState().features, warn.mock.calls]).toEqual([before, []])
})

test('[S5.23] pay turns off email and socials, even if the project enables them', async () => {
  say(...allOn)
  const { modal } = world.create({ features: { pay: true } })
  await prefetchConfig(modal)
  expect(modal.getState().features).toMatchObject({ email: false, socials: false, pay: true, activity: true })
})

test.each([
  ['[S8.27]', 429, {}, 'Rate Limited', 'rate-limits'],
  [
    '[S8.26]',
    500,
    { error: 'SERVER_ERROR', message: 'Something broke here.' },
    'Server Error',
    'Something broke here.',
  ],
  ['[S8.26]', 503, '<html>', 'Server Error', 'HTTP status code: 503'],
  ['[S8.24]', 404, {}, 'Invalid Project ID', '"my-project"'],
  ['[S8.24]', 403, {}, 'Invalid Project ID', '"my-project"'],
  ['[S8.26]', 200, 'no JSON', 'Server Error', 'JSON'],
  ['[S8.26]', 200, {}, 'Server Error', 'features is not a list'],
  ['[S8.26]', 200, { features: [{ id: 'swap', isEnabled: 'yes' }] }, 'Server Error', 'features has a row'],
  ['[S8.26]', 200, { features: [null] }, 'Server Error', 'features has a row'],
] as const)(
  '%s error: the response %s %j keeps the app’s features, and shows the alert: %s',
  async (_, status, body, title, text) => {
    world.server.answers['/v1/config'] = { status, body }
    const { modal } = world.create({ features: { swaps: false, email: false, socials: false } })
    const before = modal.getState().features
    await prefetchConfig(modal)
    expect(modal.getState().features).toBe(before)
    expect(modal.getState().alert).toMatchObject({ level: 'error', title, text: expect.stringContaining(text) })
    expect(world.server.requests).toEqual(['GET /v1/config'])
  },
)

test('error: SERVER_ERROR if the service is unreachable', async () => {
  world.server.stop()
  const { modal } = world.create({ features: { email: false, socials: false } })
  await prefetchConfig(modal)
  expect(modal.getState().alert).toMatchObject({ code: 'SERVER_ERROR' })
})

test('does not block the modal; a late response still applies, and a missing one fails after the timeout', async () => {
  let answer: (answer: ConfigAnswer) => void = () => {}
  world.server.answers['/v1/config'] = () => new Promise((resolve) => (answer = resolve))
  const { modal } = world.create({ features: { activity: false } })
  void prefetchConfig(modal)
  open(modal)
  expect(modal.getState().modal.open).toBe(true)
  await vi.waitFor(() => expect(world.server.requests).toEqual(['GET /v1/config']))
  expect(modal.getState().features).toMatchObject({ swaps: true, activity: false })
  answer({ body: { features: [{ id: 'activity', isEnabled: true }] } })
  await modal[internals].configRead
  expect(modal.getState().features).toMatchObject({ swaps: false, activity: true, email: false })

  world.server.answers['/v1/config'] = 'hang'
  const { modal: other, clock } = world.create({ features: { email: false, socials: false } })
  void prefetchConfig(other)
  await vi.waitFor(() => expect(world.server.requests).toHaveLength(2))
  await clock.advance(10_000)
  await other[internals].configRead
  expect(other.getState().alert).toMatchObject({ code: 'SERVER_ERROR' })
  expect(other.getState().features.swaps).toBe(true)
})

test('does not change the state of a modal that was destroyed meanwhile', async () => {
  world.server.answers['/v1/config'] = 'hang'
  const { modal } = world.create()
  const reading = prefetchConfig(modal)
  await vi.waitFor(() => expect(world.server.requests).toHaveLength(1))
  modal.destroy()
  const last = modal.getState()
  await reading
  await prefetchConfig(modal)
  expect([modal.getState(), world.server.requests.length]).toEqual([last, 1])
})

test('updateFeatures can’t override the project’s settings, and warns once', async () => {
  say(...allOn)
  const { modal } = world.create()
  await prefetchConfig(modal)
  updateFeatures(modal, { send: false })
  expect([modal.getState().features.send, warn.mock.calls.length]).toEqual([false, 0])
  updateFeatures(modal, { swaps: false })
  updateFeatures(modal, { swaps: false, email: false })
  expect(modal.getState().features).toMatchObject({ swaps: true, email: true })
  expect(warn).toHaveBeenCalledOnce()
})

test('[S5.22] [S6.3] [S8.19] error: ORIGIN_NOT_ALLOWED turns off all logins on an origin that the project does not list', async () => {
  say(...allOn)
  world.server.answers['/v1/origins'] = { body: { allowedOrigins: ['https://*.shop.example'] } }
  const { modal } = world.create({ features: { email: true, guest: true } })
  await prefetchConfig(modal)
  const noLogins = { passkey: false, email: false, socials: false, phone: false, guest: false }
  expect(modal.getState().features).toMatchObject({ ...noLogins, swaps: true })
  expect(modal.getState().alert).toMatchObject({
    code: 'ORIGIN_NOT_ALLOWED',
    title: 'Origin Not Allowed',
    text: expect.stringContaining('https://shop.example is not'),
  })
  const { modal: listed } = world.create({ href: 'https://eu.shop.example/' })
  await prefetchConfig(listed)
  expect(listed.getState().features).toMatchObject({ email: true, socials: ['github', 'google', 'acme'] })
})

test('[S5.22] checks the origin only if logins are on, also if they are turned on later', async () => {
  world.server.answers['/v1/config'] = { body: { features: null } }
  world.server.answers['/v1/origins'] = { body: { allowedOrigins: ['https://other.example'] } }
  const { modal } = world.create({ features: { email: false, socials: false } })
  await prefetchConfig(modal)
  updateFeatures(modal, { swaps: false })
  expect(world.server.requests).toEqual(['GET /v1/config'])
  updateFeatures(modal, { email: true })
  await vi.waitFor(() => expect(modal.getState().features.email).toBe(false))
  expect(world.server.requests).toEqual(['GET /v1/config', 'GET /v1/origins'])
})

test.each([
  [{ status: 500, body: { message: 'Out of order.' } }, 'SERVER_ERROR'],
  [{ status: 429, body: {} }, 'RATE_LIMITED'],
  [{ body: { allowedOrigins: 'all' } }, 'SERVER_ERROR'],
] as const)('error: logins stay on if the allowed origins can’t be read: %j', async (answer, code) => {
  say(...allOn)
  world.server.answers['/v1/origins'] = answer
  const { modal } = world.create()
  await prefetchConfig(modal)
  expect(modal.getState().features).toMatchObject({ email: true })
  expect(modal.getState().alert).toMatchObject({ code })
})

test('without debug shows no alert, but still applies the project’s settings', async () => {
  say()
  const { modal } = world.create({ debug: false })
  await prefetchConfig(modal)
  expect([modal.getState().alert, modal.getState().features.swaps]).toEqual([undefined, false])
  world.server.answers['/v1/config'] = { status: 500, body: {} }
  const { modal: other } = world.create({ debug: false })
  await prefetchConfig(other)
  expect([other.getState().alert, warn.mock.calls]).toEqual([undefined, []])
})

test('[S5.14] [S8.25] error: PROJECT_ID_NOT_CONFIGURED names the service and makes no request; the modal works', async () => {
  const { modal } = world.create({ projectId: undefined })
  await prefetchConfig(modal)
  expect(modal.getState().alert).toMatchObject({
    code: 'PROJECT_ID_NOT_CONFIGURED',
    title: 'Project ID Not Configured',
    text: expect.stringContaining('services.config requires'),
  })
  expect(world.server.requests).toEqual([])
  open(modal)
  expect(modal.getState().modal.open).toBe(true)
})

test.each(['', ' ', '\t\n'])(
  '[S5.14] [S8.25] [I39] error: the project ID %j counts as not configured',
  async (projectId) => {
    const { modal } = world.create({ projectId })
    await prefetchConfig(modal)
    expect([modal.getState().alert?.title, world.server.requests]).toEqual(['Project ID Not Configured', []])
  },
)

test('[S8.24] [I39] error: a project ID of ten thousand characters is invalid, and not sent to the service', async () => {
  const { modal } = world.create({ projectId: 'p'.repeat(10_000) })
  await prefetchConfig(modal)
  const { title, text = '' } = modal.getState().alert ?? {}
  expect([title, text.length < 500, world.server.requests]).toEqual(['Invalid Project ID', true, []])
})

test.each(['../../admin', 'a?b=c&projectId=other#', '%2e%2e/', 'a\0b'])(
  '[S8.24] [I39] the project ID %j only affects the query of the request URL',
  async (projectId) => {
    world.server.answers['/v1/config'] = { status: 404, body: {} }
    const { modal } = world.create({ projectId, features: { email: false, socials: false } })
    await prefetchConfig(modal)
    expect(world.server.requests).toEqual(['GET /v1/config'])
    expect(world.server.calls[0]?.query).toMatchObject({ projectId, st: 'latchkey' })
    expect(modal.getState().alert?.title).toBe('Invalid Project ID')
  },
)

test('without a service needs no project ID, and makes no request', async () => {
  const { modal } = world.create({ projectId: undefined, services: {} })
  await prefetchConfig(modal)
  expect([modal.getState().alert, world.server.requests]).toEqual([undefined, []])
})
