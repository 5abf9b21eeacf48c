import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type RunningGateway, startGateway } from '../../apps/gateway/src/startGateway.js'
import { installTimeout, provideCommands } from './test/podman.js'
import { hosts, type Reply, type RunningProxy, send, startProxy } from './test/proxy.js'

/** A program behind the proxy that records its requests and returns their headers. */
type Program = { readonly server: Server; readonly place: string; readonly requests: IncomingMessage[] }

let proxy: RunningProxy
let gateway: RunningGateway
let echo: WebSocketServer
const sites: Program[] = []

async function startProgram(name: string): Promise<Program> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    if (request.url === '/unready') response.writeHead(503).end()
    else if (request.url === '/die') request.socket.destroy()
    else {
      response.writeHead(200, { 'strict-transport-security': 'max-age=1', 'content-type': 'application/json' })
      request.resume().on('end', () => response.end(JSON.stringify({ name, headers: request.headers })))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, place: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

let obstacle: string | undefined
beforeAll(async () => {
  obstacle = await provideCommands({ nginx: 'nginx-light', openssl: 'openssl' })
  if (obstacle !== undefined) return
  gateway = await startGateway({ port: 0, metrics: { port: 0 }, trustsProxy: true, warn: () => undefined })
  sites.push(await startProgram('one'), await startProgram('two'))
  const [one = '', two = ''] = sites.map(({ place }) => place)
  const place = `127.0.0.1:${gateway.port}`
  echo = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  echo.on('connection', (socket, { headers }) => socket.on('message', () => socket.send(JSON.stringify(headers))))
  await once(echo, 'listening')
  const relay = `127.0.0.1:${(echo.address() as AddressInfo).port}`
  const relays = { RELAY_1: relay, RELAY_2: relay }
  proxy = await startProxy({ GATEWAY_1: place, GATEWAY_2: place, SITE_1: one, SITE_2: two, CONSOLE: one, ...relays })
}, installTimeout)
afterAll(async () => {
  await proxy?.stop()
  await gateway?.stop()
  echo?.close()
  for (const { server } of sites) server.close().closeAllConnections()
})

const to = (host: string): { host: string; port: number; ca: string } => ({ host, port: proxy.port, ca: proxy.ca })
const toNames = ({ text }: Reply): string => (JSON.parse(text) as { name: string }).name

test('replaces the client’s forwarding headers and request ID with the proxy’s own', async ({ skip }) => {
  skip(obstacle !== undefined, obstacle)
  const { text } = await send(to(hosts.site), {
    headers: {
      'x-forwarded-for': '203.0.113.7',
      forwarded: 'for=203.0.113.7',
      'x-forwarded-proto': 'http',
      'x-request-id': 'mine',
      upgrade: 'h2c',
      connection: 'upgrade',
    },
  })
  const { headers } = JSON.parse(text) as { headers: Record<string, string> }
  expect(headers).toMatchObject({ host: hosts.site, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' })
  expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(forwarded|upgrade)$/)]))
})

test('trace headers from clients are not passed on', async ({ skip }) => {
  skip(obstacle !== undefined, obstacle)
  const headers = { traceparent: `00-${'1'.repeat(32)}-${'1'.repeat(16)}-01`, tracestate: 'a=b' }
  const { text } = await send(to(hosts.site), { headers })
  const passed = Object.keys((JSON.parse(text) as { headers: object }).headers)
  expect(passed.filter((name) => name.startsWith('trace'))).toEqual([])
})

test('every HTTPS response has one HSTS header, and none reveals the proxy’s version', async ({ skip }) => {
  skip(obstacle !== undefined, obstacle)
  const hsts = 'max-age=63072000; includeSubDomains'
  const replies = [
    await send(to(hosts.site)),
    await send(to(hosts.gateway), { path: '/health' }),
    await send(to(hosts.gateway), { path: '/nothing' }),
    await send(to(hosts.site), { path: '/die' }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 404, 502])
  for (const { headers } of replies) {
    expect(headers['strict-transport-security']).toBe(hsts)
    expect(headers['server'] ?? 'nginx').toBe('nginx')
  }
})

test('redirects HTTP to HTTPS except for ACME challenges, and serves no certificate for unknown hosts', async ({
  skip,
}) => {
  skip(obstacle !== undefined, obstacle)
  const plain = async (path: string): Promise<IncomingMessage> => {
    const [response] = (await once(
      get({ host: '127.0.0.1', port: proxy.httpPort, path, headers: { host: hosts.site }, agent: false }),
      'response',
    )) as [IncomingMessage]
    response.resume()
    return response
  }
  const moved = await plain('/account?projectId=a')
  expect([moved.statusCode, moved.headers.location]).toEqual([308, `https://${hosts.site}/account?projectId=a`])
  await writeFile(join(proxy.acmeFolder, 'ignored'), '')
  expect((await plain('/.well-known/acme-challenge/none')).statusCode).toBe(404)
  await expect(send({ ...to(hosts.site), host: 'other.latchkey.test' })).rejects.toThrow(/unrecognized name|handshake/i)
})

test('listens on IPv6 too', async ({ skip }) => {
  skip(obstacle !== undefined, obstacle)
  const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'))
  skip(!hasIpv6, 'This machine has no IPv6.')
  const { text } = await send(to(hosts.site), { host: '::1' })
  expect(JSON.parse(text)).toMatchObject({ headers: { 'x-forwarded-for': '::1' } })
  const moved = get({ host: '::1', port: proxy.httpPort, headers: { host: hosts.site }, agent: false })
  const [response] = (await once(moved, 'response')) as [IncomingMessage]
  expect(response.resume().statusCode).toBe(308)
})

test('metrics are not reachable through the proxy', async ({ skip }) => {
  skip(obstacle !== undefined, obstacle)
  const own = await fetch(`${gateway.metricsUrl}/metrics`)
  expect(await own.text()).toContain('latchkey_http_requests_total')
  for (const path of ['/metrics', '//metrics', '/%6detrics', '/metrics/', '/v1/../metrics'])
    expect((await send(to(hosts.gateway), { path })).status).toBe(404)
})

test('skips stopped and unready instances, and never resends a POST that an instance may have processed', async ({
  skip,
}) => {
  skip(obstacle !== undefined, obstacle)
  const names = new Set<string>()
  for (let count = 0; count < 4; count++) names.add(toNames(await send(to(hosts.site))))
  expect(names).toEqual(new Set(['one', 'two']))
  const count = (path: string): number =>
    sites.flatMap(({ requests }) => requests).filter(({ url }) => url === path).length
  const dead = count('/die')
  expect((await send(to(hosts.site), { path: '/die', method: 'POST', body: 'once' })).status).toBe(502)
  expect(count('/die')).toBe(dead + 1)
  expect((await send(to(hosts.site), { path: '/unready' })).status).toBe(503)
  expect(count('/unready')).toBe(2)
  const [one] = sites
  one?.server.close().closeAllConnections()
  await once(one?.server ?? process, 'close')
  for (let index = 0; index < 6; index++)
    expect(toNames(await send(to(hosts.site), { method: 'POST', body: 'more' }))).toBe('two')
})

test('proxies WebSockets to the relay with the client’s address, and to no other program', async ({ skip }) => {
  skip(obstacle !== undefined, obstacle)
  const open = (host: string): WebSocket =>
    new WebSocket(`wss://${host}:${proxy.port}/?projectId=a`, {
      ca: proxy.ca,
      headers: { 'x-forwarded-for': '203.0.113.7' },
      lookup: ((_: string, __: object, done: (...args: unknown[]) => void) =>
        done(null, [{ address: '127.0.0.1', family: 4 }])) as never,
    })
  const socket = open(hosts.relay)
  await once(socket, 'open')
  socket.send('hello')
  const [message] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(String(message))).toMatchObject({ 'x-forwarded-for': '127.0.0.1', host: hosts.relay })
  socket.terminate()
  const refused = open(hosts.site)
  const [cause] = (await once(refused, 'error')) as [Error]
  expect(cause.message).toMatch(/Unexpected server response: 200/)
})

test('rejects large bodies and floods of requests', async ({ skip }) => {
  skip(obstacle !== undefined, obstacle)
  const big = { method: 'POST', path: '/v1/names', body: Buffer.alloc(200_000) }
  expect((await send(to(hosts.gateway), big)).status).toBe(413)
  const replies = await Promise.all(
    Array.from({ length: 60 }, () => send(to(hosts.site), { path: '/link' }).then(({ status }) => status)),
  )
  expect(new Set(replies)).toEqual(new Set([200, 429]))
  expect(replies.filter((status) => status === 200).length).toBeGreaterThan(20)
})

test('limits an IPv6 network of 64 bits as one client', async ({ skip }) => {
  skip(obstacle !== undefined, obstacle)
  const [, two = ''] = sites.map(({ place }) => place)
  const all = { GATEWAY_1: two, GATEWAY_2: two, SITE_1: two, SITE_2: two, RELAY_1: two, RELAY_2: two, CONSOLE: two }
  const directives = 'set_real_ip_from 127.0.0.1; real_ip_header X-Test-Address;'
  const own = await startProxy(all, { directives })
  onTestFinished(own.stop)
  const at = { host: hosts.site, port: own.port, ca: own.ca }
  const sendFrom = async (address: string): Promise<number> =>
    (await send(at, { path: '/link', headers: { 'x-test-address': address } })).status
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => sendFrom(`2001:db8:0:1:${(index + 1).toString(16)}::1`)),
  )
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  for (const address of ['2001:db8:0:2::1', '203.0.113.7', '203.0.113.8']) expect(await sendFrom(address)).toBe(200)
})

test('the console is reachable from its configured network only', async ({ skip }) => {
  skip(obstacle !== undefined, obstacle)
  const [, two = ''] = sites.map(({ place }) => place)
  const all = { GATEWAY_1: two, GATEWAY_2: two, SITE_1: two, SITE_2: two, RELAY_1: two, RELAY_2: two, CONSOLE: two }
  for (const [from, status] of [
    ['127.0.0.0/8', 200],
    ['203.0.113.0/24', 403],
  ] as const) {
    const own = await startProxy({ ...all, CONSOLE_FROM: from })
    const at = { port: own.port, ca: own.ca }
    expect([from, (await send({ ...at, host: hosts.console })).status]).toEqual([from, status])
    expect((await send({ ...at, host: hosts.site })).status).toBe(200)
    await own.stop()
  }
})

test('failed requests are logged without client addresses and without tokens from emailed links', async ({ skip }) => {
  skip(obstacle !== undefined, obstacle)
  const [, two = ''] = sites.map(({ place }) => place)
  const all = { GATEWAY_1: two, GATEWAY_2: two, SITE_1: '127.0.0.1:9', SITE_2: two, RELAY_1: two, RELAY_2: two }
  const own = await startProxy({ ...all, CONSOLE: two, CONSOLE_FROM: '203.0.113.0/24' })
  onTestFinished(own.stop)
  const at = { port: own.port, ca: own.ca }
  const statuses = await Promise.all([
    ...Array.from({ length: 60 }, () => send({ ...at, host: hosts.site }, { path: '/link?token=once' })),
    send({ ...at, host: hosts.console }, { path: '/invite' }),
  ]).then((replies) => replies.map(({ status }) => status))
  expect(new Set(statuses)).toEqual(new Set([200, 429, 403]))
  // operators see that the first one of two failed
  expect(await own.readLog()).toContain('"upstreams":"502, 200"')
  for (const log of [own.getErrors(), await own.readLog()])
    for (const secret of ['127.0.0.1', 'token', '/invite']) expect(log).not.toContain(secret)
})

test('the log contains neither client addresses nor paths', async ({ skip }) => {
  skip(obstacle !== undefined, obstacle)
  await send(to(hosts.gateway), { path: '/v1/account/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045/balance' })
  await expect.poll(() => proxy.readLog()).toContain(`"host":"${hosts.gateway}"`)
  const log = await proxy.readLog()
  expect(log).not.toContain('127.0.0.1')
  expect(log).not.toContain('0xd8dA')
  for (const line of log.trim().split('\n')) expect(Object.keys(JSON.parse(line) as object)).toContain('requestId')
})
