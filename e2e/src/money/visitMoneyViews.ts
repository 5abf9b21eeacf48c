import { expect } from '@playwright/test'
import type { MoneyPage } from './MoneyPage.js'

/** Visits the views of the portfolio and its actions, from the account, and calls `look` at each. */
export async function visitMoneyViews(money: MoneyPage, look: (name: string) => Promise<void>): Promise<void> {
  const { demo, page } = money
  const { dialog } = demo
  const see = async (name: string, title: string): Promise<void> => {
    await money.expectView(title)
    await look(name)
  }
  const open = async (view: string, title: string, more: object = {}): Promise<void> => {
    await money.open({ view, ...more })
    await see(view, title)
  }
  await money.openAccount()
  for (const tab of ['Tokens', 'NFTs', 'Activity'] as const) {
    await money.tab(tab).click()
    await expect(dialog.getByRole('tabpanel').locator('.bone')).toHaveCount(0)
    await see(`Account ${tab}`, 'Account')
  }
  await open('WalletReceive', 'Receive')
  await open('WalletCompatibleNetworks', 'Supported networks')
  await open('WalletSend', 'Send')
  await open('WalletSendSelectToken', 'Select a token')
  await money.open({ view: 'WalletSend', arguments: { assetAddress: undefined, amount: '1', to: money.account } })
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog).toContainText('Up to')
  await see('WalletSendPreview', 'Review')
  await money.open({ view: 'Swap', arguments: { amount: '2', fromToken: 'ETH', toToken: 'USDC' } })
  await expect(demo.button('Review swap')).toBeEnabled()
  await see('Swap', 'Swap')
  await demo.button('Review swap').click()
  await see('SwapPreview', 'Review swap')
  await page.keyboard.press('Escape')
  await money.open({ view: 'Swap' })
  await dialog
    .getByRole('button', { name: /Change token$/ })
    .first()
    .click()
  await see('SwapSelectToken', 'Select a token')
  await open('FundWallet', 'Add funds')
  await open('OnRampProviders', 'Buy')
  await demo.button(/^Sandbox/).click()
  await dialog.getByRole('textbox', { name: 'You pay' }).fill('300')
  await expect(demo.button('Buy with Sandbox')).toBeEnabled()
  await see('OnRampAmount', 'Amount')
  const opened = page.waitForEvent('popup')
  await demo.button('Buy with Sandbox').click()
  const popup = await opened
  await expect(demo.button('Reopen the window')).toBeVisible()
  await see('BuyInProgress', 'Purchase')
  await popup.close()
  await open('Transactions', 'Activity')
  await open('RegisterAccountName', 'Account name')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('somebody')
  await expect(dialog).toContainText(/latchkey.test is (available|taken)/)
  await see('RegisterAccountName asked', 'Account name')
  await open('RegisterAccountNameSuccess', 'Registered')
  await open('SmartSessions', 'Permissions')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(dialog).toContainText('Up to')
  await see('Pay', 'Pay')
}
