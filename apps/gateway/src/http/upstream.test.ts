import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type Listening, listen } from '@latchkey/server-kit/http'
import { withRequestId } from '@latchkey/server-kit/log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUpstreamFetch, type UpstreamCall } from './upstream.js'

const hits: string[] = []

const start = (
  name: string,
  answer: (path: string) => [number, Record<string, string>, Buffer],
): Promise<Listening> => {
  const server: Server = createServer((request, response) => {
    hits.push(`${name}${request.url}`)
    const [status, headers, body] = answer(request.url ?? '')
    response.writeHead(status, headers).end(body)
  })
  return listen(server, { port: 0, host: '127.0.0.1' })
}

let inside: Listening

let upstream: Listening

beforeAll(async () => {
  inside = await start('inside', () => [200, {}, Buffer.from('secret')])
  upstream = await start('upstream', (path) => {
    if (path === '/away') return [302, { location: `${inside.url}/metadata` }, Buffer.alloc(0)]
    if (path === '/bomb') return [200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(50_000_000))]
    return [200, {}, Buffer.from('fine')]
  })
})

afterAll(() => Promise.all([inside.stop(), upstream.stop()]))

test('sends requests only to configured origins', async () => {
  const fetch = createUpstreamFetch([upstream.url])
  expect(await (await fetch(`${upstream.url}/a`)).text()).toBe('fine')
  hits.length = 0
  const { port } = inside
  for (const url of [
    inside.url,
    `http://localhost:${upstream.port}/`,
    `http://user@127.0.0.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://127.1:${port}/`,
    `http://[::1]:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    `${upstream.url}@127.0.0.1:${port}/`,
    `https://127.0.0.1:${upstream.port}/`,
  ])
    await expect(fetch(url)).rejects.toThrow(TypeError)
  expect(hits).toEqual([])
})

test('does not follow redirects', async () => {
  hits.length = 0
  await expect(createUpstreamFetch([upstream.url])(`${upstream.url}/away`)).rejects.toThrow()
  expect(hits).toEqual(['upstream/away'])
})

test('rejects responses larger than 2 MiB after decompression', async () => {
  const reply = createUpstreamFetch([upstream.url])(`${upstream.url}/bomb`)
  await expect(reply).rejects.toThrow('larger than')
})

test('forwards the ID and the trace of a request only to the operator’s own servers', async () => {
  const seen: Record<string, unknown>[] = []
  const node = createServer((request, response) => {
    const { traceparent, 'x-request-id': id, accept } = request.headers
    seen.push({ traceparent, id, accept })
    response.end('fine')
  })
  const { url, stop } = await listen(node, { port: 0, host: '127.0.0.1' })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const front = createServer((request, response) => {
    void withRequestId(request, response, async () => {
      const traced = request.url === '/own' ? [url] : []
      const upstreamFetch = createUpstreamFetch([url], { traced })
      response.end(await (await upstreamFetch(url, { headers: { accept: 'text/plain' } })).text())
    })
  })
  const { url: gateway, stop: stopFront } = await listen(front, { port: 0, host: '127.0.0.1' })
  const headers = { 'x-request-id': 'from-the-proxy-1', traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  for (const path of ['/own', '/foreign']) expect((await fetch(`${gateway}${path}`, { headers })).status).toBe(200)
  await Promise.all([stop(), stopFront()])
  expect(seen).toEqual([
    { accept: 'text/plain', id: 'from-the-proxy-1', traceparent: expect.stringContaining(traceId) },
    { accept: 'text/plain', id: undefined, traceparent: undefined },
  ])
})

test('error: counts calls as failed if the server is overloaded, broken or unreachable, not if the caller aborts', async () => {
  let status = 200
  const node = createServer((_, response) => {
    if (status === 0) node.emit('asked')
    else response.writeHead(status).end()
  })
  const { url, stop } = await listen(node, { port: 0, host: '127.0.0.1' })
  const calls: UpstreamCall[] = []
  const upstreamFetch = createUpstreamFetch([url], { observe: (call) => calls.push(call) })
  for (status of [200, 404, 429, 503]) await upstreamFetch(url)
  status = 0
  const leaving = new AbortController()
  const given = upstreamFetch(url, { signal: leaving.signal })
  await once(node, 'asked')
  leaving.abort()
  await expect(given).rejects.toThrow()
  await stop()
  await expect(upstreamFetch(url)).rejects.toThrow()
  expect(calls.map(({ isOk }) => isOk)).toEqual([true, true, false, false, false])
  expect(calls.every(({ upstream, seconds }) => upstream === new URL(url).host && seconds >= 0)).toBe(true)
})
