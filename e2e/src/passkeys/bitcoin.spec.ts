import type { BitcoinNetwork } from '@latchkey/devnet'
import { expect, test, wholeBrowser } from '../embedded/embeddedTest.js'
import { MoneyPage } from '../money/MoneyPage.js'

test.use(wholeBrowser)

const receiver = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

/** Sats that an address has received, also unconfirmed. */
async function readReceived({ esploraUrl }: BitcoinNetwork, address: string): Promise<number> {
  const reply = await fetch(`${esploraUrl}/address/${address}`)
  const { chain_stats: chain, mempool_stats: waiting } = (await reply.json()) as Record<
    string,
    { readonly funded_txo_sum: number }
  >
  return (chain?.funded_txo_sum ?? 0) + (waiting?.funded_txo_sum ?? 0)
}

test('an embedded wallet with an email login sends bitcoin, and shows the transaction before signing @passkeys', async ({
  embedded,
  demo,
  bitcoin,
}) => {
  test.slow()
  await embedded.goto('&bitcoin=1&blockchainApi=1')
  await embedded.logIn()
  await expect(embedded.multi.field('bip122', 'status')).toHaveText('connected')
  await expect(embedded.multi.field('bip122', 'address')).toHaveText(/^bcrt1q/)
  await embedded.multi.activate('bip122')
  await embedded.fund()

  const money = new MoneyPage(demo, '0x')
  await embedded.multi.button('bip122', 'Show').click()
  await expect(money.total).toContainText('1.500 BTC')
  const before = await readReceived(bitcoin, receiver)
  await money.fillSend({ symbol: 'BTC', amount: '0.5', to: receiver })
  await demo.dialog.getByRole('button', { name: 'Send', exact: true }).click()

  await test.step('the wallet shows the recipient, the change and the fee', async () => {
    const screen = embedded.frame.locator('.approval')
    await expect(screen.getByRole('heading')).toHaveText('Approve transaction')
    await expect(screen.locator('.hero')).toHaveText(/0\.5\s*BTC/)
    await expect(screen.locator('.address').first()).toHaveText(receiver)
    await expect(screen).toContainText(/Back to you0\.99999\d+ BTC/)
    await expect(screen).toContainText(/Network fee0\.0{5}\d+ BTC\d+ sat\/vB/)
    await expect(screen.locator('.note')).toHaveCount(0)
  })
  await embedded.agree()
  await expect(demo.dialog).toContainText('sent to')
  expect(await readReceived(bitcoin, receiver)).toBe(before + 50_000_000)
  await demo.button('Done').click()
  await expect(money.total).toContainText('0.999 BTC')
})
