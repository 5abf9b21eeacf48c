import type { Page } from '@playwright/test'
import { countListeners } from '../fixtures/countListeners.js'
import { toShort } from '../fixtures/DemoPage.js'
import { matrix } from '../fixtures/matrix.js'
import { expect, test } from '../fixtures/test.js'

/** Collects everything that the page logs from now on. */
function collectConsole(page: Page): readonly string[] {
  const printed: string[] = []
  page.on('console', (message) => printed.push(`${message.type()}: ${message.text()}`))
  return printed
}

test('the HTML from the server contains the buttons, but not the modal @main', async ({ demo, page }) => {
  const response = await page.request.get(new URL('ssr.html', demo.url).href)
  const html = await response.text()
  const buttons = [...html.matchAll(/<button[^>]*class="lk-button"[^>]*>(.*?)<\/button>/g)].map(([, text]) => text)
  // icons have no text
  expect(buttons.map((inner = '') => inner.replace(/<[^>]*>/g, ''))).toEqual(['Connect', 'Ethereum'])
  expect(html).not.toContain('latchkey-modal')
})

test('a first visit hydrates the HTML without console messages, and connects @main', async ({ demo, page }) => {
  const printed = collectConsole(page)
  await demo.goto('ssr.html')
  await demo.connectButton.click()
  await demo.button('Dev wallet').click()
  await expect(demo.accountButton.first()).toBeVisible()
  await expect(demo.dialog).toBeHidden()
  expect(printed).toEqual([])
})

test('a visit with a stored connection hydrates the HTML without console messages, and restores it @main', async ({
  demo,
  page,
}) => {
  await demo.goto()
  await demo.connect()
  const printed = collectConsole(page)
  await demo.goto('ssr.html')
  await expect(page.getByRole('button', { name: toShort(demo.accounts[0] ?? '') })).toHaveCount(2)
  await expect(demo.connectButton).toHaveCount(0)
  expect(printed).toEqual([])
})

for (const [what, query] of matrix([
  ['with StrictMode', ''],
  ['without StrictMode', '?strictMode=0'],
]))
  test(`${what} a modal requests wallets once and adds each listener once @main`, async ({ demo, page }) => {
    const count = await countListeners(page)
    await page.addInitScript(() => {
      const requests: Event[] = []
      Object.assign(window, { requests })
      addEventListener('eip6963:requestProvider', (event) => requests.push(event))
    })
    await demo.goto(query)
    await demo.connect()
    await demo.openAccount()
    expect(await page.evaluate(() => Reflect.get(window, 'requests').length)).toBe(1)
    expect(await count()).toMatchObject({ 'eip6963:announceProvider': 1, 'ethereum#initialized': 1, keydown: 1 })
    await expect(page.locator('latchkey-modal')).toHaveCount(1)
    await expect(demo.events.getByText('CONNECT_SUCCESS')).toHaveCount(1)
  })
