import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildWalletPage } from './buildWalletPage.js'
import { type RunningWalletPage, startWalletPage } from './server.js'

const config = {
  relayUrl: 'ws://127.0.0.1:5555',
  networks: {
    evm: [{ id: 31_337, rpcUrl: 'http://127.0.0.1:8545/path' }],
    solana: { caipNetworkId: 'solana:x', rpcUrl: 'http://127.0.0.1:8899' },
  },
}

describe('startWalletPage', () => {
  let folder: string
  let page: RunningWalletPage
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wallet-page-'))
    await buildWalletPage(folder)
    page = await startWalletPage({ config, folder })
  })
  afterAll(async () => {
    await page.stop()
    await page.stop()
    await rm(folder, { recursive: true })
  })
  const load = (path: string): Promise<Response> => fetch(new URL(path, page.url.replace('localhost', '127.0.0.1')))

  it('serves the page, its script and its styles', async () => {
    for (const [path, type, text] of [
      ['/', 'text/html', '<title>Test wallet</title>'],
      ['/?x=1', 'text/html', 'src="/main.js"'],
      ['/main.js', 'text/javascript', '/config.json'],
      ['/styles.css', 'text/css', ':focus-visible'],
    ] as const) {
      const response = await load(path)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`])
      expect(await response.text()).toContain(text)
    }
  })

  it('serves the configuration with a content security policy that allows only its relay and chains', async () => {
    const response = await load('/config.json')
    expect(await response.json()).toEqual(config)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("connect-src 'self' ws://127.0.0.1:5555 http://127.0.0.1:8545 http://127.0.0.1:8899;")
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  })

  it('serves nothing else', async () => {
    for (const path of ['/nothing', '/index.html', '/..%2f..%2fpackage.json', '/constructor', '/__proto__'])
      expect((await load(path)).status).toBe(404)
  })

  it('rejects if the page is not built', async () => {
    await expect(startWalletPage({ config, folder: join(folder, 'none') })).rejects.toThrow('not built')
  })

  it('has no inline scripts or styles, and a label for every control', async () => {
    const html = await readFile(join(folder, 'index.html'), 'utf8')
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script>/)
    const ids = [...html.matchAll(/<(?:input|select)[^>]*\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toHaveLength(9)
    for (const id of ids) expect(html).toMatch(new RegExp(`<label for="${id}">[^<]+</label>`))
  })
})
