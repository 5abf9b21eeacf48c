import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDemo } from '@latchkey/demo/server'
import type { DevnetChain } from '@latchkey/devnet'
import { type RunningGateway, startGateway } from '@latchkey/gateway'
import { test as base, expect } from '../fixtures/test.js'
import { ListPage } from './ListPage.js'

type Parts = { readonly gateway: RunningGateway; readonly demoUrl: string }

export type ListFixtures = {
  /** The demo with its own gateway, which has ten thousand wallets. */
  readonly list: ListPage
}

/** `w0`, `w1`, …; one in a hundred is named after a color. */
const rows = Array.from({ length: 10_000 }, (_, index) => ({
  id: `w${index}`,
  name: index % 100 === 7 ? `Violet ${index}` : `Wallet ${index}`,
  mobile_link: `wallet${index}://`,
}))

export const test = base.extend<ListFixtures & { readonly parts: Parts }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern
  parts: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'wallet-list-'))
    const walletsFile = join(folder, 'wallets.json')
    await writeFile(walletsFile, JSON.stringify(rows))
    const gateway = await startGateway({ port: 0, walletsFile })
    const chains: readonly DevnetChain[] = JSON.parse(process.env['CHAINS'] ?? '[]')
    const config = { chains, relayUrl: process.env['RELAY_URL'], walletsUrl: gateway.url }
    const demo = await startDemo({ config, port: 0 })
    // `watchPage` must know it as one of our hosts
    const shared = process.env['WALLETS_URL']
    process.env['WALLETS_URL'] = gateway.url
    await use({ gateway, demoUrl: demo.url })
    process.env['WALLETS_URL'] = shared
    await demo.stop()
    await gateway.stop()
    await rm(folder, { recursive: true })
  },
  demoUrl: async ({ parts }, use) => use(parts.demoUrl),
  list: async ({ demo, parts }, use) => use(new ListPage(demo, parts.gateway.url)),
})

export { expect }
