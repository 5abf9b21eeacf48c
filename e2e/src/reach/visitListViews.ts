import { expect } from '@playwright/test'
import type { DemoPage } from '../fixtures/DemoPage.js'
import { PhonePage } from '../phones/PhonePage.js'

const wallets = Array.from({ length: 60 }, (_, index) => ({
  id: `w${index}`,
  name: `Wallet ${index}`,
  mobile_link: `w${index}://`,
  desktop_link: `w${index}://`,
  app_store: 'https://apps.apple.com/app/w',
  chrome_store: 'https://chromewebstore.google.com/detail/w',
  homepage: 'https://w.example',
}))

/** Visits the views of pairing and of the wallet list, and calls `look` at each. */
export async function visitListViews(demo: DemoPage, look: (name: string) => Promise<void>): Promise<void> {
  const { dialog, page } = demo
  await new PhonePage(page, { url: demo.url }).serveWallets(wallets)
  demo.expectedErrors.push(/404 \(Not Found\)/)
  const open = async (view: string, given?: object): Promise<void> => {
    await page.evaluate((request) => void window.latchkey.open(request), { view, ...(given && { arguments: given }) })
    await expect(dialog).toBeVisible()
    await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0)
  }
  await demo.goto('?walletConnect=1')
  await demo.connectButton.click()
  await expect(demo.button(/^All wallets/)).toBeVisible()
  await look('Connect with pairing')
  await demo.button(/^WalletConnect/).click()
  await expect(dialog.getByRole('img', { name: 'QR code to connect a wallet' }).locator('svg').first()).toBeVisible()
  await look('ConnectingWalletConnect')
  await open('AllWallets')
  await expect(demo.button('Wallet 7').first()).toBeVisible()
  await look('AllWallets')
  await page.route(/getWallets\?.*search=/, (route) => route.fulfill({ json: { data: [], count: 0 } }))
  await dialog.getByRole('searchbox').fill('nobody has this name')
  await expect(dialog.locator('button.wallet-cell')).toHaveCount(0)
  await expect(dialog.locator('.empty')).toBeVisible()
  await look('AllWallets with nothing found')
  await open('ConnectingWalletConnect', { walletId: 'w0' })
  await expect(demo.heading('Wallet 0').first()).toBeVisible()
  await look('ConnectingWalletConnect with a wallet')
  await open('ConnectingWalletConnectBasic')
  await look('ConnectingWalletConnectBasic')
  await open('Downloads', { walletId: 'w0' })
  await expect(dialog.getByRole('link').first()).toBeVisible()
  await look('Downloads')
  await open('GetWallet')
  await expect(demo.button('Wallet 1').first()).toBeVisible()
  await look('GetWallet')
  await open('WhatIsAWallet')
  await look('WhatIsAWallet')
}
