import { countListeners } from '../fixtures/countListeners.js'
import { matrix } from '../fixtures/matrix.js'
import { test as base, expect } from './frameworksTest.js'
import { type Development, startDevelopment } from './startDevelopment.js'

const packages = ['@latchkey/adapter-evm', '@latchkey/core', '@latchkey/core/controllers']

/** React runs in StrictMode and uses only hooks; Vue uses our element and its buttons. */
const examples = [
  { name: 'headless', file: 'App.tsx', ui: '@latchkey/ui-react', modals: 0 },
  { name: 'vue', file: 'App.vue', ui: '@latchkey/ui-react/standalone', modals: 1 },
] as const

for (const { name, file, ui, modals } of matrix(examples)) {
  const test = base.extend<{ readonly development: Development }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern
    development: async ({}, use) => {
      const development = await startDevelopment(name, [ui, ...packages])
      await use(development)
      await development.stop()
    },
    served: async ({ development }, use) => use(development),
  })

  test(`${name}: edits during development keep the connection, and add no second modal and no listeners @reach`, async ({
    development,
    example,
    page,
  }) => {
    const count = await countListeners(page)
    await page.goto(development.url)
    await example.connect()
    const before = await count()
    const marked = (): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'marked'))
    await page.evaluate(() => Reflect.set(window, 'marked', true))

    // a component: the page stays, and keeps all of its state
    await development.edit(file, (text) => text.replace('Account:', 'Who:'))
    await expect(page.getByText('Who:')).toBeVisible()
    expect(await marked()).toBe(true)
    await example.expectConnected()
    expect(await count()).toEqual(before)
    await expect(page.locator('latchkey-modal')).toHaveCount(modals)

    // the module that creates the modal: the page reloads, and there is again one modal, which is connected
    await development.edit('modal.ts', (text) => text.replace('createModal({', "createModal({ themeMode: 'dark',"))
    await page.waitForFunction(() => !('marked' in window))
    await example.expectConnected()
    expect(await page.evaluate(() => window.devWallet.prompts)).toBe(0)
    await expect(page.locator('latchkey-modal')).toHaveCount(modals)
    await example.disconnect()
  })
}
