import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SocialReply, SocialRequest } from '../../protocol/custody.js'
import { type RunningSite, startSite } from '../startSite.js'
import { type Counterpart, startCounterpart } from '../test/startCounterpart.js'
import { writeFrameFolder } from '../test/writeFrameFolder.js'

const token = 'A'.repeat(43)
const code = 'B'.repeat(43)
const publicUrl = 'https://vault.example'
const resultUri = `${publicUrl}/social/result?provider=google&state=${token}&code=${code}`

let site: RunningSite
let counterpart: Counterpart
let asked: SocialRequest[]
let reply: SocialReply | 'nonsense'
beforeAll(async () => {
  counterpart = await startCounterpart({
    onSocial: (request) => {
      asked.push(request)
      return reply
    },
  })
  site = await startSite({
    projects: new Map(),
    networks: [],
    custody: counterpart.socket,
    port: 0,
    publicUrl,
    frameFolder: await writeFrameFolder(),
    warn: () => undefined,
  })
})
afterAll(async () => {
  await site?.stop()
  await counterpart?.stop()
})
beforeEach(() => {
  asked = []
  reply = { status: 'gone' }
})

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${site.url}${path}`, { redirect: 'manual', headers })
const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${site.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: publicUrl, ...headers },
  })
const asking: SocialReply = {
  status: 'ask',
  provider: 'google',
  account: 'ada <b>',
  app: 'My app',
  origin: 'https://app.example',
  browser: 'Firefox on Linux',
  place: '203.0.113.x',
}
const elsewhere: SocialReply = { status: 'elsewhere', origin: 'https://app.example', app: 'My app' }
const cookieName = `__Host-latchkey-login-${createHash('sha256').update(token).digest('hex').slice(0, 16)}`
const answered = (more: object = {}): SocialReply => ({
  status: 'answered',
  provider: 'google',
  origin: 'https://app.example',
  app: 'My app',
  resultUri,
  ...more,
})

describe('the pages of a social login', () => {
  test('run only our script, forbid framing, and stay connected to their opener', async () => {
    reply = answered()
    for (const path of ['/loading', `/social/callback?state=${token}&code=x`, '/social/result']) {
      const { headers } = await get(path)
      const policy = headers.get('content-security-policy') ?? ''
      for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'self'"])
        expect(policy).toContain(part)
      expect([headers.get('cross-origin-opener-policy'), headers.get('cache-control')]).toEqual([null, 'no-store'])
    }
  })

  test.each([
    ['', 'Lax'],
    ['&response_mode=form_post', 'None'],
  ])('redirect to the provider, with a first-party cookie for this login only%s', async (mode, sameSite) => {
    const uri = `https://provider.example/auth?x=1${mode}`
    reply = { status: 'go', uri }
    const start = `/social/start?state=${token}&return=${encodeURIComponent('https://app.example/a?b#c')}`
    const response = await get(start, { referer: 'https://app.example/' })
    expect([response.status, response.headers.get('location')]).toEqual([302, uri])
    const [cookie = '', ...others] = response.headers.getSetCookie()
    expect(others).toEqual([])
    const [, name, browser = '', attributes] = /^([^=]+)=([\w-]{43}); (.+)$/.exec(cookie) ?? []
    expect([name, attributes]).toEqual([cookieName, `Path=/; Secure; HttpOnly; SameSite=${sameSite}; Max-Age=900`])
    const step = { step: 'start', state: token, returnTo: 'https://app.example/a?b#c' }
    expect(asked).toEqual([{ ...step, browser, from: 'https://app.example' }])
    // a browser that starts again keeps its value; a cookie of another login is ignored
    await get(start, { cookie: `x=1; ${cookieName}=${browser}` })
    await get(start, { cookie: `${cookieName.replace(/.$/, 'x')}=${browser}` })
    expect(asked[1]).toEqual({ ...step, browser })
    expect(asked[2]).not.toMatchObject({ browser })
  })

  test('return the start URL to a popup, only for a request from their own page', async () => {
    reply = { status: 'go', uri: `${publicUrl}/social/start?state=${token}` }
    const popup = '0'.repeat(32)
    const json = { 'content-type': 'application/json' }
    const callCustody = (headers: Record<string, string>): Promise<Response> =>
      post('/social/loading', JSON.stringify({ popup, from: 'https://app.example' }), { ...json, ...headers })
    expect(await (await callCustody({})).json()).toEqual(reply)
    expect(asked).toEqual([{ step: 'loading', popup, from: 'https://app.example' }])
    expect((await callCustody({ origin: 'https://app.example' })).status).toBe(403)
    expect((await callCustody({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await post('/social/loading', '{"popup":"x"}', json)).status).toBe(400)
    expect(asked).toHaveLength(1)
  })

  test('pass on the provider’s response, from the URL or a form post, with the cookie of its login', async () => {
    reply = answered()
    const browser = 'C'.repeat(43)
    const cookie = `other=1; ${cookieName}=${browser}`
    const html = await (await get(`/social/callback?state=${token}&code=a%2Bb&iss=x`, { cookie })).text()
    await post('/social/callback', `state=${token}&code=a%2Bb`, {
      origin: 'https://appleid.apple.com',
      'sec-fetch-site': 'cross-site',
      cookie,
    })
    await get(`/social/callback?state=${'x'.repeat(43)}&code=y`, { cookie })
    expect(asked).toEqual([
      { step: 'callback', answer: `state=${token}&code=a%2Bb&iss=x`, browser },
      { step: 'callback', answer: `state=${token}&code=a%2Bb`, browser },
      { step: 'callback', answer: `state=${'x'.repeat(43)}&code=y` },
    ])
    for (const text of ['https://app.example', 'My app', 'Google', `value="${code}"`]) expect(html).toContain(text)
    expect(html).toContain(`{"page":"result","resultUri":"${resultUri}","origin":"https://app.example"}`)
    expect(html).not.toContain('<button')
  })

  test('send another browser back to the app, isolated from its opener', async () => {
    reply = elsewhere
    for (const response of [
      await get(`/social/start?state=${token}`),
      await get(`/social/callback?state=${token}&code=x`),
      await post('/social/ask', `state=${token}&code=${code}`),
      await post('/social/confirm', `state=${token}&code=${code}`),
    ]) {
      expect([response.status, response.headers.get('cross-origin-opener-policy')]).toEqual([403, 'same-origin'])
      expect(response.headers.getSetCookie()).toEqual([])
      const html = await response.text()
      for (const text of ['Log in where you started', 'My app', 'href="https://app.example"'])
        expect(html).toContain(text)
    }
  })

  test('report a return page that is not listed to the app’s developer', async () => {
    reply = { status: 'notListed' }
    const response = await get(`/social/start?state=${token}&return=https://app.example/x`)
    expect([response.status, (await response.text()).includes('returnPaths')]).toEqual([400, true])
  })

  test.each([
    ['https://app.example/a?b=1', '#?result_uri='],
    ['https://app.example/a#c', '?result_uri='],
    ['https://app.example/#/shop?x=1', '&result_uri='],
  ])('return to %s if there is no popup, with the result in the fragment', async (returnTo, way) => {
    reply = answered({ returnTo })
    const response = await get(`/social/callback?state=${token}&code=x`)
    const back = `${returnTo}${way}${encodeURIComponent(resultUri)}`
    expect([response.status, response.headers.get('location')]).toEqual([303, back])
    // the result reaches neither a server nor a referrer
    const { search } = new URL(back)
    expect(search).toBe(new URL(returnTo).search)
  })

  test('show the reason of a failure, escaped', async () => {
    reply = answered({ fault: 'You did not allow it. <script>alert(1)</script>' })
    const html = await (await get(`/social/callback?state=${token}&error=access_denied`)).text()
    expect(html).toContain('You did not allow it. &#60;script&#62;')
    expect(html).not.toContain('/social/confirm')
  })

  test('ask the user to confirm on an isolated page that names the account, app and device', async () => {
    reply = asking
    const form = `state=${token}&code=${code}`
    const cookie = `${cookieName}=${'C'.repeat(43)}`
    const asked1 = await post('/social/ask', form, { cookie })
    expect(asked1.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    const html = await asked1.text()
    for (const text of ['ada &#60;b&#62;', 'My app', 'https://app.example', 'Firefox on Linux', '203.0.113.x'])
      expect(html).toContain(text)
    expect(html).toContain('<button disabled>')
    reply = { status: 'confirmed', origin: 'https://app.example' }
    const done = await post('/social/confirm', form, { cookie })
    expect(await done.text()).toContain('You are logged in')
    const word = { state: token, code, browser: 'C'.repeat(43) }
    expect(asked).toEqual([
      { step: 'ask', ...word },
      { step: 'confirm', ...word },
    ])
    for (const headers of [{ origin: 'https://app.example' }, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }])
      for (const path of ['/social/ask', '/social/confirm']) expect((await post(path, form, headers)).status).toBe(403)
    expect(asked).toHaveLength(2)
  })
})

describe('error: the pages say that a login is no longer valid', () => {
  test.each([
    ['/social/start', 0],
    ['/social/start?state=short', 0],
    [`/social/start?state=${token}`, 1],
    [`/social/callback?state=${token}&code=x`, 1],
    ['/social/callback', 1],
    [`/social/callback?state=${token}&code=${'x'.repeat(15_000)}%20%20`, 1],
  ])('%s', async (path, count) => {
    const response = await get(path)
    expect(response.status).toBe(410)
    expect(await response.text()).toContain('This login is no longer valid')
    expect(asked).toHaveLength(count)
  })

  test('for an invalid form', async () => {
    expect((await post('/social/confirm', `state=${token}&code=x`)).status).toBe(410)
    expect((await post('/social/callback', 'x'.repeat(20_000))).status).toBe(413)
    expect(asked).toEqual([])
  })

  test('or give 503 if custody fails or its response is invalid', async () => {
    reply = 'nonsense'
    expect((await get(`/social/start?state=${token}`)).status).toBe(503)
    reply = { error: { code: 'UNAVAILABLE', message: 'Down.' } }
    expect((await get(`/social/callback?state=${token}&code=x`)).status).toBe(503)
    reply = { error: { code: 'INTERNAL', message: 'Broken.' } }
    expect((await get(`/social/callback?state=${token}&code=x`)).status).toBe(503)
  })
})
