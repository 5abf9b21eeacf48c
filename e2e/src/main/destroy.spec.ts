import { countListeners } from '../fixtures/countListeners.js'
import { expect, test } from '../fixtures/test.js'

const ours = ['eip6963:announceProvider', 'ethereum#initialized', 'keydown']

test('destroying removes the element, its listeners and its styles, and nothing reacts to events afterwards @main', async ({
  demo,
  page,
}) => {
  const count = await countListeners(page)
  const counts = async (): Promise<readonly (number | undefined)[]> => {
    const all = await count()
    return ours.map((event) => all[event])
  }
  await demo.goto()
  await demo.connect()
  await demo.openAccount()
  expect(await counts()).toEqual([1, 1, 1])

  const { before, after } = await page.evaluate(() => {
    const { announce, info } = window.devWallet
    const look = (): string => JSON.stringify(window.latchkey.getState())
    window.latchkey.destroy()
    const before = look()
    void window.latchkey.open()
    announce(window, { detail: { info: { ...info, uuid: crypto.randomUUID(), rdns: 'example.late', name: 'Late' } } })
    window.devWallet.selectAccount(1)
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    return { before, after: look() }
  })
  expect(after).toBe(before)
  expect(await counts()).toEqual([0, 0, 0])
  await expect(page.locator('latchkey-modal')).toHaveCount(0)
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)

  await page.locator('.lk-button').first().click()
  await expect(page.locator('latchkey-modal')).toHaveCount(0)
})

test('destroying during a connection attempt ends it, and a later approval changes nothing @main', async ({
  demo,
  page,
}) => {
  await demo.goto()
  await demo.wallet.script({ methods: { eth_requestAccounts: { kind: 'hang' } } })
  await demo.pickDevWallet()
  await expect(demo.heading('Open Dev wallet to continue')).toBeVisible()
  await expect.poll(() => demo.wallet.requests('eth_requestAccounts')).toHaveLength(1)
  await page.evaluate(() => window.latchkey.destroy())
  await expect(page.locator('latchkey-modal')).toHaveCount(0)
  await demo.wallet.release()
  await expect.poll(() => demo.wallet.isConnected()).toBe(true)
  await demo.expectDisconnected()
  await page.reload()
  await demo.expectDisconnected()
})
