import type { PageModal } from '../fixtures/window.js'
import { expect, test } from './frameworksTest.js'

declare global {
  interface Window {
    second: PageModal
  }
}

test('two modals on one page are independent: each has its own buttons, theme, networks and connection @reach', async ({
  example,
  page,
  served,
}) => {
  await page.goto(served.url)
  await page.evaluate(async () => {
    // by the page's import map
    const bundle = 'latchkey/latchkey.js'
    const { createModal, evm } = await import(bundle)
    const network = {
      id: 31337,
      name: 'Second network',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
    }
    window.second = createModal({
      id: 'second',
      adapters: [evm({ networks: [network] })],
      themeMode: 'dark',
      messages: { buttonConnect: 'Verbinden' },
    })
    for (const name of ['latchkey-button', 'latchkey-network-button'])
      document.querySelector('main')?.append(Object.assign(document.createElement(name), { modal: window.second }))
  })
  const main = page.getByRole('main')
  const [first, second] = [page.locator('latchkey-modal').first(), page.locator('latchkey-modal').last()]
  await expect(page.locator('latchkey-modal')).toHaveCount(2)
  await expect(main.getByRole('button', { name: 'Second network' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Local chain' })).toBeVisible()

  await example.connect()
  await expect(main.getByRole('button', { name: 'Verbinden' })).toBeVisible()
  await main.getByRole('button', { name: 'Verbinden' }).click()
  await expect(second).toHaveAttribute('data-mode', 'dark')
  await expect(first).not.toHaveAttribute('data-mode')
  await second.getByRole('button', { name: 'Dev wallet' }).click()
  await expect(main.getByRole('button', { name: /^0x/ })).toBeVisible()

  await example.expectConnected()

  // Esc closes the modal in front, wherever the focus is
  await page.evaluate(async () => {
    await document.querySelector<HTMLElement & { modal: PageModal }>('latchkey-modal')?.modal.open()
    await window.second.open()
  })
  await expect(second.getByRole('dialog')).toBeVisible()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Escape')
  await expect(second.getByRole('dialog')).toBeHidden()
  await expect(first.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(first.getByRole('dialog')).toBeHidden()

  // destroying one doesn't affect the other
  await page.evaluate(() => window.second.destroy())
  await expect(page.locator('latchkey-modal')).toHaveCount(1)
  await example.expectConnected()
  await example.disconnect()
  await example.connect()
})
