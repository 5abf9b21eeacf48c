import { matrix } from '../fixtures/matrix.js'
import { readBalance } from './actOnChain.js'
import { expect, test } from './moneyTest.js'

test('a blocked pop-up is reported, and the purchase continues with a link @money', async ({
  money,
  demo,
  page,
  chains: [one],
}) => {
  // like a browser that blocks pop-ups
  await page.addInitScript(() => {
    window.open = () => null
  })
  await money.goto()
  await money.openBuying()
  await demo.dialog.getByRole('combobox', { name: 'Asset to buy' }).selectOption({ label: 'ETH · Ether' })
  await demo.dialog.getByRole('textbox', { name: 'You pay' }).fill('300')
  await demo.button('Buy with Sandbox').click()
  await expect(demo.heading('Your browser blocked the pop-up')).toBeVisible()
  const link = demo.dialog.getByRole('link', { name: 'Open Sandbox' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')

  const before = await readBalance(one.rpcUrl, money.account)
  const opened = page.context().waitForEvent('page')
  await link.click()
  const shop = await opened
  expect(await shop.evaluate(() => window.opener)).toBeNull()
  await shop.getByRole('button', { name: 'Pay' }).click()
  await expect(shop.getByRole('heading', { name: 'Paid' })).toBeVisible()
  await shop.close()
  await expect(demo.dialog).toContainText('Your ETH has arrived', { timeout: 20_000 })
  expect(await readBalance(one.rpcUrl, money.account)).toBeGreaterThan(before)
})

for (const [what, reply] of matrix([
  ['returns HTML', { status: 200, contentType: 'text/html', body: '<!doctype html><h1>Maintenance</h1>' }],
  ['fails', { status: 503, body: '' }],
] as const))
  test(`if the service ${what}, sample rates are shown and labeled, and cannot be bought until it recovers @money [S8.56]`, async ({
    money,
    demo,
    page,
  }) => {
    demo.expectedErrors.push(/503/)
    const options = '**/v1/onramp/options*'
    await page.route(options, (route) => route.fulfill(reply))
    await money.goto()
    await money.openAccount()
    await money.action('Buy').click()
    await expect(demo.dialog).toContainText('Purchases are unavailable')
    await demo.button('View sample rates').click()
    await money.expectView('Amount')
    const amount = demo.dialog.getByRole('textbox', { name: 'You pay' })
    await amount.fill('300')
    const note = demo.dialog.getByRole('note')
    await expect(note).toContainText('Sample rates')
    await expect(demo.dialog.getByRole('textbox', { name: 'You receive' })).toHaveValue('300')
    await expect(demo.button("Sample rates can't be bought")).toBeDisabled()
    await amount.press('Enter')
    await money.expectView('Amount')

    await page.unroute(options)
    // the list of providers is requested again
    await demo.button('Back').click()
    await demo.button(/^Sandbox/).click()
    await amount.fill('300')
    await expect(demo.button('Buy with Sandbox')).toBeEnabled()
    await expect(note).toHaveCount(0)

    await test.step('sample rates are also shown if only the quotes fail', async () => {
      await page.route('**/v1/onramp/quote*', (route) => route.fulfill(reply))
      await amount.fill('301')
      await expect(note).toContainText('Sample rates')
      await expect(demo.button("Sample rates can't be bought")).toBeDisabled()
      await page.unroute('**/v1/onramp/quote*')
      await amount.fill('302')
      await expect(demo.button('Buy with Sandbox')).toBeEnabled()
    })
  })
