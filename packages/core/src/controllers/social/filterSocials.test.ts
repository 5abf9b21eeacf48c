import { describe, expect, test } from 'vitest'
import type { Social } from '../../modal/features.js'
import { createLoginWorld } from '../../testing/createLoginWorld.js'
import { createTestLogin } from '../../testing/createTestLogin.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { filterSocials } from '../login/socialLogin.js'

const all: readonly Social[] = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']

type Page = { readonly maxTouchPoints?: number; readonly telegram?: object }

/** What is offered to who has this browser. */
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

/** As Telegram leaves it on a page: its bridge, or what it was given to say. */
const telegram = { TelegramWebviewProxy: {} }
const miniApp = { Telegram: { WebApp: { initData: 'query_id=1' } } }

describe('[S5.4] in the browser inside a messaging app', () => {
  test.each([
    ['Telegram', '', { telegram }],
    ['a mini app of Telegram', '', { telegram: miniApp }],
    ['WhatsApp', ' WhatsApp/24.20', {}],
    ['WeChat', ' MicroMessenger/8.0.50', {}],
    ['Line', ' Line/14.17.0', {}],
    ['Messenger', ' [FBAN/MessengerForiOS;FBAV/480.0]', {}],
    ['KakaoTalk', ' KAKAOTALK 10.8.5', {}],
    ['Discord', ' Discord/255', {}],
  ])('%s: iOS has no google, a Mac no x, Android neither facebook nor x', (_name, suffix, page) => {
    expect(offeredTo(`${iphone} Mobile/15E148${suffix}`, page)).toEqual(without('google'))
    expect(offeredTo(mac + suffix, page)).toEqual(without('x'))
    expect(offeredTo(android + suffix, page)).toEqual(without('facebook', 'x'))
    expect(offeredTo(windows + suffix, page)).toEqual(all)
  })

  test('Messenger of Android calls itself by other names', () => {
    expect(offeredTo(`${android} [FB_IAB/Orca-Android;FBAV/480.0]`)).toEqual(without('facebook', 'x'))
  })

  test('an iPad that calls itself a Mac is an iPad', () => {
    expect(offeredTo(mac, { maxTouchPoints: 5, telegram })).toEqual(without('google'))
  })
})

test.each([
  ['Safari of an iPhone', `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, {}],
  ['Safari of a Mac', `${mac} Version/18.1 Safari/605.1.15`, {}],
  ['Chrome of Android', android.replace('; wv', '').replace('Version/4.0 ', ''), {}],
  ['Instagram, which is no messaging app', `${iphone} Mobile/15E148 Instagram 300.0`, {}],
  ['a name that ends like one', `${windows} Headline/1.0`, {}],
  [
    "a page that carries Telegram's script",
    `${iphone} Version/18.1 Safari/604.1`,
    { telegram: { Telegram: { WebApp: { initData: '' } } } },
  ],
])('elsewhere nothing is left out: %s', (_name, userAgent, page) => {
  expect(offeredTo(userAgent, page)).toEqual(all)
})

test('on a server, and in any order that the app names', () => {
  const { modal } = createLoginWorld({ features: { socials: ['github', 'farcaster', 'google'] } })
  expect(filterSocials(modal)).toEqual(['github', 'farcaster', 'google'])
})

test('what the wallet does not have is not offered; nothing is without one, or where the app has turned it off', () => {
  const login = createTestLogin()
  Object.assign(login.connector.features, { 'farcaster:start': undefined })
  expect(filterSocials(createLoginWorld({ login }).modal)).toEqual(without('farcaster'))
  Object.assign(login.connector.features, { 'social:login': undefined })
  expect(filterSocials(createLoginWorld({ login }).modal)).toEqual([])
  expect(filterSocials(createTestModal().modal)).toEqual([])
  expect(filterSocials(createLoginWorld({ features: { socials: false } }).modal)).toEqual([])
})

test('[S5.23] nor where the app takes payments', () => {
  expect(filterSocials(createLoginWorld({ features: { pay: true } }).modal)).toEqual([])
})
