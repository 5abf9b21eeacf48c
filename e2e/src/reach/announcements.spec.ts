import { PhonePage } from '../phones/PhonePage.js'
import { expect, test } from './reachTest.js'
import { watchAnnouncements } from './watchAnnouncements.js'

const wallets = Array.from({ length: 50 }, (_, index) => ({ id: `w${index}`, name: `Wallet ${index}` }))

test.describe('a screen reader announces', () => {
  test('the views, the pending request and its rejection while connecting, and the result of copying @reach', async ({
    demo,
    page,
  }) => {
    const read = await watchAnnouncements(page)
    await demo.goto()
    const rejection = { kind: 'delay', ms: 500, next: { kind: 'reject' } } as const
    await demo.wallet.script({ methods: { eth_requestAccounts: [rejection, rejection] } })
    await demo.connectButton.click()
    await expect.poll(read).toContain('focus: Connect')
    await demo.button('Dev wallet').click()
    await expect(demo.heading('Connection rejected')).toBeVisible()
    const first = await read()
    expect(first).toContain('focus: Dev wallet')
    expect(first).toContain('status: Connection rejectedYou declined the request in your wallet.')
    await demo.button('Try again').click()
    await expect.poll(read).toContain('status: Open Dev wallet to continueApprove the connection in your wallet.')
    await expect(demo.heading('Connection rejected')).toBeVisible()
    await demo.button('Back').click()
    await expect.poll(read).toContain('focus: Connect')
    await demo.button('Dev wallet').click()
    await demo.expectConnected()
    await demo.openAccount()
    await read()
    await demo.button('Copy address').click()
    await expect.poll(read).toContainEqual(expect.stringMatching(/^status: (Address copied|Failed to copy)$/))
  })

  test('the number of wallets in the list, a search that is loading, and its failure @reach', async ({
    demo,
    page,
  }) => {
    const read = await watchAnnouncements(page)
    const phone = new PhonePage(page, { url: demo.url })
    await phone.serveWallets(wallets)
    demo.expectedErrors.push(/404 \(Not Found\)|503/)
    await demo.goto('?walletConnect=1')
    await demo.connectButton.click()
    await demo.button(/^All wallets/).click()
    await expect(demo.button('Wallet 7').first()).toBeVisible()
    await expect.poll(read).toContain('status: 50 wallets found')
    await page.route('**/wallet-list/getWallets*', (route) => route.fulfill({ status: 503 }))
    await demo.dialog.getByRole('searchbox').fill('nobody')
    await expect(demo.button('Try again')).toBeVisible()
    const failed = await read()
    expect(failed).toContain('status: Loading wallets…')
    expect(failed).toContainEqual(expect.stringMatching(/^alert: .*Couldn't load the wallet list/))
  })

  test('a swap price that is loading, and its failure @reach', async ({ money, page }) => {
    const { demo } = money
    const read = await watchAnnouncements(page)
    demo.expectedErrors.push(/503/)
    await money.goto()
    await money.openAccount()
    await expect(money.holding('USDC')).toBeVisible()
    await read()
    await money.open({ view: 'Swap', arguments: { amount: '2', fromToken: 'ETH', toToken: 'USDC' } })
    await expect(demo.button('Review swap')).toBeEnabled()
    await read()
    await page.route('**/v1/convert/quotes*', (route) => route.fulfill({ status: 503 }))
    await demo.dialog.getByRole('textbox', { name: 'Amount to pay' }).fill('3')
    const announced: string[] = []
    await expect
      .poll(async () => {
        announced.push(...(await read()))
        return announced.join('\n')
      })
      .toContain('The swap service is unavailable')
    expect(announced.join('\n')).toContain('Getting a price…')
  })
})
