import { devAccount } from '@latchkey/devnet'
import { parseEther } from 'viem'
import { readBalance } from './actOnChain.js'
import { expect, test } from './moneyTest.js'

const shop = devAccount(1).address

test('a shop is paid, and gets the hash of the confirmed transaction @money', async ({
  money,
  demo,
  page,
  chains: [one],
}) => {
  await money.goto('&pay=1')
  const before = await readBalance(one.rpcUrl, shop)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await money.expectView('Pay')
  await expect(demo.dialog).toContainText('0.05 ETH')
  await demo.button('Pay 0.05 ETH').click()
  await expect(demo.dialog).toContainText('Paid')
  await expect(page.getByTestId('pay-result')).toHaveText(/^Paid: 0x[\da-f]{64}$/)
  expect(await readBalance(one.rpcUrl, shop)).toBeGreaterThanOrEqual(before + parseEther('0.05'))
})

test('closing the modal cancels the payment, and the shop gets MODAL_CLOSED @money', async ({ money, demo, page }) => {
  await money.goto('&pay=1')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await money.expectView('Pay')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('pay-result')).toHaveText(/^MODAL_CLOSED/)
  expect(await demo.wallet.requests('eth_sendTransaction')).toHaveLength(0)
})
