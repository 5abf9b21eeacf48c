import { createServer, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type Listening, listen } from '@latchkey/server-kit/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUpstreamFetch } from './upstream.js'

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

test('asks what is configured, and nothing else', async () => {
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

test('is sent nowhere else', async () => {
  hits.length = 0
  await expect(createUpstreamFetch([upstream.url])(`${upstream.url}/away`)).rejects.toThrow()
  expect(hits).toEqual(['upstream/away'])
})

test('reads no more than 2 MiB, however it is packed', async () => {
  const reply = createUpstreamFetch([upstream.url])(`${upstream.url}/bomb`)
  await expect(reply).rejects.toThrow('larger than')
})
