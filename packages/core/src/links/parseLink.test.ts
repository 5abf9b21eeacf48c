import { assert, constantFrom, property, string, tuple, webUrl } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSafeLink, parseLink, parseWebLink } from './parseLink.js'

/** Each of these ran a script in Chromium as the URL of a link. */
const running = [
  'javascript:x',
  'JaVaScRiPt:x',
  ' javascript:x',
  '\u0001javascript:x',
  'java\nscript:x',
  'java\tscript:x',
  'javascript://%0ax',
]
/** These run no script, but aren't links to wallets either. */
const inert = [
  'data:text/html,<script>x</script>',
  'vbscript:x',
  'intent://wc#Intent;scheme=x;S.browser_fallback_url=javascript:x;end',
  'file:///etc/passwd',
  'view-source:https://ok.example',
  'blob:https://ok.example/1',
  'ms-msdt:/id PCWDiagnostic',
]
/** Links only relative to a base URL, of this page or of a foreign host. */
const relative = [
  '\u00a0javascript:x',
  '\u200bjavascript:x',
  'java\u00a0script:x',
  'java\u200bscript:x',
  'javascript&colon;x',
  '//host',
  'https:host',
  'https:\\\\host',
  '',
]
const passing = [
  'metamask://wc?uri=',
  `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`,
  'rainbow://',
  'HTTPS://ok.example',
]

describe('the corpus of links', () => {
  test('is rejected except for its wallet and web links [I29]', () => {
    const refused = [...running, ...inert, ...relative]
    expect([...refused, ...passing]).toHaveLength(27)
    expect([...refused, ...passing].filter(isSafeLink)).toEqual(passing)
    expect(refused.map(parseLink)).toEqual(refused.map(() => null))
  })
})

test.each([
  'http://ok.example',
  'https://user@ok.example',
  'https://user:word@ok.example',
  'https://ok.example@evil.example',
  'https://',
  'https:///ok.example',
  'https://ok.example\\@evil.example',
  'https://ok.example/\u202e',
  'https://öäü.example',
  'c://windows',
  'x://one-letter',
  'wallet:',
  'wallet:/',
  'wallet:open',
  'wallet:// wc://',
  'tel://911',
  'sms://1',
  'itms-services://?action=download-manifest',
  'shortcuts://run-shortcut',
  'search-ms://query',
  'ms-officecmd://x',
  'chrome://settings',
  'chrome-extension://a',
  'x-apple.systempreferences://a',
  'facetime-audio://1',
  'intents://x',
  'wc:',
  'wc:javascript:x',
  `wallet://${'x'.repeat(4_096)}`,
])('rejects %j', (link) => {
  expect(parseLink(link)).toBeNull()
})

test.each([
  'trust://',
  'bw://app/connect',
  'kucoin:///wallet/walletConnect',
  'com.mpcvault.mobileapp://wccallback',
  'bybitapp://open/route?targetUrl=by://web3/walletconnect/',
  'klever-wallet://dp/walletconnect',
  'myApp://app.ironwallet.io',
  'wc://wallet',
])('returns an app link unchanged: %j', (link) => {
  expect(parseLink(link)).toBe(link)
})

test('returns a web address as the browser normalizes it', () => {
  expect(parseLink('HTTPS://OK.example')).toBe('https://ok.example/')
  expect(parseWebLink('https://ok.example/a?b#c')).toBe('https://ok.example/a?b#c')
})

test('parseWebLink rejects app schemes', () => {
  for (const link of passing.slice(0, 3)) expect(parseWebLink(link)).toBeNull()
  expect(parseWebLink('HTTPS://ok.example')).toBe('https://ok.example/')
})

test('rejects values that are not strings', () => {
  for (const value of [null, undefined, 1, {}, [], ['rainbow://'], { toString: () => 'rainbow://' }])
    expect(parseLink(value)).toBeNull()
})

describe('for any text', () => {
  const dangerous = constantFrom('javascript', 'data', 'vbscript', 'file', 'blob', 'about', 'intent', 'view-source')
  const shuffled = tuple(dangerous, string({ maxLength: 8 }), constantFrom(':', '://', ':\n', '&colon;', '%3a'))

  test('accepts only web addresses without credentials, and app schemes', () => {
    assert(
      property(
        string({ unit: 'binary' }),
        constantFrom('', 'https:', 'https://', 'a', 'ab://', 'javascript:'),
        (text, start) => {
          const link = parseLink(start + text)
          if (link === null) return
          const { protocol, username, password, host } = new URL(link)
          expect(protocol).not.toMatch(/^(javascript|data|vbscript|file|blob|about|intent|view-source|http):$/)
          if (protocol === 'https:') expect([username, password, host === '']).toEqual(['', '', false])
        },
      ),
      { numRuns: 5_000 },
    )
  })

  test('rejects every disguise of a dangerous scheme', () => {
    assert(
      property(
        shuffled,
        constantFrom('', ' ', '\t', '\u0000', '\u00a0', '\u200b', '\ufeff'),
        ([name, rest, colon], mark) => {
          for (const text of [
            mark + name + colon + rest,
            name + mark + colon + rest,
            name.toUpperCase() + colon + rest,
          ])
            expect(parseLink(text)).toBeNull()
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('keeps the origin of a web address', () => {
    assert(
      property(webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }), (address) => {
        const link = parseLink(address)
        if (link !== null) expect(new URL(link).origin).toBe(new URL(address).origin)
      }),
    )
  })

  test('accepts an accepted link again, unchanged', () => {
    assert(
      property(constantFrom(...passing, 'https://ok.example/%41?a=b'), (text) => {
        const link = parseLink(text)
        expect(parseLink(link)).toBe(link)
      }),
    )
  })
})
