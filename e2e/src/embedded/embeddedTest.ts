import { randomInt } from 'node:crypto'
import { chromiumOptions } from '@latchkey/devnet/chromium'
import type { BrowserContext } from '@playwright/test'
import { test as base, expect } from '../fixtures/multiTest.js'
import { EmbeddedPage } from './EmbeddedPage.js'

export const test = base.extend<{ readonly embedded: EmbeddedPage }>({
  embedded: async ({ demo, context }, use) => {
    await giveAddress(context)
    await use(new EmbeddedPage(demo))
  },
})

/**
 * Options for `test.use`: only the whole browser denies storage to the wallet's frame, and runs it in a separate process.
 */
export const wholeBrowser = { launchOptions: chromiumOptions('whole') } as const

/**
 * A separate IP address for each browser: the vault limits emails per hour and IP address, and all tests share one.
 */
export async function giveAddress(context: BrowserContext): Promise<void> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  await context.route(`${process.env['VAULT_URL']}**`, (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': address } }),
  )
}

export { expect }
