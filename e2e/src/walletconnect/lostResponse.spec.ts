import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { readBalance } from '../money/actOnChain.js'
import { MoneyPage } from '../money/MoneyPage.js'
import { expect, test } from './pairTest.js'

test('@walletconnect [F31] a transfer that a paired wallet has sent but reports as failed is found, and paid once @threats', async ({
  pair,
  wallet,
  demo,
  chains: [one],
}) => {
  test.slow()
  const to = privateKeyToAddress(generatePrivateKey())
  await wallet.fund()
  await pair.goto()
  await pair.connect()
  await pair.multi.activate('eip155')
  const money = new MoneyPage(demo, (await wallet.address('eip155')) as `0x${string}`)
  let isSent = false
  wallet.expectedErrors.push(/ERR_CONNECTION_RESET/)
  await wallet.page.route(`${one.rpcUrl}**`, async (route) => {
    if (!route.request().postData()?.includes('eth_sendRawTransaction')) return route.fallback()
    if (!isSent) await route.fetch() // the network has received it by now
    isSent = true
    await route.abort('connectionreset')
  })
  await money.open({ view: 'WalletSend', arguments: { assetAddress: undefined, amount: '1.5', to } })
  await demo.button('Review').click()
  await money.expectView('Review')
  await demo.dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await wallet.approve('eth_sendTransaction')
  // the wallet's own library retries its node four times before it reports the failure
  await expect(demo.dialog).toContainText('sent to', { timeout: 20_000 })
  expect(await readBalance(one.rpcUrl, to)).toBe(parseEther('1.5'))
  expect(isSent).toBe(true)
  await expect(wallet.questions).toHaveCount(0)
})
