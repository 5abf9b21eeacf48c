import { readFile, rm, writeFile } from 'node:fs/promises'
import { type ChromiumKind, chromiumOptions } from '@latchkey/devnet/chromium'
import { type Browser, type BrowserContextOptions, chromium, type Frame, type Page } from 'playwright-core'
import { type RunningSite, type StartSiteOptions, startSite } from '../../site/startSite.js'
import { type Counterpart, startCounterpart } from '../../site/test/startCounterpart.js'
import { buildTestFrame } from './buildTestFrame.js'
import { createSmallCustody, type SmallCustody } from './createSmallCustody.js'
import { type ParentPage, startParentPage } from './startParentPage.js'

export type World = {
  readonly browser: Browser
  readonly site: RunningSite
  readonly parent: ParentPage
  readonly custody: SmallCustody
  readonly counterpart: Counterpart
  /** Opens the app's page with the frame in it, and waits for the frame's READY. */
  open(options?: BrowserContextOptions, frameUrl?: string): Promise<Opened>
  toFrameUrl(query?: string): string
  /** Replaces the site by another instance at the same address. */
  restart(build: string): Promise<void>
  stop(): Promise<void>
}

export type Opened = {
  readonly page: Page
  readonly frame: Frame
  readonly errors: readonly string[]
  /** Everything that the pages log. */
  readonly console: readonly string[]
}

type Reply = { readonly type: string; readonly id?: string; readonly payload?: Record<string, unknown> }
type ParentWindow = {
  ready(count?: number): Promise<unknown>
  ask(name: string, payload?: unknown): Promise<Reply>
  askPort(name: string, payload?: unknown): Promise<Reply>
}

/** Sends a request from the app's page to the frame. */
export function ask(page: Page, name: string, payload?: unknown): Promise<Reply> {
  return page.evaluate(([called, sent]) => (globalThis as unknown as ParentWindow).ask(called as string, sent), [
    name,
    payload,
  ] as const)
}

export function askPort(page: Page, name: string, payload?: unknown): Promise<Reply> {
  return page.evaluate(([called, sent]) => (globalThis as unknown as ParentWindow).askPort(called as string, sent), [
    name,
    payload,
  ] as const)
}

/** Starts an app's page on `http://localhost`, the vault on another site (`http://vault.localhost`), and Chromium. */
export async function openWorld(options: Partial<StartSiteOptions> = {}, browserKind?: ChromiumKind): Promise<World> {
  const [parent, frameFolder, browser] = await Promise.all([
    startParentPage(),
    buildTestFrame(),
    chromium.launch(chromiumOptions(browserKind)),
  ])
  const custody = createSmallCustody()
  const counterpart = await startCounterpart({ onCall: custody.answer })
  const settings: StartSiteOptions = {
    projects: new Map([['demo', { name: 'Demo', origins: [parent.origin] }]]),
    networks: [
      { caipNetworkId: 'eip155:31337', name: 'Local', symbol: 'ETH', decimals: 18, rpcUrls: ['http://127.0.0.1:1'] },
      { caipNetworkId: 'eip155:31338', name: 'Other', symbol: 'ETH', decimals: 18, rpcUrls: ['http://127.0.0.1:1'] },
      { caipNetworkId: 'solana:abc', name: 'Solana', symbol: 'SOL', decimals: 9, rpcUrls: ['http://127.0.0.1:1'] },
    ],
    custody: counterpart.socket,
    port: 0,
    frameFolder,
    ...options,
  }
  let site = await startSite(settings)
  const { port } = site
  const toFrameUrl = (query = '&chainId=eip155:31337'): string =>
    `${site.publicUrl}/?projectId=demo&version=4&enableLogger=false${query}`
  return {
    browser,
    get site() {
      return site
    },
    parent,
    custody,
    counterpart,
    toFrameUrl,
    async open(contextOptions = {}, frameUrl = toFrameUrl()) {
      const context = await browser.newContext(contextOptions)
      const page = await context.newPage()
      const errors: string[] = []
      const lines: string[] = []
      page.on('console', (message) => {
        lines.push(message.text())
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(error.message))
      await page.goto(`${parent.origin}/?frame=${encodeURIComponent(frameUrl)}`)
      await page.evaluate(() => (globalThis as unknown as ParentWindow).ready())
      return { page, frame: getFrame(page), errors, console: lines }
    },
    async restart(build) {
      await site.stop()
      site = await startSite({ ...settings, port, frameFolder: await renameBuild(frameFolder, build) })
    },
    async stop() {
      await browser.close()
      await Promise.all([site.stop(), counterpart.stop(), parent.stop()])
      await rm(frameFolder, { recursive: true })
    },
  }
}

export function getFrame(page: Page): Frame {
  const frame = page.frame('w3m-secure-iframe')
  if (!frame) throw new Error('There is no frame in the page.')
  return frame
}

async function renameBuild(folder: string, build: string): Promise<string> {
  const file = `${folder}/manifest.json`
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...manifest, build }))
  return folder
}
