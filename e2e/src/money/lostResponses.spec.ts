import { type RpcProxy, startRpcProxy, worldMarket } from '@latchkey/devnet'
import { type Address, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { callChain } from '../fixtures/callChain.js'
import { actOnChain, readBalance } from './actOnChain.js'
import { test as base, expect } from './moneyTest.js'

const sending = ['eth_sendRawTransaction']

/** A proxy between the page, with its wallet, and the first chain, which can drop responses. */
const test = base.extend<{ readonly network: RpcProxy }>({
  network: async ({ page, demo, chains: [one] }, use) => {
    const proxy = await startRpcProxy({ rpcUrl: one.rpcUrl })
    await page.route(`${one.rpcUrl}**`, async (route) => {
      try {
        const body = route.request().postData() ?? ''
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(proxy.url, { method: 'POST', headers, body })
        await route.fulfill({
          headers: { 'access-control-allow-origin': '*', 'content-type': 'application/json' },
          body: await response.text(),
        })
      } catch {
        await route.abort('connectionreset') // the proxy has dropped it
      }
    })
    demo.expectedErrors.push(/ERR_CONNECTION_RESET/)
    await use(proxy)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await proxy.stop()
  },
})

const newAddress = (): Address => privateKeyToAddress(generatePrivateKey())

test('[F31] a transfer that the node accepts but whose response is lost is found, and paid once @threats @money', async ({
  money,
  demo,
  network,
  chains: [one],
}) => {
  const to = newAddress()
  await money.goto()
  await money.openAccount()
  await money.fillSend({ symbol: 'ETH', amount: '2.5', to })
  network.fail({ kind: 'cut', when: 'after', methods: sending })
  network.fail({ kind: 'delay', ms: 1_000, methods: ['eth_getBlockByNumber'] })
  await demo.dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(demo.heading('Looking for your transaction')).toBeVisible()
  await expect(demo.button(/^Send/)).toHaveCount(0)
  await expect(demo.dialog).toContainText('sent to')
  expect(await readBalance(one.rpcUrl, to)).toBe(parseEther('2.5'))
  expect(await demo.wallet.requests('eth_sendTransaction')).toHaveLength(1)
})

test('a transfer that never reached the node can be sent again once another transaction has used its nonce @threats @money', async ({
  money,
  demo,
  network,
  chains: [one],
}) => {
  test.slow()
  const to = newAddress()
  await money.goto()
  await money.openAccount()
  await money.fillSend({ symbol: 'ETH', amount: '2', to })
  network.fail({ kind: 'cut', when: 'before', times: 1, methods: sending })
  await demo.dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(demo.heading('Looking for your transaction')).toBeVisible()
  await expect(demo.button(/^Send/)).toHaveCount(0)
  await callChain(one.rpcUrl, 'anvil_impersonateAccount', [money.account])
  await actOnChain(one.rpcUrl, { from: money.account, to: newAddress(), value: 1n })
  await expect(demo.heading('Nothing was sent')).toBeVisible({ timeout: 30_000 })
  await demo.button('Send again').click()
  await money.expectView('Review')
  await money.send()
  expect(await readBalance(one.rpcUrl, to)).toBe(parseEther('2'))
})

test('a transfer that is not found blocks the next one until the user has checked, also after a reload @threats @money', async ({
  money,
  demo,
  page,
  network,
  chains: [one],
}) => {
  // fills in the form twice, with a reload in between
  test.slow()
  const to = newAddress()
  await page.clock.install()
  await money.goto()
  await money.openAccount()
  await money.fillSend({ symbol: 'ETH', amount: '2', to })
  network.fail({ kind: 'cut', when: 'before', times: 1, methods: sending })
  await demo.dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(demo.heading('Looking for your transaction')).toBeVisible()
  await page.clock.fastForward(180_000)
  await expect(demo.heading('Transaction status unknown')).toBeVisible()
  await expect(demo.dialog).toContainText('Check your wallet')
  await expect(demo.button('Check again')).toBeVisible()

  await page.reload()
  await money.openAccount()
  await money.fillSend({ symbol: 'ETH', amount: '2', to })
  await expect(demo.dialog).toContainText('Looking for your previous transaction')
  // a fee that is still loading would time out with the lookup
  await expect(demo.dialog).toContainText('Up to')
  const send = demo.dialog.getByRole('button', { name: 'Send', exact: true })
  await expect(send).toBeDisabled()
  await page.clock.fastForward(180_000)
  await expect(demo.dialog).toContainText('Your previous transaction may still go through.')
  await expect(send).toBeDisabled()
  await demo.button("I've checked").click()
  await money.send()
  expect(await readBalance(one.rpcUrl, to)).toBe(parseEther('2'))
})

test('[F31] a swap whose response is lost is found, and executed once @threats @money', async ({
  money,
  demo,
  network,
  chains: [one],
}) => {
  const { usd } = worldMarket
  await money.goto()
  await money.open({ view: 'Swap', arguments: { amount: '2', fromToken: 'ETH', toToken: usd.symbol } })
  await demo.button('Review swap').click()
  await money.expectView('Review swap')
  network.fail({ kind: 'cut', when: 'after', methods: sending })
  network.fail({ kind: 'delay', ms: 1_000, methods: ['eth_getBlockByNumber'] })
  await demo.dialog.getByRole('button', { name: 'Swap', exact: true }).click()
  await expect(demo.heading('Looking for your transaction')).toBeVisible()
  await money.expectView('Swapped')
  expect(await readBalance(one.rpcUrl, money.account)).toBeGreaterThan(parseEther('97.9'))
  expect(await demo.wallet.requests('eth_sendTransaction')).toHaveLength(1)
})

test('[F31] a payment whose response is lost is found: the shop is notified, and the user pays once @threats @money', async ({
  money,
  demo,
  page,
  network,
}) => {
  await money.goto('&pay=1')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await money.expectView('Pay')
  network.fail({ kind: 'cut', when: 'after', methods: sending })
  network.fail({ kind: 'delay', ms: 1_000, methods: ['eth_getBlockByNumber'] })
  await demo.button('Pay 0.05 ETH').click()
  await expect(demo.heading('Looking for your transaction')).toBeVisible()
  await expect(page.getByTestId('pay-result')).toHaveText(/^Paid: 0x[\da-f]{64}$/)
  expect(await demo.wallet.requests('eth_sendTransaction')).toHaveLength(1)
})
