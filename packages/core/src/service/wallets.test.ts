import { HttpResponse, http, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestClock } from '../testing/createTestClock.js'
import { createTestEnv } from '../testing/createTestModal.js'
import { createHttpClient, httpTimeout } from './http.js'
import { fetchWallets } from './wallets.js'

const server = setupServer()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))

afterEach(() => server.resetHandlers())

afterAll(() => server.close())

const clock = createTestClock()

const client = createHttpClient({
  baseUrl: 'https://api.example.org',
  env: { ...createTestEnv({ clock }), fetch: (input, init) => fetch(input, init) },
})

const { signal } = new AbortController()

const first = { page: 1, entries: 40, signal } as const

function answer(body: JsonBodyType, status = 200): void {
  server.use(http.get('https://api.example.org/getWallets', () => HttpResponse.json(body, { status })))
}

test('sends page, entries, include, exclude, chains, search and badge_type [S7.27]', async () => {
  const seen: string[] = []
  server.use(
    http.get('https://api.example.org/getWallets', ({ request }) => {
      seen.push(decodeURIComponent(new URL(request.url).search))
      return HttpResponse.json({ data: [], count: 0 })
    }),
  )
  await fetchWallets(client, first)
  await fetchWallets(client, {
    page: 2,
    entries: 100,
    include: ['a', 'b'],
    exclude: ['c'],
    chains: ['eip155:1', 'solana:x'],
    search: 'meta',
    badge_type: 'certified',
    signal,
  })
  expect(seen).toEqual([
    '?page=1&entries=40',
    '?page=2&entries=100&include=a,b&exclude=c&chains=eip155:1,solana:x&search=meta&badge_type=certified',
  ])
})

test('drops invalid wallets and fields', async () => {
  answer({
    data: [null, 1, 'x', [], { id: 'a', name: 'A', order: 'x' }, { id: 7, name: 'B' }, { name: 'C' }],
    count: 90,
  })
  expect(await fetchWallets(client, first)).toEqual({ data: [{ id: 'a', name: 'A' }], count: 90 })
})

test.each([undefined, null, -1, 'many', 1.5, Number.MAX_VALUE])('ignores an invalid count of %o', async (count) => {
  answer({ data: [{ id: 'a', name: 'A' }], count } as JsonBodyType)
  expect(await fetchWallets(client, { ...first, page: 3 })).toMatchObject({ count: 81 })
})

test('assumes more wallets without a count while pages are full', async () => {
  answer({ data: [{ id: 'a', name: 'A' }, null] })
  expect(await fetchWallets(client, { ...first, entries: 2, page: 3 })).toMatchObject({ count: 7 })
})

test('keeps the valid wallets of a hundred thousand, half of them invalid [I28]', async () => {
  const rows = Array.from({ length: 100_000 }, (_, index) =>
    index % 2
      ? [null, 0, { id: index }, { id: 'x', name: {} }][index % 4]
      : { id: `w${index}`, name: `Wallet ${index}` },
  )
  answer({ data: rows, count: 100_000 } as JsonBodyType)
  const started = performance.now()
  const reply = await fetchWallets(client, { ...first, page: 2 })
  expect(performance.now() - started).toBeLessThan(10_000)
  expect([reply.count, reply.data.length, reply.data[0]?.id]).toEqual([50_000, 40, 'w80'])
})

test('pages, searches and filters a list served as a static file', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({ id: `w${index}`, name: `Wallet ${index}` }))
  answer(rows)
  expect((await fetchWallets(client, { ...first, page: 2 })).data).toHaveLength(20)
  expect((await fetchWallets(client, { ...first, search: 'let 59' })).data).toEqual([rows[59]])
  expect((await fetchWallets(client, { ...first, include: ['w7'] })).data).toEqual([rows[7]])
})

test.each([
  [429, 'RATE_LIMITED', '[S8.55]'],
  [500, 'SERVER_ERROR', '[S8.55]'],
  [503, 'SERVER_ERROR', '[S8.55]'],
  [404, 'HTTP_STATUS', 'as the server did not fail'],
])('error: maps HTTP %s to %s %s', async (status, code) => {
  answer({}, status)
  await expect(fetchWallets(client, first)).rejects.toMatchObject({ code })
})

test.each([{ data: {} }, {}, 7, null])('error: SERVER_ERROR for %j', async (body) => {
  answer(body)
  await expect(fetchWallets(client, first)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
})

test('error: SERVER_ERROR for HTML, for a network failure and after a timeout of ten seconds', async () => {
  server.use(http.get('*/getWallets', () => HttpResponse.html('<p>Sorry')))
  await expect(fetchWallets(client, first)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  server.use(http.get('*/getWallets', () => HttpResponse.error()))
  await expect(fetchWallets(client, first)).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  server.use(http.get('*/getWallets', () => new Promise<never>(() => {})))
  const late = fetchWallets(client, first).catch((cause: unknown) => cause)
  await clock.advance(httpTimeout)
  expect(await late).toMatchObject({ code: 'SERVER_ERROR', cause: { code: 'TIMED_OUT' } })
})
