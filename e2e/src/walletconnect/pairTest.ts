import { startDemo } from '@latchkey/demo/server'
import { type DevnetChain, type RunningRelay, startRelay, startWalletPage } from '@latchkey/devnet'
import { MultiPage } from '../fixtures/MultiPage.js'
import { test as base, expect } from '../fixtures/multiTest.js'
import { watchPage } from '../fixtures/watchPage.js'
import { PairPage } from './PairPage.js'
import { WalletPage } from './WalletPage.js'

type Parts = { readonly relay: RunningRelay; readonly demoUrl: string; readonly walletUrl: string }

export type PairFixtures = {
  /** A test wallet in a separate browser, with keys that no other test uses. */
  readonly wallet: WalletPage
  /** The demo with pairing. */
  readonly pair: PairPage
  readonly relay: RunningRelay
}

export const test = base.extend<PairFixtures & { readonly parts: Parts }>({
  // a separate relay, so that a test's faults affect no other
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern
  parts: async ({}, use) => {
    const chains: readonly DevnetChain[] = JSON.parse(process.env['CHAINS'] ?? '[]')
    const solana = JSON.parse(process.env['SOLANA'] ?? 'null') ?? undefined
    const bitcoin = JSON.parse(process.env['BITCOIN'] ?? 'null') ?? undefined
    const relay = await startRelay({ databaseServer: process.env['RELAY_DATABASES'] })
    const page = { relayUrl: relay.url, networks: { evm: chains, solana, bitcoin } }
    const wallet = await startWalletPage({ config: page })
    const config = { chains, solana, bitcoin, relayUrl: relay.url, walletUrl: wallet.url }
    const demo = await startDemo({ config, port: 0 })
    await use({ relay, demoUrl: demo.url, walletUrl: wallet.url })
    await demo.stop()
    await wallet.stop()
    await relay.stop()
  },
  demoUrl: async ({ parts }, use) => use(parts.demoUrl),
  relay: async ({ parts: { relay } }, use) => {
    await use(relay)
    relay.setFaults({})
    relay.resume()
  },
  wallet: async ({ browser, parts, chains, solana, bitcoin }, use) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const nodes = [...chains.map(({ rpcUrl }) => rpcUrl), solana.rpcUrl, bitcoin.esploraUrl]
    const errors = await watchPage(page, { hosts: [parts.walletUrl, ...nodes] })
    const wallet = new WalletPage(page, parts.walletUrl)
    await wallet.goto()
    await use(wallet)
    const isExpected = (error: string): boolean => wallet.expectedErrors.some((pattern) => pattern.test(error))
    expect(errors.filter((error) => !isExpected(error))).toEqual([])
    await context.close()
  },
  pair: async ({ demo, wallet }, use) => {
    const addresses = {
      eip155: await wallet.address('eip155'),
      solana: await wallet.address('solana'),
      bip122: await wallet.address('bip122'),
    }
    await use(new PairPage(new MultiPage(demo, addresses), wallet))
  },
})

export { expect }
