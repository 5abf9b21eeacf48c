import { freezeClock } from '../fixtures/freezeClock.js'
import { expect, test } from '../fixtures/test.js'

test('reloading restores the connection without a prompt, unless enableReconnect is off @main [S4.1] [S4.2]', async ({
  demo,
  page,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = []
    let modal: Window['latchkey']
    Object.assign(window, { seen })
    // set by the page before it starts the modal
    Object.defineProperty(window, 'latchkey', {
      get: () => modal,
      set(value: typeof modal) {
        modal = value
        modal.subscribe(({ namespaces }) => {
          const { status } = namespaces.eip155.connection
          if (seen.at(-1) !== status) seen.push(status)
        })
      },
    })
  })
  const statuses = (): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'seen'))

  await demo.goto()
  await demo.connect()
  await page.reload()
  await expect(demo.status).toHaveText('connected')
  await expect(demo.address).toHaveText(demo.accounts[0] ?? '')
  expect(await statuses()).toEqual(['connecting', 'connected'])
  expect(await demo.wallet.prompts()).toBe(0)

  await demo.goto('?enableReconnect=0')
  await demo.expectDisconnected()
  expect(await statuses()).toEqual(['disconnected'])
  expect(await demo.wallet.requests('eth_accounts')).toEqual([])

  await page.evaluate(() => window.devWallet.disconnectSite())
  await demo.goto()
  await demo.expectDisconnected()
  expect(await statuses()).toEqual(['connecting', 'disconnected'])
  expect(await demo.wallet.prompts()).toBe(0)
})

test('a locked wallet is not restored, and shows no prompt @main', async ({ demo, page }) => {
  await demo.goto()
  await demo.connect()
  await demo.wallet.atStart((wallet) => wallet.lock(), undefined)
  await page.reload()
  await demo.expectDisconnected()
  expect(await demo.wallet.prompts()).toBe(0)
})

test('a wallet that announces itself half a second late is restored @main', async ({ demo, page }) => {
  await demo.goto()
  await demo.connect()
  await demo.wallet.atStart(announceLate, 500)
  await freezeClock(page)
  await page.reload()
  await expect(demo.connectButton).toHaveText('Connecting…')
  await page.clock.runFor(500)
  await expect(demo.status).toHaveText('connected')
  expect(await demo.wallet.prompts()).toBe(0)
})

test('the page is disconnected after three seconds, and a wallet that announces itself even later is restored @main', async ({
  demo,
  page,
}) => {
  await demo.goto()
  await demo.connect()
  await demo.wallet.atStart(announceLate, 10_000)
  await freezeClock(page)
  await page.reload()
  await expect(demo.status).toHaveText('connecting')
  await page.clock.runFor(3_000)
  await demo.expectDisconnected()
  await page.clock.runFor(7_000)
  await expect(demo.status).toHaveText('connected')
  await expect(demo.address).toHaveText(demo.accounts[0] ?? '')
  expect(await demo.wallet.prompts()).toBe(0)
})

/** Delays the wallet's announcement by the given milliseconds. */
function announceLate(wallet: Window['devWallet'], after: number): void {
  const { announce } = wallet
  Object.assign(wallet, { announce: (target: EventTarget) => announce(target, { after }) })
}
