import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project } from '../projects/project.js'
import type { FrameNetwork } from '../protocol/network.js'
import { type RunningSite, startSite } from './startSite.js'
import { startCounterpart } from './test/startCounterpart.js'
import { writeFrameFolder } from './test/writeFrameFolder.js'

let site: RunningSite
let frameFolder: string
const network = {
  caipNetworkId: 'eip155:31337',
  name: 'A</script>',
  symbol: 'ETH',
  decimals: 18,
  rpcUrls: ['http://127.0.0.1:1'],
}
const settings = {
  projects: new Map([['demo', { name: 'Demo', origins: ['https://app.example', 'http://localhost:4173'] }]]),
  networks: [network],
  custody: '/nowhere/custody.sock',
  port: 0,
  now: () => 1_000,
  warn: () => undefined,
}
const warnings: unknown[] = []

beforeAll(async () => {
  frameFolder = await writeFrameFolder()
  site = await startSite({ ...settings, frameFolder, warn: (cause) => warnings.push(cause) })
})
afterAll(async () => {
  await site.stop()
  await rm(frameFolder, { recursive: true })
})

const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${site.url}${path}`, init)

describe('the frame page', () => {
  test.each(['/', '/sdk'])(
    '%s can be framed only by origins of the project, and runs only its own script',
    async (path) => {
      const response = await get(
        `${path}?projectId=demo&chainId=eip155:1&version=4&enableLogger=false&rpcUrl=file:///etc`,
      )
      expect(response.status).toBe(200)
      expect(response.headers.get('content-security-policy')?.split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        'frame-ancestors https://app.example http://localhost:4173',
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ])
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      expect(response.headers.has('strict-transport-security')).toBe(false)
      const html = await response.text()
      expect(html).toContain('<script type="module" src="/files/frame-1.js"></script>')
      const [, json = ''] = /<script type="application\/json" id="settings">(.*?)<\/script>/.exec(html) ?? []
      expect(JSON.parse(json)).toEqual({
        project: 'demo',
        origins: ['https://app.example', 'http://localhost:4173'],
        // a name with a closing tag does not end the element
        networks: [{ caipNetworkId: 'eip155:31337', name: 'A</script>', symbol: 'ETH', decimals: 18 }],
        now: 1_000,
        build: 'build1',
      })
    },
  )

  test.each([
    ['', undefined, 'lang="en"', 'en'],
    ['', 'nl, fr-CA;q=0.8', 'lang="fr"', 'fr'],
    ['&lang=ar', 'fr', 'lang="ar" dir="rtl"', 'ar'],
    ['&lang=../x', 'pt', 'lang="pt-BR"', 'pt-BR'],
  ])(
    'uses the language of the query “%s”, or else of a browser that prefers %s',
    async (query, browser, root, file) => {
      const headers = { ...(browser !== undefined && { 'accept-language': browser }) }
      for (const path of [`/?projectId=demo${query}`, `/approve?${query}`]) {
        const html = await (await get(path, { headers })).text()
        expect(html).toContain(`<html ${root}><head>`)
        // its texts come before the script that needs them
        expect(html).toMatch(new RegExp(`/files/frame-texts-${file}-1\\.js".*"/files/(?:frame|approve)-1\\.js"`))
      }
    },
  )

  test('tells the app per network about smart accounts, the paymaster, and whether it may use its own', async () => {
    const bundlers = ['http://127.0.0.1:1']
    const networks = [
      { ...network, bundlers, paymaster: 'http://127.0.0.1:2/key' },
      { ...network, bundlers, caipNetworkId: 'eip155:1' },
      { ...network, caipNetworkId: 'eip155:2' },
    ]
    const paymasters = [{ url: 'https://pay.example/key', chains: ['eip155:1', 'eip155:2'] }]
    const projects = new Map<string, Project>([
      ['own', { name: 'Own', origins: ['https://app.example'], selfCustody: 'required' }],
      ['shop', { name: 'Shop', origins: ['https://app.example'], paymasters }],
      ['demo', { name: 'Demo', origins: ['https://app.example'] }],
    ])
    const other = await startSite({ ...settings, projects, networks, frameFolder })
    const read = async (project: string): Promise<unknown> => {
      const response = await fetch(`${other.url}/?projectId=${project}`)
      expect(response.headers.get('content-security-policy')).toContain("connect-src 'self';")
      const html = await response.text()
      expect(html).not.toContain('key')
      const [, json = ''] = /id="settings">(.*?)<\/script>/.exec(html) ?? []
      const told = (JSON.parse(json) as { networks: FrameNetwork[] }).networks
      return told.map(({ hasSmartAccounts, hasPaymaster, takesPaymaster }) => ({
        ...(hasSmartAccounts && { hasSmartAccounts }),
        ...(hasPaymaster && { hasPaymaster }),
        ...(takesPaymaster && { takesPaymaster }),
      }))
    }
    const own = { hasSmartAccounts: true, hasPaymaster: true }
    expect(await read('shop')).toEqual([own, { hasSmartAccounts: true, takesPaymaster: true }, {}])
    expect(await read('demo')).toEqual([own, { hasSmartAccounts: true }, {}])
    // if self-custody is required, networks without smart accounts are left out
    expect(await read('own')).toEqual([own, { hasSmartAccounts: true }])
    await other.stop()
  })

  test.each([
    '',
    '?projectId=',
    '?projectId=other',
    '?projectId=constructor',
    '?projectId=__proto__',
    '?projectId=demo%00',
  ])('error: 403 for an unknown project: /%s [S8.22]', async (query) => {
    const response = await get(`/${query}`)
    expect(response.status).toBe(403)
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await response.text()).toContain('<title>Unverified Domain</title>')
  })

  test.each(['approve', 'unlock'])(
    'the window /%s forbids framing, and stays connected to its opener',
    async (name) => {
      const { headers } = await get(`/${name}`)
      const policy = headers.get('content-security-policy')
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("script-src 'self'")
      expect(headers.has('cross-origin-opener-policy')).toBe(false)
      expect(await (await get(`/${name}`)).text()).toContain(`src="/files/${name}-1.js"`)
    },
  )

  test('sends an HSTS header if the site’s public URL uses https', async () => {
    const secure = await startSite({ ...settings, frameFolder, publicUrl: 'https://vault.example' })
    const response = await fetch(`${secure.url}/?projectId=demo`)
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(secure.publicUrl).toBe('https://vault.example')
    await secure.stop()
  })

  test.each([
    ['frame-1.js', 'text/javascript; charset=utf-8'],
    ['frame-1.css', 'text/css; charset=utf-8'],
  ])('%s is cacheable forever', async (name, type) => {
    const response = await get(`/files/${name}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(await response.text()).toBe(`/* ${name} */`)
  })

  test.each(['frame', 'approve', 'account', 'unlock'])(
    'a page of another build, whose script %s is missing here, gets a script that reloads it',
    async (name) => {
      const response = await get(`/files/${name}-0123456789abcdef.js`, { redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([307, '/files/again-1.js'])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect((await get(`/files/${name}-0123456789abcdef.css`)).status).toBe(404)
    },
  )

  test.each([
    'social-0123456789abcdef.js',
    'frame-0123456789abcdef0.js',
    'manifest.json',
    '..%2fmanifest.json',
    '%2e%2e/x',
    'constructor',
    '',
  ])('error: 404 for /files/%s', async (name) => {
    expect((await get(`/files/${name}`)).status).toBe(404)
  })
})

describe('readiness', () => {
  test('error: a site with unreachable custody is healthy, but not ready', async () => {
    expect((await get('/health')).status).toBe(200)
    const response = await get('/ready')
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: { code: 'NOT_READY', message: 'Not ready: custody.' } },
    ])
    expect(warnings.splice(0)).toEqual([
      expect.objectContaining({ level: 'warn', message: 'Custody at /nowhere/custody.sock can’t be reached.' }),
      new Error('No custody is ready.'),
    ])
  })

  test.each<[boolean, number]>([
    [true, 200],
    [false, 503],
  ])('a site is ready if its custody is: %j', async (isReady, status) => {
    const custody = await startCounterpart({ isReady: () => isReady })
    const other = await startSite({ ...settings, custody: custody.socket, frameFolder, warn: () => undefined })
    expect((await fetch(`${other.url}/ready`)).status).toBe(status)
    await other.stop()
    await custody.stop()
  })
})

describe('HTTP', () => {
  test('serves /health, also for HEAD', async () => {
    expect(await (await get('/health')).json()).toEqual({ ok: true })
    const head = await get('/health', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '11', ''])
    // nothing more is exposed
    for (const path of ['/metrics', '/health/more', '/ready/more']) expect((await get(path)).status).toBe(404)
  })

  test.each([
    ['GET', '/nothing', 404],
    ['GET', '/constructor', 404],
    ['GET', '//sdk', 404],
    ['GET', '/sdk/', 404],
    ['GET', '/v1/call', 405],
    ['PUT', '/v1/call', 405],
    ['DELETE', '/', 405],
    ['OPTIONS', '/v1/rpc', 405],
  ])('error: %s %s gives %i', async (method, path, status) => {
    const response = await get(path, { method })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      error: { code: status === 404 ? 'NOT_FOUND' : 'METHOD_NOT_ALLOWED' },
    })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('survives a request for an invalid URL', async () => {
    const status = await new Promise((resolve, reject) => {
      request({ port: site.port, host: '127.0.0.1', path: 'http://[bad' }, (response) =>
        resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end()
    })
    expect(status).toBe(400)
    expect((await get('/health')).status).toBe(200)
    expect(warnings).toEqual([])
  })

  test('responds to two hundred concurrent requests', async () => {
    const replies = await Promise.all(Array.from({ length: 200 }, () => get('/?projectId=demo')))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    await Promise.all(replies.map((reply) => reply.arrayBuffer()))
  })
})

test('error: rejects at the start if the port is taken or the frame was not built', async () => {
  await expect(startSite({ ...settings, frameFolder, port: site.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await expect(startSite({ ...settings, frameFolder: '/nowhere' })).rejects.toMatchObject({ code: 'ENOENT' })
})
