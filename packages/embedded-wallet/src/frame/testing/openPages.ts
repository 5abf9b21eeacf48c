import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ChromiumKind, chromiumOptions } from '@latchkey/devnet/chromium'
import { build } from 'esbuild'
import { type Browser, chromium, type Frame, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { framePage } from './framePage.js'
import type { World } from './page.js'

declare global {
  var world: World
}

/** A browser with an app page under a strict CSP, and frames on other sites. */
export type Pages = {
  readonly browser: Browser
  /** `http://127.0.0.1:…`: the app. */
  readonly appOrigin: string
  /** `http://localhost:…`: the secure site, on another site than the app. */
  readonly frameOrigin: string
  /** `http://other.localhost:…`: neither of them. */
  readonly otherOrigin: string
  /** Paths requested from the servers. */
  readonly requests: string[]
  /** Opens a page that closes after the test. Collects its console errors without failing the test. */
  openPage(options?: { readonly storage?: { readonly [key: string]: string } }): Promise<AppPage>
  close(): Promise<void>
}

export type AppPage = {
  readonly page: Page
  /** Console errors and CSP reports. */
  readonly faults: string[]
  /** The frame's document, once it has loaded. */
  getFrame(path?: string): Promise<Frame>
  /** Creates the page's frame client. */
  start(options: { readonly url: string; readonly origin?: string; readonly id?: string }): Promise<void>
  /** Creates the client and waits until the frame is ready. */
  open(options: { readonly url: string; readonly origin?: string }): Promise<Frame>
  /** Waits until the page has received this many window messages of this type. */
  hear(type: string, count?: number): Promise<void>
  advance(ms: number): Promise<void>
  /** The outcome of the promise followed under this name, once it has settled. */
  getOutcome(name: string): Promise<unknown>
}

export async function openPages(browserKind?: ChromiumKind): Promise<Pages> {
  const requests: string[] = []
  const app = await serve(await bundlePage(), requests)
  const site = await serve('', requests)
  const [appOrigin, frameOrigin, otherOrigin] = [
    `http://127.0.0.1:${app.port}`,
    `http://localhost:${site.port}`,
    `http://other.localhost:${site.port}`,
  ]
  const browser = await chromium.launch({
    ...chromiumOptions(browserKind),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  return {
    browser,
    appOrigin,
    frameOrigin,
    otherOrigin,
    requests,
    async openPage({ storage = {} } = {}) {
      const context = await browser.newContext()
      onTestFinished(() => context.close())
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', ({ message }) => faults.push(message))
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text())
      })
      await page.addInitScript((entries) => {
        if (window === top) for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
      }, storage)
      await page.goto(`${appOrigin}/app`)
      return createAppPage(page, faults)
    },
    async close() {
      await browser.close()
      for (const { server } of [app, site]) server.close()
    },
  }
}

function createAppPage(page: Page, faults: string[]): AppPage {
  const app: AppPage = {
    page,
    faults,
    async getFrame(path = '/frame') {
      const find = (): Frame | undefined =>
        page.frames().find((frame) => frame !== page.mainFrame() && frame.url().split('?')[0]?.endsWith(path))
      await expect.poll(find, { interval: 10 }).toBeDefined()
      const frame = find()
      if (!frame) throw new Error(`The frame ${path} has left.`)
      await frame.waitForLoadState()
      return frame
    },
    async start(options) {
      await page.evaluate((given) => {
        world.client = world.createClient(given)
      }, options)
    },
    async open(options) {
      await app.start(options)
      await page.evaluate(() => world.follow('open', world.client.open(world.signal)))
      await app.hear('@w3m-frame/READY')
      if (!options.url.includes('handshake')) await app.advance(500)
      expect(await app.getOutcome('open')).toEqual({ value: undefined })
      return app.getFrame()
    },
    async hear(type, count = 1) {
      const countHeard = (): Promise<number> =>
        page.evaluate((wanted) => world.heard.filter((own) => own === wanted).length, type)
      await expect.poll(countHeard, { interval: 10 }).toBeGreaterThanOrEqual(count)
    },
    advance: (ms) => page.evaluate((time) => world.clock.advance(time), ms),
    async getOutcome(name) {
      const read = (): Promise<unknown> => page.evaluate((own) => world.outcomes[own], name)
      await expect.poll(read, { interval: 10 }).not.toBe('waiting')
      return read()
    },
  }
  return app
}

const sites = 'http://localhost:* http://*.localhost:*'
const policy = `default-src 'none'; script-src 'self'; frame-src ${sites}; connect-src ${sites}`

async function serve(script: string, requests: string[]): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(({ url = '/' }, response) => {
    requests.push(url)
    const { pathname, searchParams } = new URL(url, 'http://host')
    const html = (text: string, headers: { readonly [name: string]: string } = {}): void => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text)
    }
    if (pathname === '/app')
      html('<!doctype html><title>app</title><script src="/page.js"></script><main>app</main>', {
        'content-security-policy': policy,
      })
    else if (pathname === '/page.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    else if (pathname === '/frame') html(framePage)
    else if (pathname === '/redirect') response.writeHead(302, { location: searchParams.get('to') ?? '/' }).end()
    else if (pathname === '/blank') html('<!doctype html><title>blank</title>')
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

async function bundlePage(): Promise<string> {
  const root = new URL('../../../../../', import.meta.url).pathname
  const { outputFiles } = await build({
    entryPoints: [`${root}packages/embedded-wallet/src/frame/testing/page.ts`],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    tsconfig: `${root}tsconfig.base.json`,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

/**
 * Evaluates expressions in a page even after a frame has crashed or the page was restored from the back/forward cache, where
 * Playwright's evaluate fails.
 */
export async function openConsole(page: Page): Promise<(expression: string) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  return async (expression) => {
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true })
    return result.value
  }
}
