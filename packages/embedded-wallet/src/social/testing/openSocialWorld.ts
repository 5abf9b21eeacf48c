import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ChromiumKind, chromiumOptions } from '@latchkey/devnet/chromium'
import { build } from 'esbuild'
import { chromium, type Page } from 'playwright-core'
import type { TestContext } from 'vitest'
import { createSite, type Site } from './createSite.js'
import type { SocialPage } from './socialPage.js'

/** A browser with popup blocking. Each app in it has a page, a secure site and a provider of its own. */
export type SocialWorld = {
  /** Opens an app for one of the tests that run in parallel. */
  openApp(test: Pick<TestContext, 'onTestFinished'>, options?: AppOptions): Promise<SocialApp>
  close(): Promise<void>
}

export type AppOptions = {
  /** Whether the app's page isolates itself (COOP). */
  readonly isIsolated?: boolean
  readonly userAgent?: string
  /** Query parameters in addition to those that the page needs. */
  readonly query?: string
}

/** Each is a separate site to the browser. */
type Origins = { readonly app: string; readonly site: string; readonly provider: string; readonly other: string }

export type SocialApp = {
  readonly page: Page
  readonly site: Site
  readonly origins: Origins
  /** Console errors and CSP reports. */
  readonly faults: string[]
  /** Clicks the button of a provider and resolves with the popup. */
  press(provider?: string): Promise<Page>
  getOutcome(): Promise<unknown>
  getSteps(): Promise<readonly string[]>
  read<name extends keyof SocialPage>(name: name): Promise<SocialPage[name]>
}

export async function openSocialWorld(browserKind?: ChromiumKind): Promise<SocialWorld> {
  const script = await bundlePage()
  const browser = await chromium.launch({
    ...chromiumOptions(browserKind),
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  })
  return {
    async openApp({ onTestFinished }, { isIsolated = false, userAgent, query = '' } = {}) {
      const { site, origins, stop } = await startSites(script)
      const context = await browser.newContext(userAgent === undefined ? {} : { userAgent })
      onTestFinished(async () => {
        await context.close()
        stop()
      })
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', ({ message }) => faults.push(message))
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text())
      })
      const frame = encodeURIComponent(`${origins.site}/frame`)
      await page.goto(`${origins.app}/app?frame=${frame}${isIsolated ? '&isolated' : ''}${query}`)
      return createApp(page, { site, origins, faults })
    },
    close: () => browser.close(),
  }
}

async function startSites(script: string): Promise<{ readonly site: Site; readonly origins: Origins; stop(): void }> {
  const server: Server = createServer((request, response) => {
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
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origins: Origins = {
    app: `http://127.0.0.1:${port}`,
    site: `http://localhost:${port}`,
    provider: `http://provider.localhost:${port}`,
    other: `http://other.localhost:${port}`,
  }
  const site = createSite(() => origins)
  return {
    site,
    origins,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function createApp(page: Page, { site, origins, faults }: Pick<SocialApp, 'site' | 'origins' | 'faults'>): SocialApp {
  const read: SocialApp['read'] = (name) => page.evaluate((own) => social[own], name) as Promise<never>
  return {
    page,
    site,
    origins,
    faults,
    read,
    async press(provider = 'google') {
      const opened = page.context().waitForEvent('page')
      await page.click(`#${provider}`)
      return opened
    },
    async getOutcome() {
      const deadline = Date.now() + pendingAfter
      for (;;) {
        const outcome = await read('outcome')
        if (outcome !== 'waiting' || Date.now() > deadline) return outcome
        await page.waitForTimeout(20)
      }
    },
    getSteps: () => read('steps'),
  }
}

/** Milliseconds after which a pending login is reported as pending. */
const pendingAfter = 20_000
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
