import { createAxe } from '../fixtures/createAxe.js'
import { expect, test } from '../fixtures/test.js'

test('mode and variables change the look at once, of buttons and modal alike @main', async ({ demo, page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await demo.goto('?enableEmbedded=1')
  const card = page.locator('latchkey-modal .card')
  await expect(card).toBeVisible()
  const luminance = (): Promise<number> =>
    card.evaluate((element) => {
      const context = document.createElement('canvas').getContext('2d')
      if (!context) throw new Error('No canvas.')
      context.fillStyle = getComputedStyle(element).backgroundColor
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
      return (red + green + blue) / 3
    })
  const mode = page.getByRole('combobox', { name: /^Mode/ })
  expect(await luminance()).toBe(255)
  await mode.selectOption('dark')
  expect(await luminance()).toBeLessThan(40)
  await mode.selectOption('light')
  expect(await luminance()).toBe(255)
  await mode.selectOption('as the system')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await luminance()).toBeLessThan(40)

  await page.getByLabel('Accent').fill('#00aa55')
  await expect(demo.connectButton).toHaveCSS('background-color', 'rgb(0, 170, 85)')
  await demo.wallet.script({ methods: { eth_requestAccounts: { kind: 'reject' } } })
  await page.getByRole('button', { name: 'Dev wallet' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCSS('background-color', 'rgb(0, 170, 85)')
})

test('any accent leaves words readable, with a contrast of 4.5 or more @main', async ({ demo, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await demo.goto('?enableEmbedded=1')
  await demo.wallet.script({ methods: { eth_requestAccounts: { kind: 'reject' } } })
  await page.getByRole('button', { name: 'Dev wallet' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  for (const mode of ['light', 'dark'])
    for (const accent of ['#ffff00', '#000000', '#ffffff', '#777777']) {
      await page.getByRole('combobox', { name: /^Mode/ }).selectOption(mode)
      await page.getByLabel('Accent').fill(accent)
      const { passes, violations, incomplete } = await createAxe(page)
        .include('latchkey-modal')
        .include('.top-buttons')
        .withRules('color-contrast')
        .analyze()
      expect({ accent, mode, found: [...violations, ...incomplete].flatMap(({ nodes }) => nodes) }).toEqual({
        accent,
        mode,
        found: [],
      })
      const checked = passes.flatMap(({ nodes }) => nodes.map(({ html }) => html)).join('\n')
      expect(checked).toContain('Try again')
      expect(checked).toContain('>Connect<')
    }
})

test('nothing moves for visitors who asked for that @main', async ({ demo, page }) => {
  const animations = (): Promise<readonly string[]> =>
    page.evaluate(() => {
      const roots = [document, document.querySelector('latchkey-modal')?.shadowRoot]
      const all = roots.flatMap((root) => root?.getAnimations() ?? [])
      return [...new Set(all)].map(({ effect }) => (effect as KeyframeEffect).target?.className.toString() ?? '')
    })
  await demo.addTools()
  await demo.goto()
  await demo.wallet.script({ methods: { eth_requestAccounts: [{ kind: 'hang' }] } })
  await demo.pickDevWallet()
  await expect(demo.heading('Open Dev wallet to continue')).toBeVisible()
  expect(await animations()).not.toEqual([])

  await page.emulateMedia({ reducedMotion: 'reduce' })
  const expectStill = async (what: string): Promise<void> =>
    expect({ what, moves: await animations() }).toEqual({ what, moves: [] })
  await expectStill('waiting')
  await demo.button('Back').click()
  await expect(demo.heading('Connect')).toBeVisible()
  await expectStill('going back')
  await page.keyboard.press('Escape')
  await expectStill('closing')
  await demo.connectButton.click()
  await expectStill('opening')
  await page.evaluate(() => {
    window.tools.showToast(window.latchkey, { variant: 'loading', message: { text: 'Loading' } })
  })
  await expect(demo.toast).toBeVisible()
  await expectStill('a loading notice')
  await demo.wallet.release()
  await demo.button('Dev wallet').click()
  await demo.expectConnected()
  await demo.openAccount()
  await expectStill('the account')
})
