import { expect, type Page } from '@playwright/test'
import { toShort } from '../fixtures/DemoPage.js'
import { watchPage } from '../fixtures/watchPage.js'

/** Opens an app with a scripted Solana wallet in the browser, and connects it as a user does. The page must report no errors. */
export async function connectSolana(page: Page, { url }: { readonly url: string }): Promise<void> {
  const errors = await watchPage(page, { hosts: [url] })
  await page.addInitScript({ path: process.env['PAGE_TOOLS'] ?? '' })
  await page.addInitScript(() => {
    const accounts = [new Uint8Array(32).fill(9)]
    window.tools.createSolanaWallet({ name: 'Dev wallet', accounts }).register(window)
  })
  await page.goto(url)
  const dialog = page.locator('latchkey-modal').getByRole('dialog')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.getByRole('button', { name: 'Dev wallet' }).click()
  // the address that the app itself shows
  await expect(page.locator('output')).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  const address = (await page.locator('output').textContent()) ?? ''
  await expect(page.getByRole('button', { name: toShort(address), exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(errors).toEqual([])
}
