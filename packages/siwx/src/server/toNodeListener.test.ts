import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTestBrowser, type TestBrowser } from '../../test/createTestBrowser.js'
import { createTestServer } from '../../test/createTestServer.js'
import { createEvmAccount } from '../../test/testAccounts.js'
import { type NodeRequest, toNodeListener } from './toNodeListener.js'

let server: Server | undefined
afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))))

/** As in the README. */
async function listen(seen: string[] = []): Promise<{ url: string; port: number; browser: TestBrowser }> {
  const { siwx } = createTestServer()
  const members = siwx.protect((_, [{ data }]) => Response.json({ hello: data.accountAddress }))
  const listeners = [siwx.handle, members].map((handler) =>
    toNodeListener((input, context) => {
      seen.push(`${context?.client}`)
      return handler(input, context)
    }),
  )
  const [onSiwx, onMembers] = listeners
  server = createServer((input, output) => {
    void (input.url?.startsWith('/siwx/') ? onSiwx : onMembers)?.(input, output)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return { url, port, browser: createTestBrowser({ answer: (input) => fetch(input), url: `${url}/siwx` }) }
}

test('a user signs in over node:http with a cookie, and can call a protected handler', async () => {
  const seen: string[] = []
  const { url, browser } = await listen(seen)
  const account = createEvmAccount()
  expect((await browser.signIn(account)).status).toBe(200)
  const reply = await fetch(`${url}/members`, { headers: { cookie: browser.getCookie() } })
  expect([reply.status, await reply.json()]).toEqual([200, { hello: account.address }])
  expect((await fetch(`${url}/members`)).status).toBe(401)
  const head = await fetch(`${url}/members`, { method: 'HEAD', headers: { cookie: browser.getCookie() } })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(new Set(seen)).toEqual(new Set(['127.0.0.1']))
})

test('responds with 413 to a body that is too long', async () => {
  const { browser } = await listen()
  const reply = await browser.send('verify', { message: 'x'.repeat(200_000) })
  expect([reply.status, await reply.json()]).toMatchObject([413, { error: 'BODY_TOO_LARGE' }])
})

test('an invalid request ends only its own connection', async () => {
  const { port, browser } = await listen()
  const ended = await new Promise((resolve) => {
    request({ port, host: '127.0.0.1', path: '/siwx/nonce', method: 'TRACE' })
      .on('response', (response) => resolve(response.statusCode))
      .on('error', () => resolve('ended'))
      .end()
  })
  expect(ended).toBe('ended')
  expect((await browser.send('nonce', {})).status).toBe(200)
})

test('uses originalUrl if it is mounted below a path, as in Express', async () => {
  const paths: string[] = []
  const listener = toNodeListener(async ({ url, method }) => {
    paths.push(`${method} ${new URL(url).pathname}`)
    return new Response(null, { status: 204 })
  })
  const sent: unknown[] = []
  const output = {
    writeHead: (status: number) => sent.push(status),
    end: () => sent.push('end'),
    destroy: () => sent.push('gone'),
  }
  const input = {
    method: 'GET',
    url: '/session',
    originalUrl: '/siwx/session',
    headers: {},
    socket: {},
  } as unknown as NodeRequest
  await listener(input, output)
  expect([paths, sent]).toEqual([['GET /siwx/session'], [204, 'end']])
})
