import { solanaTokens, worldTokens } from '@latchkey/devnet'
import { matrix } from '../fixtures/matrix.js'
import { readBalance } from './actOnChain.js'
import { MoneyPage } from './MoneyPage.js'
import { expect, test } from './moneyTest.js'

for (const [symbol, token, decimals] of matrix([
  ['USDC', worldTokens.USDC.address, 6],
  ['ETH', undefined, 18],
] as const))
  test(`${symbol} that is bought from the sandbox arrives, and the dialog says so [S1.4] @money`, async ({
    money,
    demo,
    page,
    chains: [one],
  }) => {
    await money.goto()
    await money.openBuying()
    const amount = demo.dialog.getByRole('textbox', { name: 'You pay' })
    await amount.fill('1')
    await expect(demo.button(/^Minimum/)).toBeDisabled()
    await demo.dialog
      .getByRole('combobox', { name: 'Asset to buy' })
      .selectOption({ label: `${symbol} · ${toName(symbol)}` })
    await amount.fill('300')
    const buy = demo.button('Buy with Sandbox')
    await expect(buy).toBeEnabled()
    const offered = Number(await demo.dialog.getByRole('textbox', { name: 'You receive' }).inputValue())
    const before = await readBalance(one.rpcUrl, money.account, token)

    const opened = page.waitForEvent('popup')
    await buy.click()
    const popup = await opened
    await popup.getByRole('button', { name: 'Pay' }).click()
    await expect(popup.getByRole('heading', { name: 'Paid' })).toBeVisible()
    await popup.close()
    await expect(demo.dialog).toContainText(`Your ${symbol} has arrived`, { timeout: 20_000 })
    const received = Number((await readBalance(one.rpcUrl, money.account, token)) - before) / 10 ** decimals
    // the quote varies slightly with the pool that determines the price
    expect(Math.abs(received - offered) / offered).toBeLessThan(0.02)
    await demo.button('Done').click()
    await expect(money.holding(symbol)).not.toHaveText(symbol === 'ETH' ? '100.000 ETH' : '1,000.000 USDC')
  })

test('exactly the amount that the user has entered under "You receive" arrives @money', async ({
  money,
  demo,
  page,
  chains: [one],
}) => {
  await money.goto()
  await money.openBuying()
  await demo.dialog
    .getByRole('combobox', { name: 'Asset to buy' })
    .selectOption({ label: `USDC · ${worldTokens.USDC.name}` })
  await demo.dialog.getByRole('textbox', { name: 'You receive' }).fill('123.456789')
  await expect(demo.button('Buy with Sandbox')).toBeEnabled()
  expect(Number(await demo.dialog.getByRole('textbox', { name: 'You pay' }).inputValue())).toBeGreaterThan(100)
  const before = await readBalance(one.rpcUrl, money.account, worldTokens.USDC.address)
  const opened = page.waitForEvent('popup')
  await demo.button('Buy with Sandbox').click()
  const popup = await opened
  await popup.getByRole('button', { name: 'Pay' }).click()
  await expect(popup.getByRole('heading', { name: 'Paid' })).toBeVisible()
  await popup.close()
  await expect(demo.dialog).toContainText('Your USDC has arrived', { timeout: 20_000 })
  expect((await readBalance(one.rpcUrl, money.account, worldTokens.USDC.address)) - before).toBe(123_456_789n)
})

test('a Solana token that is bought from the sandbox arrives in an account that had none @money', async ({
  multi,
  demo,
  page,
}) => {
  const { symbol, name } = solanaTokens.BEAN
  const money = new MoneyPage(demo, '0x')
  await multi.goto('&blockchainApi=1')
  await multi.connectOne('solana')
  await multi.button('solana', 'Show').click()
  await expect(money.holding('SOL')).toHaveText('50.000 SOL')
  await money.action('Buy').click()
  await demo.button(/^Sandbox/).click()
  await money.expectView('Amount')
  await demo.dialog.getByRole('combobox', { name: 'Asset to buy' }).selectOption({ label: `${symbol} · ${name}` })
  await demo.dialog.getByRole('textbox', { name: 'You pay' }).fill('100')
  await expect(demo.button('Buy with Sandbox')).toBeEnabled()
  const offered = await demo.dialog.getByRole('textbox', { name: 'You receive' }).inputValue()
  // a hundred dollars at a quarter each, less the fees
  expect(Number(offered)).toBeGreaterThan(380)
  const opened = page.waitForEvent('popup')
  await demo.button('Buy with Sandbox').click()
  const popup = await opened
  await popup.getByRole('button', { name: 'Pay' }).click()
  await expect(popup.getByRole('heading', { name: 'Paid' })).toBeVisible()
  await popup.close()
  await expect(demo.dialog).toContainText(`Your ${symbol} has arrived`, { timeout: 20_000 })
  await demo.button('Done').click()
  await expect(money.holding(symbol)).toContainText(String(Math.floor(Number(offered))))
})

function toName(symbol: 'USDC' | 'ETH'): string {
  return symbol === 'ETH' ? 'Ether' : worldTokens.USDC.name
}
