import { assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WalletListing } from '../controllers/wallets/state.js'
import type { Host, HostKind } from './host.js'
import { isSafeLink } from './parseLink.js'
import { strategies, toWalletLinks, type WalletLink, type WalletOption } from './walletLinks.js'

const uri = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}&expiryTimestamp=1`
const once = encodeURIComponent(uri)
const twice = encodeURIComponent(once)
const wallet: WalletListing = {
  id: 'firefly',
  name: 'Firefly',
  mobile_link: 'firefly://',
  link_mode: 'https://link.firefly.example',
  webapp_link: 'https://app.firefly.example',
  desktop_link: 'firefly-desktop://',
}
const kinds = Object.keys(strategies) as HostKind[]

function toHost(kind: HostKind, isFramed = false): Host {
  return { kind, system: kind === 'desktop' ? 'other' : 'ios', isFramed }
}

function toWays(kind: HostKind, more: Partial<WalletListing> = {}): readonly WalletOption[] {
  return toWalletLinks({ wallet: { ...wallet, ...more }, uri, host: toHost(kind) })
}

function isLink(way: WalletOption): way is WalletLink {
  return 'href' in way
}

describe('connection options', () => {
  test('are as listed for each kind of host', () => {
    const table = Object.fromEntries(
      kinds.map((kind) => {
        const ways = toWays(kind).map((way) => (isLink(way) ? `${way.kind} ${way.target}` : way.kind))
        return [kind, ways.join(', ')]
      }),
    )
    expect(table).toMatchInlineSnapshot(`
      {
        "androidBrowser": "universal _self, scheme _self, web _blank, copy, qr",
        "androidChrome": "universal _self, scheme _self, web _blank, copy, qr",
        "androidInApp": "universal _blank, web _blank, copy, qr",
        "desktop": "desktop _self, web _blank, qr, copy",
        "iosBrowser": "universal _self, scheme _self, web _blank, copy, qr",
        "iosInApp": "scheme _self, universal _self, web _blank, copy, qr",
        "iosSafari": "universal _self, scheme _self, web _blank, copy, qr",
        "telegramAndroid": "universal _blank, scheme _blank, web _blank, copy, qr",
        "telegramIos": "universal _blank, scheme _blank, web _blank, copy, qr",
        "walletBrowser": "universal _blank, copy, qr, web _blank",
      }
    `)
  })

  test('include copy and QR code on every host, as they need no app', () => {
    for (const kind of kinds)
      expect(toWays(kind).map((way) => way.kind)).toEqual(expect.arrayContaining(['copy', 'qr']))
  })
})

describe('links', () => {
  test('list the universal link before the app scheme', () => {
    expect(toWays('iosSafari').slice(0, 2)).toEqual([
      { kind: 'universal', href: `https://link.firefly.example/wc?uri=${once}`, target: '_self' },
      { kind: 'scheme', href: `firefly://wc?uri=${once}`, target: '_self' },
    ])
  })

  test('follow preferUniversal in their order', () => {
    const request = { wallet, uri, host: toHost('iosSafari') }
    const kindsOf = (preferUniversal: boolean): readonly string[] =>
      toWalletLinks({ ...request, preferUniversal }).map(({ kind }) => kind)
    expect(kindsOf(false)).toEqual(['scheme', 'universal', 'web', 'copy', 'qr'])
    expect(kindsOf(true)).toEqual(['universal', 'scheme', 'web', 'copy', 'qr'])
    const inApp = { ...request, host: toHost('iosInApp'), preferUniversal: true }
    expect(toWalletLinks(inApp).map(({ kind }) => kind)).toEqual(['universal', 'scheme', 'web', 'copy', 'qr'])
  })

  test.each([
    ['firefly://', 'firefly://wc?uri='],
    ['firefly:///', 'firefly:///wc?uri='],
    ['firefly://wc', 'firefly://wc/wc?uri='],
    ['firefly://app/connect/', 'firefly://app/connect/wc?uri='],
    ['firefly://wc?uri=', 'firefly://wc?uri='],
    ['firefly://open?target=by://walletconnect/', 'firefly://open?target=by://walletconnect/wc?uri='],
    ['https://firefly.example', 'https://firefly.example/wc?uri='],
    ['https://firefly.example/app/', 'https://firefly.example/app/wc?uri='],
    ['https://firefly.example/#', 'https://firefly.example/#/wc?uri='],
    ['https://firefly.example/wc?uri=', 'https://firefly.example/wc?uri='],
  ])('%s becomes %s…', (base, start) => {
    const [way] = toWays('iosSafari', { mobile_link: base, link_mode: undefined })
    expect(way).toMatchObject({ href: start + once })
  })

  test('encode the pairing URI twice for Telegram on Android, which decodes links once more', () => {
    const links = toWays('telegramAndroid').filter(isLink)
    expect(links.find(({ kind }) => kind === 'scheme')?.href).toBe(`firefly://wc?uri=${twice}`)
    // a web wallet gets it encoded once
    expect(links.find(({ kind }) => kind === 'web')?.href).toBe(`https://app.firefly.example/wc?uri=${once}`)
    expect(toWays('telegramIos').find(({ kind }) => kind === 'scheme')).toMatchObject({
      href: `firefly://wc?uri=${once}`,
    })
  })

  test('open an app from the top window if the page is in a frame', () => {
    const ways = toWalletLinks({ wallet, uri, host: toHost('iosSafari', true) })
    expect(ways.filter(isLink).map(({ target }) => target)).toEqual(['_top', '_top', '_blank'])
  })

  test('open a web wallet in a new tab', () => {
    const [desktop] = toWays('desktop', { desktop_link: 'https://firefly.example/desktop' })
    expect(desktop).toMatchObject({ kind: 'desktop', target: '_blank' })
    expect(toWays('desktop')[0]).toMatchObject({
      kind: 'desktop',
      href: `firefly-desktop://wc?uri=${once}`,
      target: '_self',
    })
  })

  test('without a wallet, offer the pairing URI to the system in Chrome on Android, and no link elsewhere', () => {
    const toKinds = (kind: HostKind): readonly WalletOption[] =>
      toWalletLinks({ wallet: undefined, uri, host: toHost(kind) })
    expect(toKinds('androidChrome')).toEqual([
      { kind: 'scheme', href: uri, target: '_self' },
      { kind: 'copy' },
      { kind: 'qr' },
    ])
    for (const kind of ['iosSafari', 'androidInApp', 'telegramAndroid', 'desktop'] as const)
      expect(toKinds(kind).filter(isLink)).toEqual([])
  })

  test('without a pairing URI, only open the wallet, with nothing to copy', () => {
    expect(toWalletLinks({ wallet, host: toHost('androidChrome'), preferUniversal: false })).toEqual([
      { kind: 'scheme', href: 'firefly://', target: '_self' },
      { kind: 'universal', href: 'https://link.firefly.example/', target: '_self' },
      { kind: 'web', href: 'https://app.firefly.example/', target: '_blank' },
    ])
  })

  test('never contain an invalid pairing URI', () => {
    for (const code of ['', 'javascript:x', 'https://evil.example'])
      expect(toWalletLinks({ wallet, uri: code, host: toHost('androidChrome') }).filter(isLink)).toEqual([])
    expect(
      toWalletLinks({ wallet: undefined, uri: 'javascript:x', host: toHost('androidChrome') }).filter(isLink),
    ).toEqual([])
  })
})

describe('hostile wallets', () => {
  const hostile = [
    'javascript:x',
    'javascript://%0ax',
    'data:text/html,x',
    'intent://x',
    ' javascript:x',
    '//host',
    'https:host',
    'https://a@b.example',
    'firefly:',
    'http://firefly.example',
    '',
  ]

  test.each(hostile)('get no link from %j', (link) => {
    for (const kind of kinds) {
      const ways = toWays(kind, { mobile_link: link, link_mode: link, webapp_link: link, desktop_link: link })
      expect(ways.filter(isLink)).toEqual([])
    }
  })

  test('get no universal or web link from an app scheme', () => {
    const ways = toWays('iosSafari', { link_mode: 'firefly://', webapp_link: 'firefly://' })
    expect(ways.map(({ kind }) => kind)).toEqual(['scheme', 'copy', 'qr'])
  })

  test('get only safe links with the pairing URI, whatever the listing contains', () => {
    const text = string({ unit: 'binary' })
    assert(
      property(
        text,
        constantFrom('', 'https://', 'firefly://', 'javascript:'),
        constantFrom(...kinds),
        (rest, start, kind) => {
          const link = start + rest
          const ways = toWays(kind, { mobile_link: link, link_mode: link, webapp_link: link, desktop_link: link })
          for (const { href } of ways.filter(isLink)) {
            expect(isSafeLink(href)).toBe(true)
            expect(href).toContain('uri=wc%')
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
