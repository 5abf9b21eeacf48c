import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningGateway, startGateway } from './startGateway.js'

const png = Uint8Array.from('\x89PNG\r\n\x1a\n', (character) => character.charCodeAt(0))
const rows = [
  { id: 'late', name: 'Late & Sons', order: 2, chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] },
  { id: 'first', name: 'First', order: 1, image_id: 'mark', chains: ['eip155:1'], badge_type: 'certified' },
  { id: 'plain', name: 'Plain' },
  { id: 'plain', name: 'Plain again' },
  null,
  { id: 'bad', name: '' },
]

let folder: string
let gateway: RunningGateway
const warnings: unknown[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-'))
  await writeFile(join(folder, 'wallets.json'), JSON.stringify({ data: rows }))
  await writeFile(join(folder, 'secret.svg'), '<svg/>')
  for (const kind of ['wallets', 'assets', 'tokens', 'currencies'])
    await mkdir(join(folder, 'images', kind), { recursive: true })
  await writeFile(join(folder, 'images/wallets/mark.png'), png)
  await writeFile(join(folder, 'images/wallets/late.png'), new Uint8Array(262_145))
  await writeFile(join(folder, 'images/assets/chain-1.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(folder, 'images/tokens/usdc.webp'), png)
  gateway = await startGateway({
    port: 0,
    walletsFile: join(folder, 'wallets.json'),
    imagesFolder: join(folder, 'images'),
    warn: (cause) => warnings.push(cause),
  })
})
afterAll(async () => {
  await gateway.stop()
  await rm(folder, { recursive: true })
})

const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${gateway.url}${path}`, init)
type List = { readonly data: readonly { readonly id: string; readonly image_id: string }[]; readonly count: number }
const list = async (query: string): Promise<List> => (await (await get(`/getWallets${query}`)).json()) as List
const idsOf = async (query: string): Promise<readonly string[]> => (await list(query)).data.map(({ id }) => id)

describe('the list', () => {
  test('is sorted, and has each valid wallet once with an image ID', async () => {
    const { data, count } = await list('')
    expect(data.map(({ id, image_id }) => [id, image_id])).toEqual([
      ['first', 'mark'],
      ['late', 'late'],
      ['plain', 'plain'],
    ])
    expect(count).toBe(3)
    expect(warnings).toEqual([expect.stringMatching(/^Dropped 3 invalid or duplicate rows of .*\.$/)])
  })

  test.each([
    ['?page=2&entries=2', ['plain']],
    ['?page=9', []],
    ['?include=plain,late,nobody', ['late', 'plain']],
    ['?exclude=late', ['first', 'plain']],
    ['?chains=eip155:31337', ['first', 'plain']],
    ['?chains=solana:x,eip155:1', ['first', 'late', 'plain']],
    ['?search=SONS', ['late']],
    ['?badge_type=certified', ['first']],
    ['?include=&search=&page=', ['first', 'late', 'plain']],
    ['?st=latchkey&sv=js-1&projectId=p&clientId=c&page=1', ['first', 'late', 'plain']],
  ])('is filtered and paged by %s [S7.27]', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids)
  })

  test.each([
    'page=0',
    'page=x',
    'page=1e99',
    'page=1.5',
    'entries=101',
    'entries=-1',
    `search=${'x'.repeat(101)}`,
    `include=${'x'.repeat(129)}`,
    'include=a b',
    'chains=eip155',
    'chains=eip155:1:2',
    'badge_type=best',
    `exclude=${Array.from({ length: 1_001 }, () => 'a').join()}`,
  ])('error: 400 for %s', async (query) => {
    const response = await get(`/getWallets?${query}`)
    expect([response.status, response.headers.get('cache-control')]).toEqual([400, 'no-store'])
    expect(await response.json()).toEqual({
      error: 'BAD_REQUEST',
      message: expect.stringMatching(new RegExp(`^${query.split('=')[0]}`)),
    })
  })
})

describe('images', () => {
  test.each([
    ['/getWalletImage/mark', 'image/png'],
    ['/public/getAssetImage/chain-1', 'image/svg+xml'],
    ['/public/getTokenImage/USDC', 'image/webp'],
  ])('%s is served from the folder [S7.27]', async (path, type) => {
    const response = await get(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each([
    ['/getWalletImage/late', 'LS'],
    ['/getWalletImage/plain', 'PL'],
    ['/public/getTokenImage/nope', 'NOPE'],
    ['/public/getCurrencyImage/eur', 'EUR'],
  ])('%s has no usable file, and is served as a monogram', async (path, letters) => {
    const response = await get(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(await response.text()).toContain(`>${letters}</text></svg>`)
  })

  test.each([
    ['/getWalletImage/io.metamask', 'metamask'],
    ['/public/getAssetImage/eip155:1', 'ethereum'],
    ['/public/getAssetImage/eip155%3A8453', 'base'],
    ['/public/getTokenImage/DAI', 'DAI'],
    ['/public/getTokenImage/eth', 'ETH'],
  ])('%s has no file, and is served as a well-known logo', async (path, mark) => {
    const response = await get(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(await response.text()).toContain(`url(#${mark}__a)`)
  })

  test.each([
    '/getWalletImage/nobody',
    '/public/getAssetImage/constructor',
    '/public/getAssetImage/nothing',
    '/getWalletImage/',
    '/getWalletImage',
  ])('error: 404 for %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test.each([
    '..%2fsecret',
    '..%2F..%2Fsecret',
    '%2e%2e%2fsecret',
    'mark%00',
    '..%5csecret',
    '.hidden',
    '%2fetc%2fpasswd',
  ])('error: %s does not reach a file outside of the folder [T11]', async (name) => {
    for (const path of ['/getWalletImage/', '/public/getAssetImage/']) expect((await get(path + name)).status).toBe(404)
  })

  test.each([
    '/public/getTokenImage/a%20b',
    `/public/getTokenImage/${'a'.repeat(21)}`,
    '/public/getCurrencyImage/EURO',
    '/getWalletImage/%E0%A4%A',
  ])('error: 400 for %s', async (path) => {
    expect((await get(path)).status).toBe(400)
  })
})

describe('HTTP', () => {
  test('answers /health', async () => {
    const response = await get('/health')
    expect([response.status, await response.json()]).toEqual([200, { ok: true }])
  })

  test.each(['/', '/nothing', '/getWallets/', '/getwallets', '/constructor', '/__proto__/x', '//getWallets/x'])(
    'error: 404 for %s',
    async (path) => {
      const response = await get(path)
      expect([response.status, await response.json()]).toEqual([404, { error: 'NOT_FOUND', message: 'Unknown path.' }])
    },
  )

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('error: 405 for %s', async (method) => {
    const response = await get('/getWallets', { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('allows requests from any origin', async () => {
    const response = await get('/getWallets', { headers: { origin: 'https://app.example' } })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const preflight = await get('/getWallets', { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD'])
    expect((await get('/nothing')).headers.get('access-control-allow-origin')).toBe('*')
  })

  test('answers 304 if the ETag of the client is current', async () => {
    for (const [path, maxAge] of [
      ['/getWallets', 300],
      ['/getWalletImage/mark', 86_400],
    ] as const) {
      const first = await get(path)
      const etag = first.headers.get('etag') ?? ''
      expect([first.headers.get('cache-control'), etag]).toEqual([
        `public, max-age=${maxAge}`,
        expect.stringMatching(/^"[\w-]{27}"$/),
      ])
      const again = await get(path, { headers: { 'if-none-match': `"x", W/${etag}` } })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect((await get(path, { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
    }
    expect((await get('/getWallets?page=2')).headers.get('etag')).not.toBe(
      (await get('/getWallets')).headers.get('etag'),
    )
  })

  test('answers HEAD with the headers only', async () => {
    const response = await get('/getWallets', { method: 'HEAD' })
    const whole = await (await get('/getWallets')).arrayBuffer()
    expect([response.headers.get('content-length'), await response.text()]).toEqual([String(whole.byteLength), ''])
  })

  test('answers 400 for an invalid request target, and keeps running', async () => {
    const status = await new Promise((resolve, reject) => {
      const { port } = gateway
      request({ port, host: '127.0.0.1', path: 'http://[bad' }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(400)
    expect((await get('/health')).status).toBe(200)
  })

  test('answers 200 concurrent requests', async () => {
    const replies = await Promise.all(Array.from({ length: 200 }, () => get('/getWallets?entries=100')))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    await Promise.all(replies.map((reply) => reply.arrayBuffer()))
  })
})

test('the gateway does not start if its port is in use or its wallets file is invalid', async () => {
  await expect(startGateway({ port: gateway.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const walletsFile = join(folder, 'wrong.json')
  await writeFile(walletsFile, '{"wallets":[]}')
  await expect(startGateway({ port: 0, walletsFile })).rejects.toThrow('neither an array of wallets')
})
