import { describe, expect, test, vi } from 'vitest'
import { FrameFailedError, SocialFailedError } from '../../errors/login.js'
import { getConnection } from '../../modal/connections.js'
import type { Social, SocialProvider } from '../../modal/features.js'
import { createLoginWorld, type LoginWorld } from '../../testing/createLoginWorld.js'
import { viewOf } from '../../testing/createSiwxWorld.js'
import { createTestLogin } from '../../testing/createTestLogin.js'
import { createTestModal, restored } from '../../testing/createTestModal.js'
import { siwxSettled } from '../../testing/createTestSiwx.js'
import { settle } from '../../testing/settle.js'
import { goBack, watchEvents } from '../shell/actions.js'
import { filterSocials, retrySocialLogin } from './socialLogin.js'

/** The page after a redirect back from a provider. */
function createReturnedWorld(provider: SocialProvider = 'google') {
  const login = createTestLogin()
  Object.assign(login.connector.features, {
    'social:resume': async ({
      signal,
      onStart,
    }: {
      readonly signal: AbortSignal
      readonly onStart: (provider: SocialProvider) => void
    }) => {
      onStart(provider)
      return login.ask('resume', { text: '', signal }, () => {
        login.email = 'alice@example.org'
      })
    },
  })
  const events: string[] = []
  const world = createLoginWorld({ login, isStarted: false })
  watchEvents(world.modal, ({ event }) => events.push(event))
  world.modal.start()
  return { ...world, events }
}

const stepOf = ({ modal }: LoginWorld) => modal.getState().socialLogin?.step

function connected({ modal }: LoginWorld): readonly string[] {
  return (['eip155', 'solana'] as const).filter((name) => getConnection(modal.getState(), name))
}

test('after a redirect, shows that the result is verified, and connects', async () => {
  const world = createReturnedWorld()
  await restored()
  expect([viewOf(world), stepOf(world)]).toEqual(['ConnectingSocial', 'retrieving'])
  world.login.last('resume').approve()
  await siwxSettled()
  expect([connected(world), viewOf(world), stepOf(world)]).toEqual([['eip155', 'solana'], undefined, 'idle'])
  expect(world.events).toContain('SOCIAL_LOGIN_REQUEST_USER_DATA')
  expect(world.events.at(-2)).toBe('SOCIAL_LOGIN_SUCCESS')
})

test('[S8.8] a failure is shown and can be retried from the view', async () => {
  const world = createReturnedWorld('github')
  await restored()
  world.login.last('resume').fail(new SocialFailedError({ details: 'access_denied' }))
  await settle()
  expect(world.modal.getState().socialLogin).toMatchObject({
    step: 'retrieving',
    provider: 'github',
    error: { message: 'Failed to initiate social connection', details: 'access_denied' },
  })
  void retrySocialLogin(world.modal)
  expect(world.login.calls).toEqual(['popup github'])
})

test('going back aborts the login, and a late approval connects nothing', async () => {
  const world = createReturnedWorld()
  await restored()
  goBack(world.modal)
  const { signal, approve } = world.login.last('resume')
  expect([signal.aborted, stepOf(world)]).toEqual([true, 'idle'])
  approve()
  await siwxSettled()
  expect([connected(world), viewOf(world), world.clock.pending()]).toEqual([[], undefined, 0])
})

test('without a provider’s result, connects nothing and opens no view', async () => {
  const login = createTestLogin()
  Object.assign(login.connector.features, { 'social:resume': async () => undefined })
  const world = createLoginWorld({ login })
  await restored()
  expect([connected(world), viewOf(world), world.clock.pending()]).toEqual([[], undefined, 0])
})

test('a modal destroyed meanwhile opens no view and makes no request', async () => {
  const world = createReturnedWorld()
  world.modal.destroy()
  await restored()
  expect([world.login.requests, viewOf(world)]).toEqual([[], undefined])
})

test('a failure before the provider is known opens no view, and warns in the console', async () => {
  const quiet = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const login = createTestLogin()
  Object.assign(login.connector.features, { 'social:resume': () => Promise.reject(new FrameFailedError()) })
  const world = createLoginWorld({ login })
  await restored()
  expect([viewOf(world), stepOf(world), world.clock.pending()]).toEqual([undefined, undefined, 0])
  expect(quiet).toHaveBeenCalledOnce()
  quiet.mockRestore()
})

const all: readonly Social[] = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']

type Page = { readonly maxTouchPoints?: number; readonly telegram?: object }

/** The available providers in a browser. */
function offeredTo(userAgent: string, { maxTouchPoints = 0, telegram }: Page = {}): readonly Social[] {
  const page = { navigator: { userAgent, maxTouchPoints }, ...telegram }
  return filterSocials(createLoginWorld({ env: { window: () => page as unknown as Window } }).modal)
}

const without = (...names: readonly Social[]) => all.filter((name) => !names.includes(name))

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36'

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

/** What Telegram adds to a page: its bridge, or its launch parameters. */
const telegram = { TelegramWebviewProxy: {} }

const miniApp = { Telegram: { WebApp: { initData: 'query_id=1' } } }

describe('[S5.4] in a messaging app’s in-app browser', () => {
  test.each([
    ['Telegram', '', { telegram }],
    ['a mini app of Telegram', '', { telegram: miniApp }],
    ['WhatsApp', ' WhatsApp/24.20', {}],
    ['WeChat', ' MicroMessenger/8.0.50', {}],
    ['Line', ' Line/14.17.0', {}],
    ['Messenger', ' [FBAN/MessengerForiOS;FBAV/480.0]', {}],
    ['KakaoTalk', ' KAKAOTALK 10.8.5', {}],
    ['Discord', ' Discord/255', {}],
  ])('%s: leaves out google on iOS, x on macOS, facebook and x on Android', (_name, suffix, page) => {
    expect(offeredTo(`${iphone} Mobile/15E148${suffix}`, page)).toEqual(without('google'))
    expect(offeredTo(mac + suffix, page)).toEqual(without('x'))
    expect(offeredTo(android + suffix, page)).toEqual(without('facebook', 'x'))
    expect(offeredTo(windows + suffix, page)).toEqual(all)
  })

  test('recognizes Messenger on Android by its other user agent', () => {
    expect(offeredTo(`${android} [FB_IAB/Orca-Android;FBAV/480.0]`)).toEqual(without('facebook', 'x'))
  })

  test('treats an iPad with a Mac user agent as iOS', () => {
    expect(offeredTo(mac, { maxTouchPoints: 5, telegram })).toEqual(without('google'))
  })
})

test.each([
  ['Safari on an iPhone', `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, {}],
  ['Safari on a Mac', `${mac} Version/18.1 Safari/605.1.15`, {}],
  ['Chrome on Android', android.replace('; wv', '').replace('Version/4.0 ', ''), {}],
  ['Instagram, which is no messaging app', `${iphone} Mobile/15E148 Instagram 300.0`, {}],
  ['a product name that ends with Line', `${windows} Headline/1.0`, {}],
  [
    "a page that includes Telegram's script",
    `${iphone} Version/18.1 Safari/604.1`,
    { telegram: { Telegram: { WebApp: { initData: '' } } } },
  ],
])('offers all providers elsewhere: %s', (_name, userAgent, page) => {
  expect(offeredTo(userAgent, page)).toEqual(all)
})

test('offers the app’s providers in the app’s order', () => {
  const { modal } = createLoginWorld({ features: { socials: ['github', 'farcaster', 'google'] } })
  expect(filterSocials(modal)).toEqual(['github', 'farcaster', 'google'])
})

test('offers only what the wallet supports, and nothing without a wallet or with socials off', () => {
  const login = createTestLogin()
  Object.assign(login.connector.features, { 'farcaster:start': undefined })
  expect(filterSocials(createLoginWorld({ login }).modal)).toEqual(without('farcaster'))
  Object.assign(login.connector.features, { 'social:login': undefined })
  expect(filterSocials(createLoginWorld({ login }).modal)).toEqual([])
  expect(filterSocials(createTestModal().modal)).toEqual([])
  expect(filterSocials(createLoginWorld({ features: { socials: false } }).modal)).toEqual([])
})

test('[S5.23] offers no provider with pay enabled', () => {
  expect(filterSocials(createLoginWorld({ features: { pay: true } }).modal)).toEqual([])
})
