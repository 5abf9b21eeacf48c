import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { createSite, type Site } from './createSite.js'
import type { SocialPage } from './socialPage.js'

/** A browser that blocks popups as visitors' do, the page of an app, a secure site and a provider, each on a site of its own. */
export type SocialWorld = {
  readonly browser: Browser
  /** Of the app. */
  readonly appOrigin: string
  /** Of neither. */
  readonly otherOrigin: string
  /** Made anew for each page. */
  readonly site: Site
  openApp(options?: AppOptions): Promise<SocialApp>
  close(): Promise<void>
}

export type AppOptions = {
  /** The app's page isolates itself (COOP). */
  readonly isIsolated?: boolean
  readonly userAgent?: string
  /** Beside what the page needs. */
  readonly query?: string
}

export type SocialApp = {
  readonly page: Page
  readonly site: Site
  /** Console errors and reports of the page's policy. */
  readonly faults: string[]
  /** Presses the button of a provider; resolves with the window that opens. */
  press(provider?: string): Promise<Page>
  getOutcome(): Promise<unknown>
  getSteps(): Promise<readonly string[]>
  read<name extends keyof SocialPage>(name: name): Promise<SocialPage[name]>
}

export async function openSocialWorld(): Promise<SocialWorld> {
  const executablePath = process.env['CHROMIUM_PATH']
  if (!executablePath) throw new Error('No browser to test with: set CHROMIUM_PATH to a Chromium.')
  const script = await bundlePage()
  let site: Site = createSite(() => origins)
  const listen: RequestListener = (request, response) => {
    const url = new URL(request.url ?? '/', 'http://host')
    if (url.pathname === '/app')
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy,
          ...(url.searchParams.has('isolated') && { 'cross-origin-opener-policy': 'same-origin' }),
        })
        .end('<!doctype html><title>app</title><button id="google">Google</button><script src="/page.js"></script>')
    else if (url.pathname === '/page.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    else if (url.pathname === '/blank') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
    else void site.answer(request, response)
  }
  const server: Server = createServer(listen)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origins = {
    app: `http://127.0.0.1:${port}`,
    site: `http://localhost:${port}`,
    provider: `http://provider.localhost:${port}`,
  }
  const browser = await chromium.launch({
    executablePath,
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  return {
    browser,
    appOrigin: origins.app,
    otherOrigin: `http://other.localhost:${port}`,
    get site() {
      return site
    },
    async openApp({ isIsolated = false, userAgent, query = '' } = {}) {
      site = createSite(() => origins)
      const context = await browser.newContext(userAgent === undefined ? {} : { userAgent })
      onTestFinished(() => context.close())
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', ({ message }) => faults.push(message))
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text())
      })
      const frame = encodeURIComponent(`${origins.site}/frame`)
      await page.goto(`${origins.app}/app?frame=${frame}${isIsolated ? '&isolated' : ''}${query}`)
      return createApp(page, site, faults)
    },
    async close() {
      await browser.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

function createApp(page: Page, site: Site, faults: string[]): SocialApp {
  const read: SocialApp['read'] = (name) => page.evaluate((own) => social[own], name) as Promise<never>
  return {
    page,
    site,
    faults,
    read,
    async press(provider = 'google') {
      const opened = page.context().waitForEvent('page')
      await page.click(`#${provider}`)
      return opened
    },
    async getOutcome() {
      await expect.poll(() => read('outcome'), { interval: 20, timeout: 20_000 }).not.toBe('waiting')
      return read('outcome')
    },
    getSteps: () => read('steps'),
  }
}

const policy = "default-src 'none'; script-src 'self'; frame-src http://localhost:*"

async function bundlePage(): Promise<string> {
  const root = new URL('../../../../../', import.meta.url).pathname
  const { outputFiles } = await build({
    entryPoints: [`${root}packages/embedded-wallet/src/social/testing/socialPage.ts`],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    tsconfig: `${root}tsconfig.base.json`,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}
