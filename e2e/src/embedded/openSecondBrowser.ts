import type { Browser } from '@playwright/test'
import { DemoPage } from '../fixtures/DemoPage.js'
import type { EmbeddedPage } from './EmbeddedPage.js'
import { giveAddress } from './embeddedTest.js'

export type SecondBrowser = { readonly demo: DemoPage; close(): Promise<void> }

/** Opens a browser that shares nothing with the first but the servers of the demo. */
export async function openSecondBrowser(browser: Browser, { demo }: EmbeddedPage): Promise<SecondBrowser> {
  const context = await browser.newContext()
  await giveAddress(context)
  const page = await context.newPage()
  return { demo: new DemoPage(page, { url: demo.url, accounts: [] }), close: () => context.close() }
}
