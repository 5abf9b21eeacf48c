import type { Locator, Page } from '@playwright/test'
import { findViolations } from '../fixtures/createAxe.js'
import { test as base, expect } from '../fixtures/test.js'
import { watchPage } from '../fixtures/watchPage.js'

/** The start page, as a developer who tries the modal sees it. */
class PlaygroundPage {
  readonly page: Page
  readonly url: string
  /** The modal in the page. */
  readonly modal: Locator
  readonly controls: Locator
  readonly code: Locator

  constructor(page: Page, url: string) {
    this.page = page
    this.url = url
    this.modal = page.locator('.canvas latchkey-modal')
    this.controls = page.getByRole('region', { name: 'Setup' })
    this.code = page.getByRole('region', { name: 'Code', exact: true })
  }

  async goto(search = ''): Promise<void> {
    await this.page.goto(new URL(search, this.url).href)
    await expect(this.modal.getByRole('heading').first()).toBeVisible()
  }

  /** The text of a file or a command. */
  text(name: string): Locator {
    return this.code.getByRole('region', { name, exact: true })
  }

  async expectSearch(search: string): Promise<void> {
    await expect.poll(() => new URL(this.page.url()).search).toBe(search)
  }

  /** A style of an element of the modal, as computed. */
  style(selector: string, property: string): Promise<string> {
    return this.modal
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
  }
}

const test = base.extend<{ readonly playground: PlaygroundPage }>({
  playground: async ({ page, demoUrl, chains }, use) => {
    const others = ['SOLANA', 'WALLETS_URL', 'VAULT_URL', 'SIGN_IN_URL'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [name === 'SOLANA' ? (JSON.parse(value).rpcUrl as string) : value]
    })
    const errors = await watchPage(page, { hosts: [demoUrl, ...chains.map(({ rpcUrl }) => rpcUrl), ...others] })
    await use(new PlaygroundPage(page, demoUrl))
    expect(errors).toEqual([])
  },
})

test('the controls, the modal, the code and the URL always show the same setup @main', async ({ playground, page }) => {
  const { controls, modal } = playground
  await playground.goto()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/wallet modal/)
  await expect(modal.getByPlaceholder('Email address')).toBeVisible()
  await playground.expectSearch('')
  await expect(playground.text('src/modal.ts')).not.toContainText('features')

  await test.step('logins and features', async () => {
    await controls.getByRole('checkbox', { name: 'Email' }).uncheck()
    await controls.getByRole('checkbox', { name: 'Google' }).uncheck()
    await controls.getByRole('checkbox', { name: 'Swap' }).uncheck()
    await expect(modal.getByRole('button', { name: /Google/ })).toHaveCount(0)
    await expect(modal.getByPlaceholder('Email address')).toHaveCount(0)
    await playground.expectSearch('?email=0&socials=x,farcaster,discord,apple,github,facebook&swaps=0')
    await expect(playground.text('src/modal.ts')).toContainText(
      "socials: ['x', 'farcaster', 'discord', 'apple', 'github', 'facebook']",
    )
  })
  await test.step('adapters', async () => {
    await controls.getByRole('switch', { name: 'Embedded wallet' }).uncheck()
    await controls.getByRole('switch', { name: 'WalletConnect' }).uncheck()
    await controls.getByRole('checkbox', { name: 'Solana' }).uncheck()
    await expect(controls.getByRole('checkbox', { name: 'EVM' })).toBeDisabled()
    await expect(controls.getByRole('checkbox', { name: 'Email' })).toBeDisabled()
    await expect(modal.getByRole('button', { name: 'WalletConnect' })).toHaveCount(0)
    await expect(playground.text('Add to your app')).toHaveText(
      'npm install @latchkey/ui-react @latchkey/core @latchkey/adapter-evm',
    )
    await expect(playground.text('src/modal.ts')).not.toContainText(/solana|walletConnect|embeddedWallet|socials/)
    await expect(controls.getByRole('checkbox', { name: 'Bitcoin' })).toBeEnabled()
  })
  await test.step('back to the default', async () => {
    await controls.getByRole('button', { name: 'Reset' }).click()
    await playground.expectSearch('')
    await expect(modal.getByPlaceholder('Email address')).toBeVisible()
  })
})

test('language, terms and order survive a reload and history navigation; an invalid URL shows the default setup @main', async ({
  playground,
  page,
}) => {
  const { controls, modal } = playground
  await playground.goto()
  await test.step('language, terms and order', async () => {
    await controls.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
    await expect(modal.getByRole('heading', { name: 'Verbinden' })).toBeVisible()
    await controls.getByRole('switch', { name: 'Terms and privacy' }).check()
    await expect(modal.locator('a[href="https://example.com/terms"]')).toBeVisible()
    await controls.getByRole('button', { name: /^Move Wallets up/ }).click()
    await controls.getByRole('button', { name: /^Move Wallets up/ }).click()
    await playground.expectSearch('?order=wallet,email,social&locale=de&terms=1')
    await expect(modal.getByRole('heading', { name: 'Verbinden' })).toBeVisible()
    const top = async (target: Locator): Promise<number> => (await target.boundingBox())?.y ?? 0
    await expect
      .poll(
        async () =>
          (await top(modal.getByRole('textbox'))) - (await top(modal.getByRole('button', { name: /Dev wallet/ }))),
      )
      .toBeGreaterThan(0)
  })
  await test.step('a reload and history navigation', async () => {
    await page.reload()
    await expect(controls.getByRole('combobox', { name: 'Language' })).toHaveValue('de')
    await expect(modal.getByRole('heading', { name: 'Verbinden' })).toBeVisible()
    await page.goto(new URL('explorer.html', playground.url).href)
    await page.goBack()
    await expect(modal.getByRole('heading', { name: 'Verbinden' })).toBeVisible()
    await page.evaluate(() => history.pushState(null, '', '/?locale=fr'))
    await page.evaluate(() => history.pushState(null, '', '/'))
    await page.goBack()
    await expect(controls.getByRole('combobox', { name: 'Language' })).toHaveValue('fr')
  })
  await test.step('an invalid URL', async () => {
    await playground.goto('?theme=nothing&chains=&order=email&radius=1000&locale=xx&code=cobol')
    await expect(playground.text('src/modal.ts')).toContainText('createModal')
    await expect(controls.getByRole('radio', { name: 'Default' })).toBeChecked()
  })
})

test('a theme, an accent color and a radius apply to the existing modal @main', async ({ playground, page }) => {
  const { controls, modal } = playground
  await playground.goto()
  await modal.evaluate((element) => element.setAttribute('data-marked', ''))
  expect(await playground.style('.card', 'border-top-left-radius')).toBe('28px')

  await controls.getByRole('radio', { name: 'Terminal' }).check({ force: true })
  await expect.poll(() => playground.style('.card', 'border-top-left-radius')).toBe('4px')
  expect(await playground.style('.card', '--lk-accent')).toBe('#3ddc84')
  expect(await playground.style('.card', 'color-scheme')).toBe('dark')
  expect(await playground.style('.card', 'background-color')).toBe('rgb(10, 15, 10)')
  await playground.expectSearch('?theme=terminal')

  await controls.getByLabel('Accent').fill('#ff8800')
  await controls.getByRole('slider', { name: /Corner radius/ }).press('End')
  await expect.poll(() => playground.style('.card', 'border-top-left-radius')).toBe('40px')
  expect(await playground.style('.card', '--lk-accent')).toBe('#ff8800')
  await playground.expectSearch('?theme=terminal&accent=ff8800&radius=40')
  await expect(playground.text('src/modal.ts')).toContainText("'--lk-accent': '#ff8800'")
  await expect(playground.text('src/modal.ts')).toContainText("themeMode: 'dark'")

  await controls.getByRole('radio', { name: 'Default' }).check({ force: true })
  await expect.poll(() => playground.style('.card', 'border-top-left-radius')).toBe('28px')
  await expect(playground.text('src/modal.ts')).not.toContainText('theme')
  // none of these changes has created a new modal
  await expect(page.locator('latchkey-modal[data-marked]')).toHaveCount(1)
})

test('the modal of the playground connects in the page, and is still connected as a dialog @main', async ({
  playground,
  page,
}) => {
  await playground.goto('?chains=evm&gateway=0')
  await playground.modal.getByRole('button', { name: /Dev wallet/ }).click()
  await expect(playground.modal.getByRole('button', { name: 'Disconnect' }).first()).toBeVisible()
  await page.getByRole('radio', { name: 'As a dialog' }).check({ force: true })
  // the connection is restored in the new modal
  await expect(page.locator('.canvas').getByRole('button', { name: /^0x/ })).toBeVisible()
  await page.locator('.canvas').getByRole('button', { name: /^0x/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await playground.expectSearch('?chains=evm&gateway=0&show=dialog')
})

test('code, commands and the link can be copied, and copying is announced @main', async ({
  playground,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const read = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  const said = page.getByRole('status').filter({ hasText: 'Copied' })
  await playground.goto('?chains=evm&code=svelte&with=pnpm')

  await playground.code.getByRole('button', { name: 'Copy src/modal.ts' }).click()
  await expect(said).toHaveCount(1)
  expect(await read()).toBe(await playground.text('src/modal.ts').textContent())
  await expect(said).toHaveCount(0)

  await playground.code.getByRole('button', { name: 'Copy command: add to your app' }).click()
  await expect(said).toHaveCount(1)
  expect(await read()).toMatch(/^pnpm add @latchkey\/ui-react /)
  await page.getByRole('button', { name: 'Copy install command' }).click()
  await expect.poll(read).toBe('npm create latchkey@latest')
  await playground.controls.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(read).toBe(new URL('?chains=evm&code=svelte&with=pnpm', playground.url).href)
})

test('the code tabs, the themes and the switches can be changed by keyboard alone @main', async ({
  playground,
  page,
}) => {
  await playground.goto('?pairing=0')
  const tabs = playground.code.getByRole('tab')
  await tabs.first().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(tabs.last()).toBeFocused()
  await expect(playground.text('index.html')).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(playground.code.getByRole('tab', { name: 'Next.js' })).toBeFocused()
  await expect(playground.text('app/layout.tsx')).toBeVisible()
  await playground.expectSearch('?pairing=0&code=next')

  await playground.controls.getByRole('radio', { name: 'Default' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(playground.controls.getByRole('radio', { name: 'Midnight' })).toBeChecked()
  const pairing = playground.controls.getByRole('switch', { name: 'WalletConnect' })
  await pairing.focus()
  await page.keyboard.press('Space')
  await expect(pairing).toBeChecked()
  await expect(playground.modal.getByRole('button', { name: /WalletConnect/ })).toBeVisible()
  // the new modal leaves the focus where it is
  await expect(pairing).toBeFocused()
})

for (const [width, scheme, search] of [
  [1440, 'light', ''],
  [1024, 'dark', '?theme=paper&embedded=0&code=next&terms=1&groups=1'],
  [390, 'light', '?theme=candy&locale=ar&code=html'],
  [390, 'dark', '?chains=bitcoin&pay=1&gateway=0'],
] as const)
  test(`axe finds no violations at ${width} px, ${scheme}, and nothing overflows: ${search} @main`, async ({
    playground,
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 900 })
    await playground.goto(search)
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    const [modal, controls] = await Promise.all([playground.modal.boundingBox(), playground.controls.boundingBox()])
    if (width === 390) expect(controls?.y).toBeGreaterThan((modal?.y ?? 0) + (modal?.height ?? 0))
    else expect(controls?.x).toBeGreaterThan((modal?.x ?? 0) + (modal?.width ?? 0))
  })

test('the page links to the guides, the lab and the gallery @main', async ({ playground, page }) => {
  await playground.goto('?signIn=required')
  const { docsUrl } = (await (await page.request.get(new URL('config.json', playground.url).href)).json()) as {
    readonly docsUrl: string
  }
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: /Lab/ })).toHaveAttribute('href', '/lab')
  await expect(footer.getByRole('link', { name: /Gallery/ })).toHaveAttribute('href', '/gallery')
  await expect(footer.getByRole('link', { name: 'Docs' })).toHaveAttribute('href', docsUrl)
  const guides = page.getByRole('navigation', { name: 'Guides for this setup' })
  await expect(guides.getByRole('link', { name: 'Sign-in' })).toHaveAttribute('href', `${docsUrl}sign-in.html`)
  await footer.getByRole('link', { name: /Lab/ }).click()
  await expect(page.getByRole('heading', { name: 'Options', exact: true })).toBeVisible()
})
