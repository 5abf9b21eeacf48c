import type { DevnetChain } from '@latchkey/devnet'
import { test as base, expect } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { serveChain } from '../fixtures/serveChain.js'
import { watchPage } from '../fixtures/watchPage.js'
import { ExamplePage } from './ExamplePage.js'
import { exampleRpcUrl, type Framework } from './examples.js'
import { type RunningExample, serveFramework } from './serveFramework.js'

export type FrameworksFixtures = {
  readonly chain: DevnetChain
  /** A page with its own Dev wallet, on the local chain that the examples expect. */
  readonly example: ExamplePage
  /** Which example; default: plain HTML. */
  readonly framework: Framework
  readonly served: RunningExample
  /** Errors of the page; must be empty at the end. */
  readonly errors: readonly string[]
}

export const test = base.extend<FrameworksFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern
  chain: async ({}, use) => {
    const [chain] = JSON.parse(process.env['CHAINS'] ?? '[]') as readonly DevnetChain[]
    if (!chain) throw new Error('The local chains have not been started.')
    await use(chain)
  },
  framework: ['html', { option: true }],
  served: async ({ framework }, use) => {
    const served = await serveFramework(framework)
    await use(served)
    await served.stop()
  },
  errors: async ({ page, served }, use) => {
    const errors = await watchPage(page, { hosts: [exampleRpcUrl, ...served.origins] })
    await use(errors)
    expect(errors).toEqual([])
  },
  example: async ({ page, chain, errors: _ }, use) => {
    await serveChain(page, { url: exampleRpcUrl, chainId: chain.id, rpcUrl: chain.rpcUrl })
    await page.addInitScript({ path: process.env['PAGE_TOOLS'] ?? '' })
    const key = generatePrivateKey()
    await page.addInitScript(
      ({ key, chains }) => {
        const wallet = window.tools.createEvmWallet({
          name: 'Dev wallet',
          rdns: 'dev.latchkey.wallet',
          accounts: [key],
          chains,
          storage: localStorage,
        })
        window.devWallet = wallet
        wallet.announce(window)
      },
      { key, chains: [{ id: chain.id, name: chain.name, rpcUrl: exampleRpcUrl }] },
    )
    await use(new ExamplePage(page, privateKeyToAddress(key)))
  },
})

export { expect }
