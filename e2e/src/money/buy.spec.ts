import { readBalance } from './actOnChain.js'
import { expect, test } from './moneyTest.js'

test('what is bought at the sandbox comes, and the page says so @money', async ({
  money,
  demo,
  page,
  chains: [one],
}) => {
  await money.goto()
  await money.openAccount()
  await money.action('Buy').click()
  await demo.button(/^Sandbox/).click()
  await money.expectView('Amount')
  const amount = demo.dialog.getByRole('textbox', { name: 'You pay' })
  await amount.fill('1')
  await expect(demo.button(/^At least/)).toBeDisabled()
  await amount.fill('300')
  const buy = demo.button('Buy at Sandbox')
  await expect(buy).toBeEnabled()
  const before = await readBalance(one.rpcUrl, money.account)
  const opened = page.waitForEvent('popup')
  await buy.click()
  const popup = await opened
  await popup.getByRole('button', { name: 'Pay' }).click()
  await expect(popup.getByRole('heading', { name: 'Paid' })).toBeVisible()
  await popup.close()
  await expect(demo.dialog).toContainText(/Your \w+ has arrived/, { timeout: 20_000 })
  expect(await readBalance(one.rpcUrl, money.account)).toBeGreaterThan(before)
  await demo.button('Done').click()
  await expect(money.holding('ETH')).toHaveText(/^100\.0[1-9]\d ETH$/)
})
