import type { DemoPage } from '../fixtures/DemoPage.js'
import { PhonePage } from '../phones/PhonePage.js'
import { expect, test } from './reachTest.js'

/** Views that are entered from Connect, and from the account. */
const views = {
  Connect: ['ConnectingWalletConnect', 'AllWallets', 'GetWallet', 'WhatIsAWallet'],
  Account: [
    ...['Networks', 'ProfileWallets', 'WalletReceive', 'WalletSend', 'Swap', 'SwapSelectToken', 'FundWallet'],
    ...['OnRampProviders', 'Transactions', 'RegisterAccountName', 'SmartSessions'],
  ],
} as const

/** Opens each view, and goes back with the button in its header by keyboard. */
async function walk({ dialog, page }: DemoPage, start: keyof typeof views): Promise<void> {
  const title = dialog.locator('#title')
  const own = (await title.textContent()) ?? ''
  for (const view of views[start])
    await test.step(view, async () => {
      await page.evaluate((name) => window.tools.push(window.latchkey, { view: name }), view)
      await expect(title).not.toHaveText(own)
      await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0)
      const name = (await title.textContent()) ?? ''
      await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
      await expect(dialog.locator(':focus')).toHaveCount(1)
      for (let press = 0; press < 4 && !(await isOn(dialog, 'Back')); press++) await page.keyboard.press('Shift+Tab')
      expect(await isOn(dialog, 'Back')).toBe(true)
      await page.keyboard.press('Enter')
      await expect(title).toHaveText(own)
      await expect(title).toBeFocused()
    })
}

const isOn = (dialog: DemoPage['dialog'], name: string): Promise<boolean> =>
  dialog.getByRole('button', { name, exact: true }).evaluate((node) => node.matches(':focus'))

test.describe('by keyboard alone, Back leaves each view, and Esc closes the modal and returns the focus', () => {
  test.setTimeout(90_000)

  test('from the connection views @reach', async ({ demo, page }) => {
    await demo.addTools()
    await new PhonePage(page, { url: demo.url }).serveWallets([
      { id: 'w0', name: 'Wallet 0', homepage: 'https://w.example' },
    ])
    demo.expectedErrors.push(/404 \(Not Found\)/)
    await demo.goto('?walletConnect=1')
    await demo.connectButton.focus()
    await page.keyboard.press('Enter')
    await expect(demo.dialog.locator('#title')).toBeFocused()
    await walk(demo, 'Connect')
    for (const view of [undefined, ...views.Connect]) {
      if (view) await page.evaluate((name) => window.tools.push(window.latchkey, { view: name }), view)
      await page.keyboard.press('Escape')
      await expect(demo.dialog).toBeHidden()
      await expect(demo.connectButton).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(demo.dialog).toBeVisible()
    }
  })

  test('from the account views @reach', async ({ money, page }) => {
    const { demo } = money
    await demo.addTools()
    await money.goto()
    await demo.accountButton.focus()
    await page.keyboard.press('Enter')
    await expect(money.total).toContainText('$')
    await walk(demo, 'Account')
    await page.keyboard.press('Escape')
    await expect(demo.dialog).toBeHidden()
    await expect(demo.accountButton).toBeFocused()
  })
})
