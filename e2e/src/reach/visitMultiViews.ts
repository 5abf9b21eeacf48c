import { expect } from '@playwright/test'
import type { MultiPage } from '../fixtures/MultiPage.js'

/** Visits the views for several wallets and namespaces, and calls `look` at each. */
export async function visitMultiViews(multi: MultiPage, look: (name: string) => Promise<void>): Promise<void> {
  const { demo, page } = multi
  const { dialog } = demo
  const see = async (name: string, title: string): Promise<void> => {
    await expect(dialog.locator('#title')).toHaveText(title)
    await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
    await look(name)
  }
  await multi.goto()
  await page.evaluate(() => window.devWallets.solana?.script({ methods: { 'standard:connect': [{ kind: 'reject' }] } }))
  await demo.connectButton.click()
  await see('Connect', 'Connect')
  await demo.button('Dev wallet').click()
  await expect(demo.heading('Choose networks to connect')).toBeVisible()
  await see('ConnectingMultiChain', 'Dev wallet')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(demo.heading("Some networks didn't connect")).toBeVisible()
  await see('ConnectingMultiChain failed in part', 'Dev wallet')
  await demo.button('Continue').click()
  await expect(dialog).toBeHidden()

  await multi.button('bip122', 'Show').click()
  await demo.button(/^Wallets/).click()
  await see('ProfileWallets', 'Your wallets')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.evaluate(() => void window.latchkey.open({ view: 'Networks' }))
  await see('Networks', 'Choose a network')
  await demo.button('Local Solana').click()
  await see('SwitchActiveChain', 'Local Solana')
}
