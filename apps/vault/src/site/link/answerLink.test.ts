import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningSite, startSite } from '../startSite.js'
import { type Counterpart, startCounterpart } from '../test/startCounterpart.js'
import { writeFrameFolder } from '../test/writeFrameFolder.js'

let site: RunningSite
let custody: Counterpart
let frameFolder: string
let links: { approve: boolean }[] = []
let status: 'open' | 'gone' = 'open'
let failure: { code: string; message: string } | undefined
const token = 'a-token_of-128-bits-or-more'
const open = {
  project: 'demo',
  origin: 'https://app.example',
  browser: `<img src=x onerror=alert(1)>${'x'.repeat(10_000)}`,
  place: '203.0.113.x',
  expiresAt: 601_000,
}

beforeAll(async () => {
  frameFolder = await writeFrameFolder()
  custody = await startCounterpart({
    onLink(link) {
      links.push(link)
      if (failure) return { error: failure }
      return status === 'gone' ? { status } : { status: link.approve ? 'approved' : 'open', ...open }
    },
  })
  site = await startSite({
    projects: new Map([
      [
        'demo',
        {
          name: 'Ada & <b>Co',
          origins: ['https://app.example'],
          brand: { color: '#ffe100', logo: { type: 'image/png', base64: 'iVBORw0KGgo=' } },
        },
      ],
    ]),
    networks: [],
    custody: custody.socket,
    port: 0,
    frameFolder,
    now: () => 1_000,
  })
})
afterAll(async () => {
  await site.stop()
  await custody.stop()
  await rm(frameFolder, { recursive: true })
})
beforeEach(() => {
  links = []
  status = 'open'
  failure = undefined
})

const approve = (headers: Record<string, string>, body = `token=${token}`): Promise<Response> =>
  fetch(`${site.url}/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })

describe('an emailed link', () => {
  test('shows the app, place and expiry when opened, but approves only on POST [T9] [F16] [I33]', async () => {
    for (let count = 0; count < 20; count += 1) {
      const method = count % 2 ? 'HEAD' : 'GET'
      const response = await fetch(`${site.url}/link?token=${token}`, { method })
      expect(response.status).toBe(200)
      if (method === 'HEAD') continue
      const html = await response.text()
      for (const text of ['https://app.example', '203.0.113.x', '10 minutes', `value="${token}"`])
        expect(html).toContain(text)
      // values from others are escaped
      expect(html).not.toContain('<img src=x')
      expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;')
    }
    expect(links).toHaveLength(20)
    expect(links.some(({ approve: isApproval }) => isApproval)).toBe(false)
    const response = await approve({ origin: site.publicUrl })
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('<h1>Device approved</h1>')])
    expect(links.at(-1)).toMatchObject({ token, approve: true })
  })

  test('has the app’s brand, served by this site only', async () => {
    const html = await (await fetch(`${site.url}/link?token=${token}`)).text()
    expect(html).toContain('<header><img src="/brand/demo.png" alt="" width="32" height="32">')
    expect(html).toContain('<bdi>Ada &#38; &#60;b&#62;Co</bdi>')
    expect(html).toContain('<link rel="stylesheet" href="/brand/demo.css">')
    const style = await fetch(`${site.url}/brand/demo.css`)
    // black on yellow
    expect([style.headers.get('content-type'), await style.text()]).toEqual([
      'text/css; charset=utf-8',
      ':root{--brand:#ffe100;--on-brand:#000000}\n',
    ])
    const logo = await fetch(`${site.url}/brand/demo.png`)
    expect([logo.headers.get('content-type'), logo.headers.get('x-content-type-options')]).toEqual([
      'image/png',
      'nosniff',
    ])
    expect(Buffer.from(await logo.arrayBuffer()).toString('hex')).toBe('89504e470d0a1a0a')
    for (const name of ['demo.jpeg', 'demo.svg', 'other.css', 'demo', '..%2fdemo.css', 'constructor.css'])
      expect((await fetch(`${site.url}/brand/${name}`)).status).toBe(404)
  })

  test('uses the language of the browser', async () => {
    const read = async (language: string): Promise<string> =>
      (await fetch(`${site.url}/link?token=${token}`, { headers: { 'accept-language': language } })).text()
    const german = await read('de-AT,en;q=0.5')
    for (const text of ['<html lang="de">', 'Dieses Gerät genehmigen?', 'IP-Adresse', '10 Minuten', '>Genehmigen<'])
      expect(german).toContain(text)
    expect(await read('ar')).toContain('<html lang="ar" dir="rtl">')
    expect(await read('xx')).toContain('Approve this device?')
  })

  test('links back to the app once approved', async () => {
    const response = await approve({ origin: site.publicUrl })
    expect(await response.text()).toContain(
      '<a href="https://app.example" rel="noreferrer">Back to \u2068app.example\u2069</a>',
    )
  })

  test('forbids framing and scripts, and sends no referrer to other sites', async () => {
    const { headers } = await fetch(`${site.url}/link?token=${token}`)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    {},
  ])('error: is not approved by a page of another site: %j', async (headers) => {
    expect((await approve(headers as Record<string, string>)).status).toBe(403)
    expect(links).toEqual([])
  })

  test('gives 410 and says so once it is no longer valid [I10]', async () => {
    status = 'gone'
    const response = await fetch(`${site.url}/link?token=${token}`)
    expect([response.status, await response.text()]).toEqual([410, expect.stringContaining('no longer valid')])
    expect((await approve({ origin: site.publicUrl })).status).toBe(410)
  })

  test.each([
    ['UNAVAILABLE', 503],
    ['INTERNAL', 503],
    ['TOO_MANY', 429],
    ['INVALID_PARAMS', 410],
  ])('error: responds to %s of custody with %i, and calls the link invalid only with 410', async (code, expected) => {
    failure = { code, message: 'Try again.' }
    const response = await fetch(`${site.url}/link?token=${token}`)
    expect([response.status, (await response.text()).includes('no longer valid')]).toEqual([expected, expected === 410])
    expect((await approve({ origin: site.publicUrl })).status).toBe(expected)
  })

  test('error: is refused with a page in a browser, and with JSON elsewhere', async () => {
    failure = { code: 'UNAVAILABLE', message: 'Try <again>.' }
    const url = `${site.url}/link?token=${token}`
    const page = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('<p role="alert">Try &#60;again&#62;.</p>')
    expect(await (await fetch(url)).json()).toEqual({ error: failure })
  })

  test.each(['', 'short', '../../etc', `${'x'.repeat(257)}`, '<script>', 'a%00b'])(
    'error: rejects the invalid token %s without a call to custody',
    async (bad) => {
      const response = await fetch(`${site.url}/link?token=${encodeURIComponent(bad)}`)
      expect([response.status, await response.text()]).toEqual([410, expect.stringContaining('no longer valid')])
      expect((await approve({ origin: site.publicUrl }, `token=${encodeURIComponent(bad)}`)).status).toBe(410)
      expect(links).toEqual([])
    },
  )

  test('error: rejects a form of 5 KB', async () => {
    expect((await approve({ origin: site.publicUrl }, 'x'.repeat(5_000))).status).toBe(413)
  })
})
