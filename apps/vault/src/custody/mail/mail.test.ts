import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toBrowserName } from '../devices/client.js'
import * as letters from './emails.js'
import { toEmailContent } from './mailer.js'

const requester = { origin: 'https://app.example', browser: 'Firefox on Linux', place: '203.0.113.x' }

describe('toBrowserName', () => {
  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    ['curl/8', 'A browser'],
    ['', 'A browser'],
    ['<script>alert(1)</script>\r\nBcc: a@b.co', 'A browser'],
  ])('%s', (agent, name) => {
    expect(toBrowserName(agent)).toBe(name)
  })

  test('returns only word characters and spaces for any user agent', () => {
    fc.assert(
      fc.property(fc.string(), (agent) => {
        expect(toBrowserName(agent)).toMatch(/^[\w ]+$/)
      }),
    )
  })
})

describe('an email', () => {
  test('has the same content as text and as escaped HTML, which loads and runs nothing', () => {
    const { text, html } = toEmailContent({
      subject: 's',
      body: ['a <b> & "c"', { link: 'https://vault.example/link?token=x&y="', label: 'Go' }, { code: '123456' }],
    })
    expect(text).toBe('a <b> & "c"\n\nGo:\nhttps://vault.example/link?token=x&y="\n\n123456\n')
    expect(html).not.toMatch(/<(?:script|img|link)|@import|url\(|src=|[^#]&(?![#])|token=x&y/)
    expect(html).toContain('<p>a &#60;b&#62; &#38; &#34;c&#34;</p>')
  })

  test.each([
    ['link', letters.writeLinkEmail({ ...requester, link: 'https://vault.example/link?token=secret' })],
    ['login', letters.writeLoginEmail({ ...requester, code: '123456' })],
    ['primary', letters.writePrimaryEmail({ ...requester, code: '123456' })],
    ['secondary', letters.writeSecondaryEmail({ ...requester, code: '123456' })],
    ['export', letters.writeAccountEmail({ ...requester, purpose: 'export', code: '123456' })],
    [
      'new device',
      letters.writeNoticeEmail({
        ...requester,
        event: 'login.done',
        language: 'en',
        login: 'email',
        at: 0,
        account: 'https://vault.example/a',
        act: { kind: 'revoke', link: 'https://vault.example/r' },
      }),
    ],
  ])(
    '%s names the site, browser and place, says what to do, and has no secret in its subject',
    (_, { subject, text }) => {
      for (const fact of [requester.origin, requester.browser, requester.place, "If this wasn't you"])
        expect(text).toContain(fact)
      expect(subject).not.toMatch(/secret|123456/)
      if (/123456|secret/.test(text)) expect(text).toContain('10 minutes')
    },
  )

  test('has the operator’s name, color and embedded logo', () => {
    const logo = { type: 'image/png', base64: 'iVBORw0KGgo=' } as const
    const brand = { name: 'Ada & <b>Co', color: '#ffe100', logo }
    const email = letters.writeLinkEmail({ ...requester, brand, link: 'https://vault.example/link?token=secret' })
    expect(email.logo).toEqual(logo)
    expect(email.html).toContain('<img src="cid:logo@latchkey" alt=""')
    expect(email.html.match(/src=/g)).toHaveLength(1)
    expect(email.html).toContain('<bdi>Ada &#38; &#60;b&#62;Co</bdi>')
    // black on yellow
    expect(email.html).toContain('background-color:#ffe100;color:#000000')
    expect(email.text).not.toContain('cid:')
  })

  test('does not mention an unknown place', () => {
    expect(letters.writeLoginEmail({ ...requester, place: null, code: '123456' }).text).not.toContain('internet')
  })
})
