import { delay, HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { AbortedError } from '../errors/LatchkeyError.js'
import type { Env } from '../modal/env.js'
import { createTestClock } from '../testing/createTestClock.js'
import { createTestEnv } from '../testing/createTestModal.js'
import { createHttpClient, httpTimeout } from './http.js'

const server = setupServer()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))

afterEach(() => server.resetHandlers())

afterAll(() => server.close())

const clock = createTestClock()

const env: Env = { ...createTestEnv({ clock }), fetch: (input, init) => fetch(input, init) }

const client = createHttpClient({ baseUrl: 'https://api.example.org/base/?key=1', env, params: () => ({ st: 'us' }) })

type Seen = { readonly method: string; readonly url: string; readonly type: string | null; readonly body: string }

function record(): Seen[] {
  const seen: Seen[] = []
  server.use(
    http.all('https://api.example.org/*', async ({ request }) => {
      const { method, url, headers } = request
      seen.push({ method, url, type: headers.get('content-type'), body: await request.text() })
      return HttpResponse.json({ ok: true })
    }),
  )
  return seen
}

test('sends the request below the base URL, with the common parameters and its own [S7.25]', async () => {
  const seen = record()
  const params = { page: 2, search: 'a b&c', include: '', exclude: undefined }
  expect(await client.get({ path: '/things', params })).toEqual({ ok: true })
  expect(seen).toEqual([
    {
      method: 'GET',
      url: 'https://api.example.org/base/things?key=1&page=2&search=a+b%26c&st=us',
      type: null,
      body: '',
    },
  ])
})

test('POST sends JSON [S7.25]', async () => {
  const seen = record()
  expect(await client.post({ path: '/x', body: { a: ['é', null] } })).toEqual({ ok: true })
  expect(seen).toMatchObject([{ method: 'POST', type: 'application/json', body: '{"a":["é",null]}' }])
})

test('reads the common parameters again for each request', async () => {
  const seen = record()
  let clientId: string | undefined
  const late = createHttpClient({ baseUrl: 'https://api.example.org', env, params: () => ({ clientId }) })
  await late.get({ path: '/x' })
  clientId = 'did:key:z6Mk'
  await late.get({ path: '/x' })
  expect(seen.map(({ url }) => url)).toEqual([
    'https://api.example.org/x',
    'https://api.example.org/x?clientId=did%3Akey%3Az6Mk',
  ])
})

test.each([400, 404, 429, 500, 503])(
  'error: HTTP_STATUS %s, with the response as its cause [S7.25]',
  async (status) => {
    server.use(http.get('https://api.example.org/base/x', () => HttpResponse.text('why', { status })))
    const error = await client.get({ path: '/x' }).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: 'HTTP_STATUS', shortMessage: `HTTP status code: ${status}`, status })
    const { cause } = error as { readonly cause: Response }
    expect(cause).toBeInstanceOf(Response)
    expect(await cause.text()).toBe('why')
  },
)

test('returns undefined for an empty response, and rejects invalid JSON with a SyntaxError', async () => {
  server.use(http.post('*/base/x', () => new HttpResponse(null, { status: 204 })))
  expect(await client.post({ path: '/x', body: {} })).toBeUndefined()
  server.use(http.get('*/base/x', () => HttpResponse.html('<p>Hello')))
  await expect(client.get({ path: '/x' })).rejects.toThrow(SyntaxError)
})

test('error: TIMED_OUT after ten seconds; the request is aborted and no timer is left', async () => {
  let isEnded = false
  server.use(
    http.get('*/base/x', async ({ request }) => {
      request.signal.addEventListener('abort', () => {
        isEnded = true
      })
      await delay('infinite')
    }),
  )
  const call = client.get({ path: '/x' }).catch((cause: unknown) => cause)
  await clock.advance(httpTimeout - 1)
  expect(clock.pending()).toBe(1)
  await clock.advance(1)
  expect(await call).toMatchObject({ code: 'TIMED_OUT' })
  expect([isEnded, clock.pending()]).toEqual([true, 0])
})

test('the timeout covers the body too', async () => {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(1)) })
  const stalled: Env = { ...env, fetch: async () => new Response(body) }
  const slow = createHttpClient({ baseUrl: 'https://api.example.org', env: stalled })
  const call = slow.getBlob({ path: '/x', maxBytes: 10 }).catch((cause: unknown) => cause)
  await clock.advance(httpTimeout)
  expect(await call).toMatchObject({ code: 'TIMED_OUT' })
})

test('error: ABORTED if the caller aborts before or during the request', async () => {
  server.use(http.get('*/base/x', async () => delay('infinite')))
  const ending = new AbortController()
  const call = client.get({ path: '/x', signal: ending.signal }).catch((cause: unknown) => cause)
  ending.abort(new AbortedError())
  expect(await call).toMatchObject({ code: 'ABORTED' })
  await expect(client.get({ path: '/x', signal: ending.signal })).rejects.toMatchObject({ code: 'ABORTED' })
  expect(clock.pending()).toBe(0)
})

test('rejects with the browser’s TypeError if the network fails', async () => {
  server.use(http.get('*/base/x', () => HttpResponse.error()))
  await expect(client.get({ path: '/x' })).rejects.toThrow(TypeError)
})

test('getBlob returns bytes with their type, up to maxBytes [S7.25]', async () => {
  server.use(
    http.get('*/base/x', () =>
      HttpResponse.arrayBuffer(new Uint8Array([1, 2]).buffer, { headers: { 'content-type': 'image/png' } }),
    ),
  )
  const blob = await client.getBlob({ path: '/x', maxBytes: 2 })
  expect([blob.type, blob.size]).toEqual(['image/png', 2])
  await expect(client.getBlob({ path: '/x', maxBytes: 1 })).rejects.toThrow(RangeError)
})
