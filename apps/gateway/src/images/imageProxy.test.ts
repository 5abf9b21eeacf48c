import { createServer, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { isPublicAddress, resolvePublicHost } from '@latchkey/server-kit/hosts'
import { type Listening, listen } from '@latchkey/server-kit/http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RunningGateway, startGateway } from '../startGateway.js'

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

const png = bytes('\x89PNG\r\n\x1a\n')

const svg = bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

/** The DNS responses in this order; the last one repeats. */
const names = new Map<string, string[][]>()

const lookups: string[] = []

const lookup = async (name: string): Promise<readonly string[]> => {
  lookups.push(name)
  const answers = names.get(name) ?? []
  const answer = answers.length > 1 ? answers.shift() : answers[0]
  if (!answer) throw new Error(`${name} is not known.`)
  return answer
}

const hits: string[] = []

const headers: object[] = []

let isGone = false

const start = (answer: RequestListener): Promise<Listening> =>
  listen(createServer(answer), { port: 0, host: '127.0.0.1' })

let inside: Listening

let host: Listening

let gateway: RunningGateway

const warnings: unknown[] = []

const files: Readonly<Record<string, Buffer>> = {
  '/a.png': png,
  '/a.jpg': bytes('\xff\xd8\xff\xe0'),
  '/a.webp': bytes('RIFF\0\0\0\0WEBPVP8 '),
  '/a.gif': bytes('GIF89a'),
  '/a.avif': bytes('\0\0\0\x20ftypavif'),
  '/a.svg': svg,
  '/html': bytes('<!doctype html><script>alert(1)</script>'),
  '/html-svg': bytes('<html><svg></svg></html>'),
  '/zip': bytes('PK\x03\x04'),
  '/json': bytes('{"secret":1}'),
  '/empty': Buffer.alloc(0),
  '/largest': Buffer.concat([png, Buffer.alloc(1_048_568)]),
  '/large': Buffer.concat([png, Buffer.alloc(1_048_569)]),
  '/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.png': png,
}

beforeAll(async () => {
  inside = await start((request, response) => {
    hits.push(`inside${request.url}`)
    response.writeHead(200).end(png)
  })
  host = await start((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host')
    hits.push(request.url ?? '')
    headers.push(request.headers)
    const file = files[pathname]
    if (pathname === '/to') response.writeHead(302, { location: searchParams.get('url') ?? '' }).end()
    else if (pathname === '/loop') response.writeHead(302, { location: '/loop' }).end()
    else if (pathname === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(png))
    else if (pathname === '/slow') {
      response.on('close', () => {
        isGone = true
      })
      response.writeHead(200).write(png)
    } else if (pathname === '/endless') {
      response.on('close', () => {
        isGone = true
      })
      response.writeHead(200)
      const chunk = Buffer.concat([png, Buffer.alloc(65_528)])
      const write = (): void => {
        // Endless, as fast as the client reads.
        let hasRoom = true
        while (hasRoom && !response.destroyed) hasRoom = response.write(chunk)
      }
      response.on('drain', write)
      write()
    } else if (file) response.writeHead(200, { 'content-type': 'text/html' }).end(file)
    else response.writeHead(404).end(png)
  })
  gateway = await startGateway({
    port: 0,
    quotas: { perClient: 0 },
    imageProxy: { origins: [host.url], ipfsGateway: host.url, lookup },
    warn: (cause) => warnings.push(cause),
  })
})

afterAll(() => Promise.all([gateway.stop(), inside.stop(), host.stop()]))

beforeEach(() => {
  hits.length = 0
  lookups.length = 0
  isGone = false
})

const ask = (url: string): Promise<Response> => fetch(`${gateway.url}/v1/image?url=${encodeURIComponent(url)}`)

const notFound = { error: 'NOT_FOUND', message: 'Image not found.' }

test.each([
  ...['http://127.0.0.1/', 'https://127.0.0.1/', 'https://localhost/', 'https://localhost./', 'https://127.1/'],
  ...['https://169.254.169.254/latest/meta-data/', 'http://169.254.169.254/', 'https://[::1]/', 'https://[::]/'],
  ...['https://[::ffff:127.0.0.1]/', 'https://[::ffff:a9fe:a9fe]/', 'https://[64:ff9b::7f00:1]/', 'https://[fe80::1]/'],
  ...['https://10.0.0.1/', 'https://172.16.0.1/', 'https://192.168.1.1/', 'https://100.64.0.1/', 'https://0.0.0.0/'],
  ...['https://2130706433/', 'https://0x7f000001/', 'https://0177.0.0.1/', 'https://0/', 'https://8.8.8.8/'],
  ...['https://user@private.example/', 'https://user:word@private.example/', 'https://public.example:8443/'],
  ...['https://private.example/', 'https://mixed.example/', 'https://six.example/', 'https://mapped.example/'],
  ...['https://nobody.example/', 'http://public.example/', 'https:///', 'public.example', '//public.example/', ''],
  ...['file:///etc/passwd', 'data:text/html,<script>1</script>', 'data:image/png;base64,AA==', 'javascript:1'],
  ...['ftp://public.example/', 'blob:https://public.example/1', 'gopher://public.example/', 'ipfs://../../inside'],
  ...[`https://public.example/${'a'.repeat(2_048)}`, 'https://public.example\u0000.private.example/'],
])('[T11] [I25] the picture of an NFT does not make the gateway ask inside its network: %s', async (url) => {
  names.set('localhost', [['127.0.0.1', '::1']]).set('localhost.', [['127.0.0.1']])
  names.set('private.example', [['10.0.0.7']]).set('mixed.example', [['8.8.8.8', '127.0.0.1']])
  names.set('six.example', [['fd00::1']]).set('mapped.example', [['::ffff:127.0.0.1']])
  const reply = await ask(url)
  expect([reply.status, await reply.json()]).toEqual([404, notFound])
  expect(hits).toEqual([])
})

test('[T11] redirects are checked like the first address, and at most three are followed', async () => {
  names.set('private.example', [['192.168.0.1']])
  const to = (url: string): string => `${host.url}/to?url=${encodeURIComponent(url)}`
  for (const url of [
    inside.url,
    `http://localhost:${inside.port}/`,
    'https://private.example/',
    'file:///etc/passwd',
  ]) {
    const reply = await ask(to(url))
    expect([reply.status, await reply.json()]).toEqual([404, notFound])
  }
  expect(hits.filter((hit) => hit.startsWith('inside'))).toEqual([])
  expect((await ask(to(to(to(`${host.url}/a.png`))))).status).toBe(200)
  hits.length = 0
  expect((await ask(`${host.url}/loop`)).status).toBe(404)
  expect(hits).toHaveLength(4)
})

test('[T11] a host is resolved only once per request, to the address that was checked (DNS rebinding)', async () => {
  names.set('rebind.example', [['8.8.8.8'], ['127.0.0.1']])
  expect(await resolvePublicHost(new URL('https://rebind.example/'), lookup)).toBe('8.8.8.8')
  expect(lookups).toEqual(['rebind.example'])
  await expect(resolvePublicHost(new URL('https://rebind.example/'), lookup)).rejects.toThrow(TypeError)
})

test('isPublicAddress accepts only addresses outside of special-purpose ranges', () => {
  const open = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2001:4860:4860::8888']
  const closed = [
    ...['0.1.2.3', '10.1.2.3', '100.127.255.255', '127.9.9.9', '169.254.1.1', '172.31.255.255', '192.0.0.1'],
    ...['192.168.9.9', '198.19.0.1', '203.0.113.1', '224.0.0.1', '255.255.255.255', '::', '::1', 'fc00::1', 'fe80::1'],
    ...[
      'ff02::1',
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
      '2001::1',
      '2001:db8::1',
      '2002:7f00:1::',
      'fe80::1%eth0',
      'x',
    ],
  ]
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([])
  expect(closed.filter(isPublicAddress)).toEqual([])
})

test.each([
  ['/a.png', 'image/png'],
  ['/a.jpg', 'image/jpeg'],
  ['/a.webp', 'image/webp'],
  ['/a.gif', 'image/gif'],
  ['/a.avif', 'image/avif'],
  ['/a.svg', 'image/svg+xml'],
  ['/largest', 'image/png'],
])('[T13] an image is served with the type of its bytes and a policy that blocks scripts: %s', async (path, type) => {
  const reply = await ask(host.url + path)
  expect(reply.status).toBe(200)
  expect(Buffer.from(await reply.arrayBuffer()).equals(files[path] ?? Buffer.alloc(0))).toBe(true)
  const { 'content-type': served, ...other } = Object.fromEntries(reply.headers)
  expect(served).toBe(type)
  expect(other).toMatchObject({
    'cache-control': 'public, max-age=86400',
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    etag: expect.any(String),
  })
})

test.each(['/html', '/html-svg', '/zip', '/json', '/empty', '/packed', '/large', '/none'])(
  '[T13] [I30] what is no image, or too large, is not served: %s',
  async (path) => {
    const reply = await ask(host.url + path)
    expect([reply.status, await reply.json()]).toEqual([404, notFound])
  },
)

test('[I30] an endless download is aborted', async () => {
  expect((await ask(`${host.url}/endless`)).status).toBe(404)
  await expect.poll(() => isGone).toBe(true)
})

test('a slow download is aborted after a timeout, without a warning to the operator', {
  timeout: 20_000,
}, async () => {
  const begun = performance.now()
  expect((await ask(`${host.url}/slow`)).status).toBe(404)
  expect(performance.now() - begun).toBeLessThan(10_000)
  await expect.poll(() => isGone).toBe(true)
  expect(warnings).toEqual([])
})

test('a client that loads many slow images does not keep other clients from loading images', async () => {
  const shared = await startGateway({ port: 0, imageProxy: { origins: [host.url] }, trustsProxy: true })
  const leaving = new AbortController()
  const load = (path: string, client: string): Promise<Response> =>
    fetch(`${shared.url}/v1/image?url=${encodeURIComponent(host.url + path)}`, {
      headers: { 'x-forwarded-for': client },
      signal: leaving.signal,
    })
  const slow = Array.from({ length: 64 }, () => load('/slow', '192.0.2.1').catch(() => undefined))
  await expect.poll(() => hits.length).toBe(64)
  const statuses = await Promise.all(['192.0.2.1', '192.0.2.2'].map(async (one) => (await load('/a.png', one)).status))
  expect(statuses).toEqual([429, 200])
  leaving.abort()
  await Promise.all(slow)
  await shared.stop()
})

test('[T2] the image host receives no data about the user', async () => {
  headers.length = 0
  const url = `${gateway.url}/v1/image?projectId=canary&clientId=canary&url=${encodeURIComponent(`${host.url}/a.png`)}`
  await fetch(url, { headers: { cookie: 'canary', referer: 'https://canary.example/', 'x-forwarded-for': 'canary' } })
  expect(headers).toHaveLength(1)
  expect(JSON.stringify(headers)).not.toContain('canary')
})

test('IPFS images are read only through the configured IPFS gateway, and no images if the proxy is disabled', async () => {
  const url = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.png'
  expect((await ask(url)).headers.get('content-type')).toBe('image/png')
  expect((await ask(url.replace('ipfs://', 'ipfs://ipfs/'))).status).toBe(200)
  hits.length = 0
  expect((await ask(url.replace('1.png', '../../a.png'))).status).toBe(404)
  const plain = await startGateway({ port: 0 })
  const off = await startGateway({ port: 0, imageProxy: false })
  for (const { url: base } of [plain, off])
    for (const one of [url, `${host.url}/a.png`])
      expect((await fetch(`${base}/v1/image?url=${encodeURIComponent(one)}`)).status).toBe(404)
  expect(hits).toEqual([])
  await Promise.all([plain.stop(), off.stop()])
  await expect(startGateway({ port: 0, imageProxy: { origins: ['localhost'] } })).rejects.toThrow('origins: localhost')
})

test('image requests count against the quotas', async () => {
  const small = await startGateway({ port: 0, quotas: { perClient: 1 } })
  const statuses = [await fetch(`${small.url}/v1/image?url=x`), await fetch(`${small.url}/v1/image?url=x`)]
  expect(statuses.map(({ status }) => status)).toEqual([404, 429])
  await small.stop()
})
