import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.js'
import { waysToClose } from '../fixtures/waysToClose.js'

/** Presses Tab until the control has the focus, as a keyboard user does. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let press = 0; press < 80; press++) {
    if (await control.evaluate((node) => (node.getRootNode() as ShadowRoot).activeElement === node)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab pressed eighty times did not reach ${control}.`)
}

for (const { name, close } of waysToClose)
  test(`the focus returns to the opener after closing by ${name} @main`, async ({ demo, page, chains: [one] }) => {
    await demo.goto()
    for (const opener of [demo.connectButton, page.getByRole('button', { name: one.name, exact: true })]) {
      await opener.click()
      await expect(demo.dialog).toBeVisible()
      await close(demo)
      await expect(demo.dialog).toBeHidden()
      await expect(opener).toBeFocused()
    }
  })

test('the focus returns to the button in the page after connecting and after disconnecting @main', async ({ demo }) => {
  await demo.goto()
  await demo.connect()
  await expect(demo.accountButton).toBeFocused()
  await demo.openAccount()
  await demo.button('Disconnect').click()
  await demo.expectDisconnected()
  await expect(demo.connectButton).toBeFocused()
})

test('Tab and Shift+Tab stay inside the open modal @main', async ({ demo, page }) => {
  await demo.goto()
  await demo.connectButton.click()
  await expect(demo.button('Dev wallet')).toBeVisible()
  const reached = new Set<string>()
  for (const key of ['Tab', 'Shift+Tab'])
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press(key)
      const where = await page.evaluate(() => {
        const { activeElement } = document
        return activeElement === document.body ? 'browser' : (activeElement?.localName ?? 'nothing')
      })
      reached.add(where)
    }
  // the browser's own controls come between our last and our first one
  expect([...reached].filter((where) => where !== 'browser')).toEqual(['latchkey-modal'])
})

test('connecting, copying the address, switching networks and disconnecting work by keyboard alone @main', async ({
  demo,
  page,
  context,
  chains: [one, two],
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const press = async (control: Locator): Promise<void> => {
    await tabTo(page, control)
    await page.keyboard.press('Enter')
  }
  await demo.goto()
  await press(demo.connectButton)
  await press(demo.button('Dev wallet'))
  await demo.expectConnected()

  await press(demo.accountButton)
  await press(demo.button('Copy address'))
  await expect(demo.toast).toHaveText('Address copied')
  await press(demo.button('Change network'))
  await press(demo.button(two.name))
  await expect(demo.network).toHaveText(two.name)
  await expect(demo.heading('Account')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(demo.dialog).toBeHidden()

  await press(page.getByRole('button', { name: two.name, exact: true }))
  await press(demo.button(one.name))
  await expect(demo.network).toHaveText(one.name)
  await expect(demo.dialog).toBeHidden()
  await press(demo.accountButton)
  await press(demo.button('Disconnect'))
  await demo.expectDisconnected()
})
