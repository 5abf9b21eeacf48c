import { describe, expect, test } from 'vitest'
import { createTestServer } from '../../../test/createTestServer.js'
import { createEvmAccount } from '../../../test/testAccounts.js'

const origin = 'https://app.example.org:8443'

describe('request checks', () => {
  test.each([
    'https://evil.example',
    'null',
    'https://app.example.org',
    'http://app.example.org:8443',
    'https://APP.example.org:8443',
    '',
  ])('error: responds with 403 to the origin %j', async (other) => {
    const { browser } = createTestServer()
    for (const path of ['nonce', 'verify', 'sign-out']) {
      const reply = await browser.send(path, {}, { headers: { origin: other } })
      expect([reply.status, reply.headers.get('access-control-allow-origin'), await reply.json()]).toEqual([
        403,
        null,
        { error: 'ORIGIN_NOT_ALLOWED', field: 'origin', message: expect.any(String) },
      ])
    }
  })

  test('error: responds with 403 without an origin', async () => {
    const { siwx } = createTestServer()
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    expect((await siwx.handle(new Request('https://api.example.org/siwx/nonce', init))).status).toBe(403)
  })

  test('error: rejects a sign-in of one origin that another origin sends', async () => {
    const { browser, createBrowser } = createTestServer()
    const signIn = await browser.prepare(createEvmAccount())
    const reply = await createBrowser('https://other.example.org').send('verify', signIn)
    expect([reply.status, await reply.json()]).toMatchObject([401, { error: 'MESSAGE_REFUSED', field: 'domain' }])
    expect((await browser.send('verify', signIn)).status).toBe(200)
  })

  test('error: responds with 415 to the content types of HTML forms, and to other types than JSON', async () => {
    const { browser } = createTestServer()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/json', '']) {
      const reply = await browser.send('nonce', {}, { headers: { 'content-type': type } })
      expect([type, reply.status, await reply.json()]).toMatchObject([type, 415, { error: 'NOT_JSON' }])
    }
    expect(
      (await browser.send('nonce', {}, { headers: { 'content-type': 'Application/JSON; charset=utf-8' } })).status,
    ).toBe(200)
  })

  test.each(['{', '', '[]', 'null', '7', '"text"', '{"a":1}x'])(
    'error: responds with 400 to the body %j',
    async (body) => {
      const reply = await createTestServer().browser.send('verify', body)
      expect([reply.status, await reply.json()]).toMatchObject([400, { error: 'BAD_REQUEST' }])
    },
  )

  test('error: responds with 413 to a body of more than 64 KiB', async () => {
    const { browser } = createTestServer()
    const send = async (length: number): Promise<number> =>
      (await browser.send('nonce', JSON.stringify({ x: 'x'.repeat(length - '{"x":""}'.length) }))).status
    expect([await send(65_536), await send(65_537)]).toEqual([200, 413])
  })

  test('error: responds with 405 to other methods, and with 404 to other paths', async () => {
    const { browser } = createTestServer()
    const wrong = await browser.send('verify')
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    expect((await browser.send('session', {})).status).toBe(405)
    expect((await browser.send('constructor')).status).toBe(404)
    expect((await browser.send('')).status).toBe(404)
  })
})

test('responses are not cached, and can be read by the allowed origin', async () => {
  const { browser } = createTestServer()
  const { headers } = await browser.send('session')
  expect(Object.fromEntries(headers)).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    vary: 'Origin, Cookie, Authorization',
  })
})

test('a preflight allows the method and headers that the page sends', async () => {
  const { browser } = createTestServer()
  const reply = await browser.send('verify', undefined, { method: 'OPTIONS' })
  expect([
    reply.status,
    reply.headers.get('access-control-allow-methods'),
    reply.headers.get('access-control-allow-headers'),
  ]).toEqual([204, 'POST', 'authorization, content-type'])
})

test('limits the open nonces of each client until they expire', async () => {
  const { siwx, browser, wait } = createTestServer({ nonceLimit: 2 })
  const ask = async (client: string): Promise<Response> => {
    const headers = { origin, 'content-type': 'application/json' }
    return siwx.nonce(new Request('https://api.example.org/nonce', { method: 'POST', headers, body: '{}' }), { client })
  }
  const seen = [await ask('a'), await ask('a'), await ask('a'), await ask('b')]
  expect(seen.map(({ status }) => status)).toEqual([200, 200, 429, 200])
  expect([seen[2]?.headers.get('retry-after'), await seen[2]?.json()]).toMatchObject([
    '600',
    { error: 'TOO_MANY_REQUESTS' },
  ])
  wait(600_000)
  expect((await ask('a')).status).toBe(200)
  for (let index = 0; index < 5; index++) expect((await browser.send('nonce', {})).status).toBe(200)
})

describe('queries', () => {
  test.each([
    ['?chainId=1', 'chainId'],
    ['?chainId=FOO:1', 'chainId'],
    ['?chainId=eip155:1:2', 'chainId'],
    ['?address=x', 'address'],
    ['?address=0x%00', 'address'],
  ])('error: responds with 400 to %s, and names the invalid field', async (query, field) => {
    const reply = await createTestServer().browser.send(`session${query}`)
    expect([reply.status, await reply.json()]).toMatchObject([400, { error: 'BAD_REQUEST', field }])
  })
})
