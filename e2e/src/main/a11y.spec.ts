import { findViolations } from '../fixtures/createAxe.js'
import { freezeClock } from '../fixtures/freezeClock.js'
import { expect, test } from '../fixtures/test.js'

test('axe finds no violations in an empty wallet list, a toast and an alert @main', async ({ demo, page }) => {
  await demo.addTools()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await demo.wallet.atStart((wallet) => Object.assign(wallet, { announce: () => () => {} }), undefined)
  await demo.goto('?debug=1')
  await demo.connectButton.click()
  await expect(demo.dialog).toContainText('No wallets found')
  await page.evaluate(() => {
    window.tools.showToast(window.latchkey, { variant: 'loading', message: { text: 'Loading' } })
    window.tools.switchNetwork(window.latchkey, { network: 'eip155:5' }).catch(() => undefined)
  })
  await expect(demo.toast).toBeVisible()
  await expect(demo.dialog.getByRole('alert')).toContainText('Network Not Found')
  expect(await findViolations(page)).toEqual([])
})

test('one persistent status region announces the progress of a connection request @main', async ({ demo, page }) => {
  await freezeClock(page)
  await demo.goto()
  const rejection = { kind: 'delay', ms: 1_000, next: { kind: 'reject' } } as const
  await demo.wallet.script({ methods: { eth_requestAccounts: [rejection, { kind: 'hang' }] } })
  await demo.pickDevWallet()
  const region = demo.dialog.getByRole('status').filter({ hasText: 'Open Dev wallet to continue' })
  const look = async () => {
    await page.clock.runFor(10)
    return region.count()
  }
  await expect.poll(look).toBe(1)
  const element = await region.elementHandle()
  const words = () => element?.evaluate((node) => node.isConnected && node.textContent)
  expect(await words()).toContain('Approve the connection in your wallet.')
  await page.clock.runFor(1_000)
  await expect.poll(words).toContain('Connection rejected')
  await demo.button('Try again').click()
  await expect.poll(words).toContain('Open Dev wallet to continue')
})
