import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestEnv } from '../testing/createTestModal.js'
import { createHttpClient } from './http.js'
import { fetchAssetImage, fetchCurrencyImage, fetchTokenImage, fetchWalletImage } from './images.js'

const server = setupServer()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))

afterEach(() => server.resetHandlers())

afterAll(() => server.close())

const client = createHttpClient({
  baseUrl: 'https://api.example.org',
  env: { ...createTestEnv(), fetch: (input, init) => fetch(input, init) },
})

const { signal } = new AbortController()

const png = Uint8Array.from('\x89PNG\r\n\x1a\n....', (character) => character.charCodeAt(0))

test.each([
  [fetchWalletImage, '/getWalletImage/a%2Fb'],
  [fetchAssetImage, '/public/getAssetImage/a%2Fb'],
  [fetchTokenImage, '/public/getTokenImage/a%2Fb'],
  [fetchCurrencyImage, '/public/getCurrencyImage/a%2Fb'],
])('%o requests %s [S7.27]', async (fetchImage, path) => {
  const seen: string[] = []
  server.use(
    http.get('https://api.example.org/*', ({ request }) => {
      seen.push(new URL(request.url).pathname)
      return HttpResponse.arrayBuffer(png.buffer, { headers: { 'content-type': 'text/html' } })
    }),
  )
  const blob = await fetchImage(client, { id: 'a/b', signal })
  expect([blob.type, new Uint8Array(await blob.arrayBuffer()), seen]).toEqual(['image/png', png, [path]])
})

test('rejects empty ids and ids of dots, which would lead to another path', async () => {
  for (const id of ['', '.', '..'])
    await expect(fetchWalletImage(client, { id, signal })).rejects.toMatchObject({ code: 'SERVER_ERROR' })
})

test.each(['<!doctype html><script>alert(1)</script>', 'PK\x03\x04', ''])(
  'error: SERVER_ERROR for %j declared as an image [T13]',
  async (body) => {
    server.use(
      http.get('*/getWalletImage/x', () => HttpResponse.text(body, { headers: { 'content-type': 'image/png' } })),
    )
    await expect(fetchWalletImage(client, { id: 'x', signal })).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  },
)

test('keeps an SVG with a script unchanged, as image elements run no scripts [T13]', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  server.use(http.get('*/getWalletImage/x', () => HttpResponse.text(svg)))
  const blob = await fetchWalletImage(client, { id: 'x', signal })
  expect([blob.type, await blob.text()]).toEqual(['image/svg+xml', svg])
})

test('reads only the first part of a 50 MB response', async () => {
  let sent = 0
  server.use(
    http.get('*/getWalletImage/x', () => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 65_536
          controller.enqueue(new Uint8Array(65_536))
          if (sent >= 50_000_000) controller.close()
        },
      })
      return new HttpResponse(body)
    }),
  )
  await expect(fetchWalletImage(client, { id: 'x', signal })).rejects.toThrow(RangeError)
  expect(sent).toBeLessThan(2_000_000)
})
