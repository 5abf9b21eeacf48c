import { anything, assert, boolean, integer, property, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectHost, type HostKind, type HostTraits, isPhone, readHost } from './host.js'
import { strategies } from './walletLinks.js'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)'
const androidView = 'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko)'
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'

type Case = readonly [name: string, kind: HostKind, userAgent: string, traits?: Omit<HostTraits, 'userAgent'>]

const cases: readonly Case[] = [
  ['Safari on a Mac', 'desktop', mac],
  [
    'Chrome on Windows',
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    { maxTouchPoints: 10 },
  ],
  ['Firefox on Linux', 'desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
  [
    'ChromeOS',
    'desktop',
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  ],
  ['Telegram on a desktop', 'desktop', mac, { isTelegram: true }],
  ['an extension on a desktop', 'desktop', mac, { hasInjectedWallet: true }],
  ['an empty user agent', 'desktop', ''],

  ['Safari on an iPhone', 'iosSafari', `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`],
  [
    'Safari on an iPhone with an extension',
    'iosSafari',
    `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`,
    { hasInjectedWallet: true },
  ],
  ['Safari on an iPad that reports a Mac', 'iosSafari', mac, { maxTouchPoints: 5 }],
  [
    'Safari on an iPad',
    'iosSafari',
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1',
  ],
  ['a home screen app on an iPhone', 'iosSafari', `${iphone} Mobile/15E148`, { isStandalone: true }],
  ['Chrome on an iPhone', 'iosBrowser', `${iphone} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
  ['Firefox on an iPhone', 'iosBrowser', `${iphone} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`],
  ['Edge on an iPhone', 'iosBrowser', `${iphone} Version/18.0 EdgiOS/131.0.2903.68 Mobile/15E148 Safari/605.1.15`],
  ['Opera on an iPhone', 'iosBrowser', `${iphone} Version/18.1 Mobile/15E148 Safari/604.1 OPT/5.2.0`],
  ['DuckDuckGo on an iPhone', 'iosBrowser', `${iphone} Version/18.1 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`],

  ['Chrome on Android', 'androidChrome', `${android} Chrome/131.0.6778.81 Mobile Safari/537.36`],
  [
    'Chrome on Android with a reduced user agent',
    'androidChrome',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  ],
  [
    'an Android tablet',
    'androidChrome',
    'Mozilla/5.0 (Linux; Android 13; SM-X900) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  ],
  ['Firefox on Android', 'androidBrowser', 'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0'],
  [
    'Samsung Internet',
    'androidBrowser',
    'Mozilla/5.0 (Linux; Android 14; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
  ],
  ['Opera on Android', 'androidBrowser', `${android} Chrome/130.0.0.0 Mobile Safari/537.36 OPR/86.0.0.0`],
  ['Edge on Android', 'androidBrowser', `${android} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`],

  ['Telegram on an iPhone', 'telegramIos', `${iphone} Mobile/15E148`, { isTelegram: true }],
  [
    'Telegram on Android',
    'telegramAndroid',
    `${androidView} Version/4.0 Chrome/131.0.6778.81 Mobile Safari/537.36 Telegram-Android/11.5.3 (Google Pixel 8; Android 14; SDK 34; HIGH)`,
  ],
  [
    'Telegram on Android, recognized by its bridge',
    'telegramAndroid',
    `${androidView} Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36`,
    { isTelegram: true },
  ],

  [
    'Instagram on an iPhone',
    'iosInApp',
    `${iphone} Mobile/22B83 Instagram 356.0.0.31.106 (iPhone15,2; iOS 18_1; en_US; en; scale=3.00; 1179x2556; 661092145)`,
  ],
  [
    'Facebook on an iPhone',
    'iosInApp',
    `${iphone} Mobile/22B83 [FBAN/FBIOS;FBAV/490.0.0.35.109;FBBV/662345678;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.1;FBSS/3]`,
  ],
  ['X on an iPhone', 'iosInApp', `${iphone} Version/18.1 Mobile/15E148 Safari/604.1 Twitter for iPhone/10.67`],
  ['Line on an iPhone', 'iosInApp', `${iphone} Safari Line/14.19.0`],
  ['another app on an iPhone', 'iosInApp', `${iphone} Mobile/15E148`],
  [
    'Instagram on Android',
    'androidInApp',
    `${androidView} Version/4.0 Chrome/131.0.6778.81 Mobile Safari/537.36 Instagram 356.0.0.41.101 Android (34/14; 420dpi; 1080x2190; Google; Pixel 8)`,
  ],
  [
    'Facebook on Android',
    'androidInApp',
    `${androidView} Version/4.0 Chrome/131.0.6778.81 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/490.0.0.50.83;]`,
  ],
  [
    'X on Android',
    'androidInApp',
    `${androidView} Version/4.0 Chrome/131.0.6778.81 Mobile Safari/537.36 TwitterAndroid`,
  ],
  [
    'WeChat on Android',
    'androidInApp',
    `${android} Version/4.0 Chrome/126.0.6478.188 Mobile Safari/537.36 MicroMessenger/8.0.54.2760`,
  ],
  ['another app on Android', 'androidInApp', `${androidView} Version/4.0 Chrome/131.0.6778.81 Mobile Safari/537.36`],

  ['MetaMask on an iPhone', 'walletBrowser', `${iphone} Mobile/15E148 WebView MetaMaskMobile`],
  [
    'MetaMask on Android',
    'walletBrowser',
    `${androidView} Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 WebView MetaMaskMobile`,
  ],
  ['imToken on an iPhone', 'walletBrowser', `${iphone} Mobile/15E148 imToken/2.15.0`],
  [
    'OKX on Android',
    'walletBrowser',
    `${androidView} Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 OKApp/(OKEx/6.93.0)`,
  ],
  ['a wallet without a known name', 'walletBrowser', `${iphone} Mobile/15E148`, { hasInjectedWallet: true }],
]

for (const [name, kind, userAgent, traits] of cases)
  test(`${name} is ${kind}`, () => {
    expect(detectHost({ userAgent, ...traits }).kind).toBe(kind)
  })

test('the cases cover every kind of host', () => {
  expect([...new Set(cases.map(([, kind]) => kind))].sort()).toEqual(Object.keys(strategies).sort())
})

test('detects a known kind of host from any traits', () => {
  const traits = record(
    {
      userAgent: string(),
      maxTouchPoints: integer(),
      isStandalone: boolean(),
      isTelegram: boolean(),
      hasInjectedWallet: boolean(),
    },
    { requiredKeys: ['userAgent'] },
  )
  assert(
    property(traits, (value) => {
      expect(strategies[detectHost(value as HostTraits).kind]).toBeDefined()
    }),
  )
})

describe('readHost and isPhone', () => {
  const toPage = (userAgent: string, more: object = {}, navigator: object = {}): Window => {
    const page = { navigator: { userAgent, maxTouchPoints: 0, ...navigator } }
    return Object.assign(page, { parent: page }, more) as unknown as Window
  }

  test('treat a server as a desktop', () => {
    expect(readHost(null)).toEqual({ kind: 'desktop', system: 'other', isFramed: false })
    expect(isPhone(null)).toBe(false)
  })

  test('detect the home screen, the Telegram bridge, an injected wallet and a frame', () => {
    const plain = `${iphone} Mobile/15E148`
    expect(readHost(toPage(plain, {}, { standalone: true })).kind).toBe('iosSafari')
    expect(readHost(toPage(plain, { TelegramWebviewProxy: {} })).kind).toBe('telegramIos')
    expect(readHost(toPage(plain, { Telegram: { WebApp: { initData: 'user=1' } } })).kind).toBe('telegramIos')
    expect(readHost(toPage(plain, { ethereum: {} })).kind).toBe('walletBrowser')
    expect(readHost(toPage(plain)).isFramed).toBe(false)
    expect(readHost(toPage(plain, { parent: {} })).isFramed).toBe(true)
  })

  test('do not take a page with the Telegram script for a mini app', () => {
    const page = toPage(`${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, { Telegram: { WebApp: { initData: '' } } })
    expect(readHost(page).kind).toBe('iosSafari')
  })

  test('distinguish phones and tablets from desktops', () => {
    expect(isPhone(toPage(`${android} Chrome/131.0.0.0 Mobile Safari/537.36`))).toBe(true)
    expect(isPhone(toPage(mac, {}, { maxTouchPoints: 5 }))).toBe(true)
    expect(isPhone(toPage(mac))).toBe(false)
  })

  test('accept any value of the window’s fields', () => {
    assert(
      property(anything(), (value) => {
        const page = toPage(`${iphone} Mobile/15E148`, {
          Telegram: value,
          ethereum: value,
          TelegramWebviewProxy: value,
        })
        expect(['iosInApp', 'walletBrowser', 'telegramIos']).toContain(readHost(page).kind)
      }),
    )
  })
})
