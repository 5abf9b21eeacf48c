import { writeFile } from 'node:fs/promises'
import { test as base, expect } from '@playwright/test'
import { WalletPage } from '../walletconnect/WalletPage.js'
import type { BrowserPage, Engine, EngineName } from './BrowserPage.js'
import { openEngine } from './openEngine.js'
import { readWorld } from './readWorld.js'
import { startNumericWorld } from './startNumericWorld.js'
import { startVisit, type Visit, type World } from './Visit.js'

export type BrowserFixtures = {
  /** Opens a browser for a new user; closed when the test ends. */
  readonly begin: (name: EngineName, needs: { readonly embeddedWallet: boolean }) => Promise<Begun>
}

type Begun = { readonly visit: Visit; readonly version: string }

type Opened = {
  /** A browser, started on first use. */
  readonly open: (name: EngineName) => Promise<Engine>
  /** The servers behind the pages. */
  readonly toWorld: (name: EngineName) => Promise<World>
}

export const test = base.extend<BrowserFixtures, { readonly opened: Opened }>({
  opened: [
    async ({ browser }, use) => {
      const engines = new Map<EngineName, Promise<Engine>>()
      const worlds: ReturnType<typeof startNumericWorld>[] = []
      await use({
        open: (name) => {
          const engine = engines.get(name) ?? Promise.resolve(openEngine(name, browser))
          engines.set(name, engine)
          return engine
        },
        toWorld: (name) => {
          if (name !== 'WebKitGTK') return Promise.resolve(readWorld())
          if (worlds.length === 0) worlds.push(startNumericWorld())
          return worlds[0] ?? Promise.resolve(readWorld())
        },
      })
      for (const engine of engines.values()) await (await engine).close()
      for (const world of worlds) await (await world).stop()
    },
    { scope: 'worker' },
  ],
  begin: async ({ opened, browser }, use, info) => {
    const ends: (() => Promise<void>)[] = []
    const pages: BrowserPage[] = []
    const openWallet = async (): Promise<WalletPage> => {
      const context = await browser.newContext()
      ends.push(() => context.close())
      const wallet = new WalletPage(await context.newPage(), process.env['WALLET_URL'] ?? '')
      await wallet.goto()
      return wallet
    }
    await use(async (name, { embeddedWallet }) => {
      const engine = await opened.open(name)
      const { page, close } = await engine.newVisitor()
      ends.push(close)
      pages.push(page)
      const world = embeddedWallet ? await opened.toWorld(name) : readWorld()
      return { visit: await startVisit({ page, world, openWallet }), version: engine.version }
    })
    if (info.status !== info.expectedStatus)
      for (const page of pages) await writeFile(info.outputPath('page.png'), await page.screenshot())
    for (const end of ends) await end()
  },
})

export { expect }
