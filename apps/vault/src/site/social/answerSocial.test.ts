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
    ...{ projects: new Map(), networks: [], custody: counterpart.socket, port: 0, publicUrl },
    ...{ frameFolder: await writeFrameFolder(), warn: () => undefined },
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

const get = (path: string): Promise<Response> => fetch(`${site.url}${path}`, { redirect: 'manual' })
const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${site.url}${path}`, {
    ...{ method: 'POST', redirect: 'manual', body },
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: publicUrl, ...headers },
  })
const answered = (more: object = {}): SocialReply => ({
  ...{ status: 'answered', provider: 'google', origin: 'https://app.example', browser: 'Firefox on Linux' },
  resultUri,
  ...more,
})

describe('the pages of a login by another provider', () => {
  test('run our script alone, are never in a frame, and keep the tie to what opened them', async () => {
    reply = answered()
    for (const path of ['/loading', `/social/callback?state=${token}&code=x`, '/social/result']) {
      const { headers } = await get(path)
      const policy = headers.get('content-security-policy') ?? ''
      for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'self'"])
        expect(policy).toContain(part)
      expect([headers.get('cross-origin-opener-policy'), headers.get('cache-control')]).toEqual([null, 'no-store'])
    }
  })

  test('lead on to the provider, and say where to come back to', async () => {
    reply = { status: 'go', uri: 'https://provider.example/auth?x=1' }
    const response = await get(`/social/start?state=${token}&return=${encodeURIComponent('https://app.example/a?b#c')}`)
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://provider.example/auth?x=1'])
    expect(asked).toEqual([{ step: 'start', state: token, returnTo: 'https://app.example/a?b#c' }])
  })

  test('tell a popup on its own where to go, which only their own page may ask', async () => {
    reply = { status: 'go', uri: `${publicUrl}/social/start?state=${token}` }
    const popup = '0'.repeat(32)
    const json = { 'content-type': 'application/json' }
    const ask = (headers: Record<string, string>): Promise<Response> =>
      post('/social/loading', JSON.stringify({ popup }), { ...json, ...headers })
    expect(await (await ask({})).json()).toEqual(reply)
    expect(asked).toEqual([{ step: 'loading', popup, isAlone: true }])
    expect((await ask({ origin: 'https://app.example' })).status).toBe(403)
    expect((await ask({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await post('/social/loading', '{"popup":"x"}', json)).status).toBe(400)
    expect(asked).toHaveLength(1)
  })

  test('hand on what the provider answers, in the address or in a form of its own page', async () => {
    reply = answered()
    const html = await (await get(`/social/callback?state=${token}&code=a%2Bb&iss=x`)).text()
    await post('/social/callback', `state=${token}&code=a%2Bb`, {
      origin: 'https://appleid.apple.com',
      'sec-fetch-site': 'cross-site',
    })
    expect(asked).toEqual([
      { step: 'callback', answer: `state=${token}&code=a%2Bb&iss=x` },
      { step: 'callback', answer: `state=${token}&code=a%2Bb` },
    ])
    for (const text of ['https://app.example', 'Firefox on Linux', 'Google', `value="${code}"`])
      expect(html).toContain(text)
    expect(html).toContain(`{"page":"result","resultUri":"${resultUri}","origin":"https://app.example"}`)
  })

  test('go back to the page where there is no popup, with what it has in its address', async () => {
    reply = answered({ returnTo: 'https://app.example/a?b=1#c' })
    const response = await get(`/social/callback?state=${token}&code=x`)
    const back = `https://app.example/a?b=1&result_uri=${encodeURIComponent(resultUri)}#c`
    expect([response.status, response.headers.get('location')]).toEqual([303, back])
  })

  test('say why it failed, as text', async () => {
    reply = answered({ fault: 'You did not allow it. <script>alert(1)</script>' })
    const html = await (await get(`/social/callback?state=${token}&error=access_denied`)).text()
    expect(html).toContain('You did not allow it. &#60;script&#62;')
    expect(html).not.toContain('/social/confirm')
  })

  test('take the visitor’s word from their own form only', async () => {
    reply = { status: 'confirmed', origin: 'https://app.example' }
    const form = `state=${token}&code=${code}`
    expect(await (await post('/social/confirm', form)).text()).toContain('You are logged in')
    expect(asked).toEqual([{ step: 'confirm', state: token, code }])
    for (const headers of [{ origin: 'https://app.example' }, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }])
      expect((await post('/social/confirm', form, headers)).status).toBe(403)
    expect(asked).toHaveLength(1)
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

  test('for a form that is none', async () => {
    expect((await post('/social/confirm', `state=${token}&code=x`)).status).toBe(410)
    expect((await post('/social/callback', 'x'.repeat(20_000))).status).toBe(413)
    expect(asked).toEqual([])
  })

  test('and that the vault cannot answer, where it cannot be read', async () => {
    reply = 'nonsense'
    expect((await get(`/social/start?state=${token}`)).status).toBe(503)
    reply = { error: { code: 'UNAVAILABLE', message: 'Down.' } }
    expect((await get(`/social/callback?state=${token}&code=x`)).status).toBe(503)
  })
})
