import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toCookieName } from '../http/cookies.js'
import { type RunningSite, startSite } from '../startSite.js'
import { createDevice } from '../test/signStatement.js'
import { type Counterpart, startCounterpart } from '../test/startCounterpart.js'
import { writeFrameFolder } from '../test/writeFrameFolder.js'

let site: RunningSite
let custody: Counterpart
let frameFolder: string
let next: unknown
const device = createDevice()
const warnings: unknown[] = []

beforeAll(async () => {
  frameFolder = await writeFrameFolder()
  custody = await startCounterpart({ onCall: () => next })
  site = await startSite({
    projects: new Map([['demo', { name: 'Demo', origins: ['https://app.example'] }]]),
    networks: [],
    custody: custody.socket,
    port: 0,
    publicUrl: 'https://vault.example',
    trustsProxy: true,
    frameFolder,
    warn: (cause) => warnings.push(cause),
  })
})
afterAll(async () => {
  await site.stop()
  await custody.stop()
  await rm(frameFolder, { recursive: true })
})
beforeEach(() => {
  next = undefined
})

const own = { 'content-type': 'application/json', origin: 'https://vault.example' }
const post = (body: unknown, headers: Record<string, string> = own): Promise<Response> =>
  fetch(`${site.url}/v1/call`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('a call', () => {
  test('reaches custody unchanged, with its project’s cookie, IP address and user agent', async () => {
    next = { result: { now: 7 } }
    const signed = device.sign({ method: 'hello' })
    const cookie = `a=b; ${toCookieName('other')}=nothing; ${toCookieName('demo')}=credential-of-demo; c=d`
    const response = await post(signed, {
      ...own,
      cookie,
      'user-agent': 'Test/1',
      'x-forwarded-for': '9.9.9.9, 203.0.113.7',
    })
    expect([response.status, await response.json()]).toEqual([200, { result: { now: 7 } }])
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(custody.calls.at(-1)).toMatchObject({
      ...signed,
      credential: 'credential-of-demo',
      ip: '203.0.113.7',
      userAgent: 'Test/1',
    })
  })

  test('sets a partitioned cookie for this host only, and deletes it again', async () => {
    next = { result: {}, credential: 'credential-of-demo' }
    expect((await post(device.sign({}))).headers.get('set-cookie')).toBe(
      `${toCookieName('demo')}=credential-of-demo; Path=/; Secure; HttpOnly; SameSite=None; Partitioned; Max-Age=31536000`,
    )
    next = { result: {}, credential: null }
    expect((await post(device.sign({}))).headers.get('set-cookie')).toBe(
      `${toCookieName('demo')}=; Path=/; Secure; HttpOnly; SameSite=None; Partitioned; Max-Age=0`,
    )
    expect(toCookieName('demo')).toMatch(/^__Host-latchkey-[\da-f]{8}$/)
  })

  test.each([
    ['NO_DEVICE', 401],
    ['NO_SESSION', 401],
    ['UNKNOWN_PROJECT', 403],
    ['SOCIAL_REFUSED', 403],
    ['SOCIAL_FAILED', 503],
    ['TOO_MANY', 429],
    ['CODE_WRONG', 400],
    ['INTERNAL', 500],
    ['UNAVAILABLE', 503],
  ])('%s of custody is returned with status %i', async (code, status) => {
    const error = { code, message: 'No.', retryAfter: 3, now: 5 }
    next = { error }
    const response = await post(device.sign({}))
    expect([response.status, await response.json()]).toEqual([status, { error }])
  })
})

describe('a call that is not from a page of this site', () => {
  const signed = (): string => JSON.stringify(device.sign({}))
  test.each<[string, Record<string, string>, number]>([
    ['another site', { ...own, origin: 'https://evil.example' }, 403],
    ['the same host by http', { ...own, origin: 'http://vault.example' }, 403],
    ['a page without an origin', { ...own, origin: 'null' }, 403],
    ['a browser that says cross-site', { ...own, 'sec-fetch-site': 'cross-site' }, 403],
    ['a browser that says same-site', { ...own, 'sec-fetch-site': 'same-site' }, 403],
    ['a navigation', { ...own, 'sec-fetch-site': 'none' }, 403],
    ['a program that sends no origin', { 'content-type': 'application/json' }, 403],
    ['a form', { ...own, 'content-type': 'text/plain' }, 415],
    ['a form with fields', { ...own, 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ])('error: %s is rejected before it reaches custody', async (_, headers, status) => {
    const before = custody.calls.length
    expect((await post(signed(), headers)).status).toBe(status)
    expect(custody.calls).toHaveLength(before)
  })

  test('a browser that says same-origin is accepted, with and without Origin', async () => {
    expect((await post(signed(), { ...own, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    const { origin: _, ...bare } = own
    expect((await post(signed(), { ...bare, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })
})

describe('bad input', () => {
  test.each<[string, unknown, number]>([
    ['a body that is not JSON', '{', 400],
    ['a body that is not an object', '7', 400],
    ['a missing statement', {}, 400],
    ['a statement that is not JSON', { statement: 'x', signature: 'y' }, 400],
    ['a statement without a project', { statement: '{"method":"hello"}', signature: 'y' }, 400],
    ['an unknown field', { ...device.sign({}), more: 1 }, 400],
    ['a signature of another device', { ...device.sign({}), signature: createDevice().sign({}).signature }, 400],
    ['300 KiB', 'x'.repeat(307_200), 413],
  ])('error: rejects %s', async (_, body, status) => {
    const response = await post(body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } })
  })

  test('error: does not read a streamed body beyond the limit', async () => {
    const part = new TextEncoder().encode('x'.repeat(65_536))
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        if (sent > 100) controller.close()
        else controller.enqueue(part)
      },
    })
    const init = { method: 'POST', headers: own, body, duplex: 'half' } as RequestInit
    const status = await fetch(`${site.url}/v1/call`, init).then(
      (response) => response.status,
      () => 'ended',
    )
    expect([413, 'ended']).toContain(status)
    expect(sent).toBeLessThan(100)
  })

  test('rejects a page of another build before custody, but accepts one that names no build', async () => {
    const before = custody.calls.length
    const response = await post(device.sign({}), { ...own, 'x-latchkey-build': 'build0' })
    expect([response.status, await response.json()]).toEqual([
      409,
      { error: { code: 'OLD_FRAME', message: 'There is a newer page.' } },
    ])
    expect(custody.calls).toHaveLength(before)
    expect((await post(device.sign({}), { ...own, 'x-latchkey-build': 'build1' })).status).toBe(200)
    expect((await post(device.sign({}))).status).toBe(200)
  })
})

describe('a site that stops', () => {
  const start = (): Promise<RunningSite> =>
    startSite({
      projects: new Map([['demo', { name: 'Demo', origins: ['https://app.example'] }]]),
      networks: [],
      custody: custody.socket,
      port: 0,
      publicUrl: 'https://vault.example',
      frameFolder,
    })
  const send = (at: RunningSite, method: string): Promise<Response> =>
    fetch(`${at.url}/v1/call`, { method: 'POST', headers: own, body: JSON.stringify(device.sign({ method })) })

  test('ends long polls with 503, and lets other calls finish', async () => {
    const stopped = await start()
    let finish: (value: unknown) => void = () => undefined
    next = new Promise((resolve) => {
      finish = resolve
    })
    const before = custody.calls.length
    const replies = [send(stopped, 'email.device'), send(stopped, 'user.get')] as const
    await expect.poll(() => custody.calls.length).toBe(before + 2)
    const stopping = stopped.stop()
    const poll = await replies[0]
    expect([poll.status, poll.headers.get('connection'), poll.headers.get('retry-after')]).toEqual([503, 'close', '5'])
    finish({ result: { email: 'a@mail.example' } })
    const call = await replies[1]
    expect([call.status, await call.json()]).toEqual([200, { result: { email: 'a@mail.example' } }])
    await stopping
  })
})

describe('custody that fails', () => {
  test.each([
    ['a response that is not JSON', '<html>'],
    ['a credential that would inject headers', { result: {}, credential: 'a\r\nset-cookie: x=y' }],
    ['an error without a code', { error: { message: 7 } }],
  ])('error: %s gives 503, and is not passed on', async (_, answer) => {
    next = answer
    const response = await post(device.sign({}))
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.json()).toEqual({
      error: { code: 'UNAVAILABLE', message: 'The vault cannot answer right now. Please try again.' },
    })
  })

  test('error: unreachable custody gives 503 and a warning', async () => {
    const lonely = await startSite({
      projects: new Map(),
      networks: [],
      custody: '/nowhere/custody.sock',
      port: 0,
      publicUrl: 'https://vault.example',
      frameFolder,
      warn: (cause) => warnings.push(cause),
    })
    const init = { method: 'POST', headers: own, body: JSON.stringify(device.sign({})) }
    expect((await fetch(`${lonely.url}/v1/call`, init)).status).toBe(503)
    await lonely.stop()
    expect(warnings).toEqual([
      expect.objectContaining({ message: 'Custody at /nowhere/custody.sock can’t be reached.' }),
    ])
  })
})
