import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.js'

const key = 'latchkey/state'

/** Collects the warnings that the page logs from now on. */
function collectWarnings(page: Page): readonly string[] {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  return warnings
}

test('without localStorage, connecting and disconnecting work for this visit, with one warning @main', async ({
  demo,
  page,
}) => {
  const warnings = collectWarnings(page)
  await demo.wallet.atStart((wallet) => {
    // the wallet has its own storage by now; only the page has to do without
    wallet.script({ methods: { '*': { kind: 'approve' } } })
    const get = (): never => {
      throw new DOMException('The document has no access to storage.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get })
  }, undefined)
  await demo.goto('?debug=1')
  await demo.connect()
  await demo.openAccount()
  await demo.button('Disconnect').click()
  await demo.expectDisconnected()
  await demo.connect()
  expect(warnings).toEqual([expect.stringContaining('STORAGE_UNAVAILABLE')])
})

test('with all site data blocked, connecting works, with one warning @main', async ({ demo, page }) => {
  const warnings = collectWarnings(page)
  await page.addInitScript(() => {
    const get = (): never => {
      throw new DOMException('The document has no access to storage.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get })
  })
  await demo.goto('?debug=1')
  await demo.connect()
  expect(warnings).toEqual([expect.stringContaining('STORAGE_UNAVAILABLE')])
})

test('with full storage, connecting and disconnecting work for this visit, with one warning @main', async ({
  demo,
  page,
}) => {
  const warnings = collectWarnings(page)
  await page.addInitScript((ours) => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (name, value) {
      if (name === ours) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      setItem.call(this, name, value)
    }
  }, key)
  await demo.goto('?debug=1')
  await demo.connect()
  await demo.openAccount()
  await demo.button('Disconnect').click()
  await demo.expectDisconnected()
  await demo.connect()
  expect(warnings).toEqual([expect.stringContaining('STORAGE_UNAVAILABLE')])
  await page.reload()
  await demo.expectDisconnected()
})

const connection = { connectorId: 'dev.latchkey.wallet', address: '0x0' }
const garbage = {
  'invalid JSON': '{{{',
  'another shape': '[1, null, {}]',
  'wrong types throughout': JSON.stringify({
    v: 1,
    data: { connections: { eip155: 7, nonsense: connection }, networks: 'x', recentConnectorIds: { length: 9 } },
  }),
  'an unknown old version': JSON.stringify({ v: -3, data: { connections: { eip155: connection } } }),
}

test('invalid stored data is discarded without a warning @main', async ({ demo, page }) => {
  const warnings = collectWarnings(page)
  await demo.goto('?debug=1')
  for (const [what, stored] of Object.entries(garbage))
    await test.step(what, async () => {
      await page.evaluate(([name = '', value = '']) => localStorage.setItem(name, value), [key, stored])
      await page.reload()
      await demo.expectDisconnected()
      await demo.connect()
    })
  await page.reload()
  await expect(demo.status).toHaveText('connected')
  expect(warnings).toEqual([])
})

test('the valid part of stored data is kept @main', async ({ demo, page, chains: [, two] }) => {
  const stored = { v: 1, data: { connections: { eip155: [] }, networks: { eip155: `eip155:${two.id}`, solana: 5 } } }
  await demo.goto()
  await page.evaluate(([name = '', value = '']) => localStorage.setItem(name, value), [key, JSON.stringify(stored)])
  await page.reload()
  await demo.expectDisconnected()
  await expect(demo.network).toHaveText(two.name)
})

test('data of a newer release is neither used nor touched @main', async ({ demo, page }) => {
  const warnings = collectWarnings(page)
  const newer = JSON.stringify({ v: 99, data: { connections: { eip155: { wallet: 'x' } }, more: [1] } })
  await demo.goto('?debug=1')
  await page.evaluate(([name = '', value = '']) => localStorage.setItem(name, value), [key, newer])
  await page.reload()
  await demo.expectDisconnected()
  await demo.connect()
  await demo.openAccount()
  await demo.button('Disconnect').click()
  await demo.expectDisconnected()
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBe(newer)
  expect(warnings).toEqual([])
})
