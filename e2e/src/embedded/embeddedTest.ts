import { randomInt } from 'node:crypto'
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
 * An address of its own for each browser: the vault sends so many mails an hour to who comes from one, and all tests come
 * from the same.
 */
export async function giveAddress(context: BrowserContext): Promise<void> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  await context.route(`${process.env['VAULT_URL']}**`, (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': address } }),
  )
}

export { expect }
