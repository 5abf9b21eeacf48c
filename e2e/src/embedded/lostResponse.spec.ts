import { type Address, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { readBalance } from '../money/actOnChain.js'
import { MoneyPage } from '../money/MoneyPage.js'
import { expect, test } from './embeddedTest.js'

test('[F31] a transfer of the embedded wallet whose response is lost is sent again and paid only once @threats @embedded', async ({
  embedded,
  demo,
  page,
  chains: [one],
}) => {
  test.slow()
  const to = privateKeyToAddress(generatePrivateKey())
  await embedded.goto('&blockchainApi=1')
  await embedded.logIn()
  await embedded.fund()
  const { eip155 } = await embedded.readAddresses()
  const money = new MoneyPage(demo, eip155 as Address)
  const sent: unknown[] = []
  demo.expectedErrors.push(/ERR_CONNECTION_RESET/)
  await page.route(`${process.env['VAULT_URL']}**`, async (route) => {
    const request = route.request()
    if (!request.postData()?.includes('eth_sendRawTransaction')) return route.fallback()
    sent.push(request.postDataJSON().params)
    // Node doesn't resolve names below localhost
    const { host, port, pathname } = new URL(request.url())
    const headers = { ...(await request.allHeaders()), host }
    const response = await route.fetch({ url: `http://127.0.0.1:${port}${pathname}`, headers })
    expect(await response.text()).toContain('0x') // the network has received it by now
    await route.abort('connectionreset')
  })
  await money.open({ view: 'WalletSend', arguments: { assetAddress: undefined, amount: '1.5', to } })
  await demo.button('Review').click()
  await money.expectView('Review')
  await demo.dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await embedded.agree()
  await expect(demo.dialog).toContainText('sent to')
  expect(await readBalance(one.rpcUrl, to)).toBe(parseEther('1.5'))
  // the same bytes are sent again: one transaction, whichever of them arrives
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
})
