import { worldTokens } from '@latchkey/devnet'
import { parseEther, parseUnits } from 'viem'
import { actOnChain, mintTokens } from './actOnChain.js'
import { expect, test } from './moneyTest.js'

test('transactions from inside and outside the modal are listed newest first, and link to the explorer [S1.4] @money', async ({
  money,
  demo,
  context,
  page,
  chains: [one],
}) => {
  await page.clock.install()
  await money.goto()
  await money.openAccount()
  await money.fillSend({ symbol: 'ETH', amount: '1.5', to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
  await money.send()
  await actOnChain(one.rpcUrl, { to: money.account, value: parseEther('0.75') })
  await demo.button('Done').click()
  const rows = demo.dialog.getByRole('tabpanel').locator('.transaction')
  await expect(async () => {
    // blocks are read a moment after they are mined, and a list is cached for 15 seconds
    await money.tab('Tokens').click()
    await page.clock.fastForward(15_000)
    await money.tab('Activity').click()
    await expect(rows.first()).toContainText(/Received.*\+0\.750 ETH/, { timeout: 1_000 })
  }).toPass()
  await expect(rows.nth(1)).toContainText(/Sent.*−1\.500 ETH/)
  await expect(demo.dialog).not.toContainText('claim.example')
  const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' }).format(new Date())
  await expect(demo.dialog.getByRole('heading', { name: month })).toBeVisible()

  const opened = context.waitForEvent('page')
  await rows.nth(1).click()
  const explorer = await opened
  await expect(explorer.locator('#facts')).toContainText(`1.5 ETH from ${money.account}`)
})

test('many transactions are loaded page by page @money', async ({ money, demo, chains: [one] }) => {
  const { address, decimals } = worldTokens.USDC
  for (let count = 1; count <= 60; count++)
    await mintTokens(one.rpcUrl, address, money.account, parseUnits(String(count), decimals))
  // blocks are read a moment after they are mined, and a list that is shown is not requested again
  const history = `${process.env['WALLETS_URL']}/v1/account/${money.account}/history?chainId=eip155:${one.id}`
  const readNewest = async (): Promise<string> => JSON.stringify((await (await fetch(history)).json()).data[0])
  await expect.poll(readNewest, { timeout: 60_000 }).toContain('"numeric":"60"')
  await money.goto()
  await money.open({ view: 'Transactions' })
  await money.expectView('Activity')
  await expect(demo.dialog).toContainText('+60.000 USDC')
  await expect(demo.dialog).not.toContainText('+1.000 USDC')
  await expect(async () => {
    await demo.dialog.locator('.transaction').last().scrollIntoViewIfNeeded()
    await expect(demo.dialog).toContainText('+1.000 USDC', { timeout: 500 })
  }).toPass()
})
