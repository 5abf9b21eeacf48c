import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { buildSite } from '../../../scripts/lib/docs/site/buildSite.mjs'
import { serveSite } from '../../../scripts/lib/docs/site/serveSite.mjs'
import { findViolations } from '../fixtures/createAxe.js'
import { isLong } from '../fixtures/matrix.js'
import { watchPage } from '../fixtures/watchPage.js'

type Site = { readonly url: string; readonly pages: readonly string[] }

/** The documentation site as `npm run docs` builds and serves it. */
const test = base.extend<{ readonly docs: Page }, { readonly site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'latchkey-docs-'))
      const pages = await buildSite({ folder })
      const { url, stop } = await serveSite({ folder })
      await use({ url, pages: pages.filter((path) => path !== '404.html') })
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  /** A page whose requests stay on the site, and which logs no errors. */
  docs: async ({ page, site }, use) => {
    const errors = await watchPage(page, { hosts: [site.url] })
    await use(page)
    expect(errors).toEqual([])
  },
})

// the site is built once for all tests
test.describe.configure({ mode: 'default' })

/** Opens a page, and waits until its scripts run. */
async function open(docs: Page, site: Site, path = ''): Promise<void> {
  await docs.goto(`${site.url}${path}`)
  await docs.waitForFunction(() => document.querySelector<HTMLElement & { __vue_app__?: object }>('#app')?.__vue_app__)
}

const findModal = (docs: Page): Locator => docs.locator('latchkey-modal')

test('the home page of the docs has a live modal that connects, and contacts no other host @adopt', async ({
  docs,
  site,
}) => {
  await open(docs, site)
  const modal = findModal(docs)
  await expect(modal.getByText('MetaMask')).toBeVisible()
  await docs.getByRole('switch', { name: /dark/i }).first().click()
  await expect(docs.locator('html')).toHaveClass('dark')
  await expect(modal).toHaveAttribute('data-mode', 'dark')

  await modal.getByRole('button', { name: /^Demo wallet/ }).click()
  await expect(modal.getByText(/0x[\dA-F]{4}…[\dA-F]{4}/i).first()).toBeVisible()
  // another page, and back
  await docs.getByRole('link', { name: 'Quick start' }).first().click()
  await expect(docs.getByRole('heading', { level: 1 })).toContainText('Quick start')
  await expect(modal).toHaveCount(0)
  await expect(docs.locator('html')).toHaveClass('dark')
})

test('the docs can be searched, and link to the next page, the previous page and the API @adopt', async ({
  docs,
  site,
}) => {
  await open(docs, site, 'quick-start')
  await docs.keyboard.press('Control+k')
  await docs.getByRole('searchbox').fill('troubleshooting')
  const result = docs.getByRole('option', { name: /Embedded wallet/ }).first()
  await result.click()
  await expect(docs).toHaveURL(/embedded-wallet\.html#troubleshooting$/)
  await expect(docs.getByRole('heading', { name: 'Troubleshooting' })).toBeInViewport()

  await docs.getByRole('link', { name: /^Next page/ }).click()
  await expect(docs).toHaveURL(/sign-in\.html$/)
  await docs.getByRole('link', { name: /^Previous page/ }).click()
  await expect(docs).toHaveURL(/embedded-wallet\.html$/)

  await docs.getByRole('link', { name: 'API', exact: true }).click()
  // the sidebars of other pages have a link with the next one's name
  await expect(docs.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible()
  await docs.getByRole('link', { name: 'ui-react', exact: true }).first().click()
  await expect(docs.getByRole('heading', { name: /^createModal\(\)/ })).toBeVisible()
})

test('a code sample of the docs can be copied, and the chosen tab stays selected on every page @adopt', async ({
  context,
  docs,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(docs, site, 'quick-start')
  const install = docs.locator('.vp-code-group', { hasText: 'adapter-evm' }).first()
  await expect(install.locator('.active')).toContainText('npm install @latchkey/ui-react')
  await install.locator('label', { hasText: /^pnpm$/ }).click()
  await expect(install.locator('.active')).toContainText('pnpm add @latchkey/ui-react')
  const create = docs.locator('.vp-code-group', { hasText: 'latchkey@latest' }).first()
  await expect(create.locator('.active')).toContainText('pnpm create latchkey@latest my-app')
  await install.locator('.active').hover()
  await install.locator('.active').getByRole('button', { name: /copy/i }).click()
  const copied = await docs.evaluate(() => navigator.clipboard.readText())
  expect(copied.trim()).toBe('pnpm add @latchkey/ui-react @latchkey/core @latchkey/adapter-evm react react-dom')

  // by keyboard
  await docs.getByRole('radio', { name: 'React' }).focus()
  await docs.keyboard.press('ArrowRight')
  await expect(docs.getByText('<script setup lang="ts">').first()).toBeVisible()

  await docs.getByRole('link', { name: 'Embedded wallet', exact: true }).first().click()
  await expect(docs.getByText('pnpm add @latchkey/embedded-wallet')).toBeVisible()
  await docs.reload()
  await expect(docs.getByText('pnpm add @latchkey/embedded-wallet')).toBeVisible()
})

test('no page of the docs overflows a phone screen, logs an error or violates the content security policy @adopt', async ({
  docs,
  site,
}) => {
  test.slow()
  await docs.setViewportSize({ width: 390, height: 844 })
  expect(site.pages.length).toBeGreaterThan(50)
  const wide: string[] = []
  // all API pages are rendered from one template
  const pages = isLong
    ? site.pages
    : site.pages.filter((path) => !path.startsWith('api/') || path.startsWith('api/core/csp'))
  for (const path of pages) {
    await open(docs, site, path)
    const excess = await docs.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (excess > 0) wide.push(`${path}: ${excess} px`)
  }
  expect(wide).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the docs have no axe violations: ${colorScheme} @adopt`, async ({ docs, site }) => {
    // axe checks four pages, one of which has long tables
    test.slow()
    await docs.emulateMedia({ colorScheme })
    for (const path of ['', 'quick-start', 'options', 'api/core/csp']) {
      await open(docs, site, path)
      if (path === '') await expect(findModal(docs).getByText('MetaMask')).toBeVisible()
      // the dark scheme changes only colors
      const rules = isLong || colorScheme === 'light' ? undefined : ['color-contrast']
      expect(await findViolations(docs, undefined, rules), path).toEqual([])
    }
  })
