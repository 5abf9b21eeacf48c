import { createAxe } from '../fixtures/createAxe.js'
import { matrix } from '../fixtures/matrix.js'
import { expect, test } from '../fixtures/test.js'

test('a new theme mode or accent color applies at once, and the accent color also to the buttons in the page @main', async ({
  demo,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await demo.goto('?inline=1')
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

test('text has a contrast of at least 4.5 with any accent color @main', async ({ demo, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await demo.goto('?inline=1')
  await demo.wallet.script({ methods: { eth_requestAccounts: { kind: 'reject' } } })
  await page.getByRole('button', { name: 'Dev wallet' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  for (const mode of ['light', 'dark'])
    for (const accent of matrix(['#ffff00', '#000000', '#ffffff', '#777777'], 2)) {
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

test('nothing is animated for users who prefer reduced motion @main', async ({ demo, page }) => {
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

test('the text styles of the page do not affect the modal @main @reach', async ({ demo, page }) => {
  await demo.goto('?inline=1')
  await expect(page.getByRole('button', { name: 'Dev wallet' })).toBeVisible()
  const card = page.locator('latchkey-modal .card')
  const measure = () =>
    card.evaluate((element) =>
      [element, ...element.querySelectorAll('*')].map((one) => {
        const { width, height } = one.getBoundingClientRect()
        const { textTransform, textShadow } = getComputedStyle(one)
        return { tag: one.localName, size: [width, height].map((px) => px.toFixed(1)), textTransform, textShadow }
      }),
    )
  const before = await measure()
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`html {
      font: italic 900 30px / 3 serif; letter-spacing: 4px; word-spacing: 9px; text-transform: uppercase; text-indent: 30px;
      white-space: pre; text-shadow: 1px 1px red; hyphens: auto; text-align: right }
      /* the modal grows with the font size that the user chose */
      :root { font-size: 16px }`)
    document.adoptedStyleSheets.push(sheet)
  })
  await expect(page.locator('body')).toHaveCSS('letter-spacing', '4px')
  expect(await measure()).toEqual(before)
})

test('the modal exposes a fixed set of CSS parts, which the page can style @main @reach', async ({ demo, page }) => {
  const parts = [
    ...['modal', 'card', 'header', 'title', 'icon-button', 'view', 'row', 'tile', 'tag', 'field', 'input'],
    ...['button', 'primary', 'tabs', 'tab', 'selected', 'alert', 'toast', 'qr', 'badge'],
  ]
  const open = (view: string, given?: object): Promise<void> =>
    page.evaluate((request) => void window.latchkey.open(request), { view, ...(given && { arguments: given }) })
  const seen = new Set<string>()
  const look = async (): Promise<void> => {
    await expect(demo.dialog.locator('[aria-busy=true]')).toHaveCount(0)
    const found = await page.evaluate(() => {
      const elements = document.querySelector('latchkey-modal')?.shadowRoot?.querySelectorAll('[part]') ?? []
      return [...elements].map((element) => ({
        names: [...element.part],
        isStyled: getComputedStyle(element).columnRuleColor === 'rgb(1, 2, 3)',
      }))
    })
    expect(found.filter(({ isStyled }) => !isStyled)).toEqual([])
    for (const name of found.flatMap(({ names }) => names)) seen.add(name)
  }
  await demo.addTools()
  await demo.goto('?walletConnect=1&blockchainApi=1&debug=1')
  await page.evaluate((names) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      names.map((name) => `latchkey-modal::part(${name}) { column-rule-color: rgb(1, 2, 3) }`).join('\n'),
    )
    document.adoptedStyleSheets.push(sheet)
  }, parts)
  await demo.connectButton.click()
  await expect(demo.button('Dev wallet')).toBeVisible()
  await page.evaluate(() => {
    window.tools.showToast(window.latchkey, { variant: 'success', message: { text: 'Done' } })
    window.tools.switchNetwork(window.latchkey, { network: 'eip155:5' }).catch(() => undefined)
  })
  await expect(demo.dialog.getByRole('alert')).toContainText('Network Not Found')
  await look()
  await open('ConnectingWalletConnect')
  await expect(demo.dialog.getByRole('img', { name: 'QR code to connect a wallet' })).toBeVisible()
  await look()
  await open('AllWallets')
  await expect(demo.dialog.getByRole('searchbox')).toBeVisible()
  await look()
  await page.keyboard.press('Escape')
  await demo.wallet.script({ methods: { eth_requestAccounts: [{ kind: 'reject' }] } })
  await demo.pickDevWallet()
  await expect(demo.button('Try again')).toBeVisible()
  await look()
  await demo.button('Try again').click()
  await demo.expectConnected()
  await demo.openAccount()
  await expect(demo.dialog.getByRole('tab', { name: 'Tokens' })).toBeVisible()
  await look()
  expect([...seen].toSorted()).toEqual(parts.toSorted())
})

test('content in the footer slot stays visible below each view, which scrolls above it @main @reach', async ({
  demo,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 400 })
  await demo.goto('?walletConnect=1')
  await page.evaluate(() => {
    const line = document.createElement('p')
    line.slot = 'footer'
    line.textContent = 'We never ask for your recovery phrase.'
    window.latchkey.getElement()?.append(line)
  })
  const line = page.getByText('We never ask for your recovery phrase.')
  await demo.connectButton.click()
  await expect(line).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => void window.latchkey.open({ view: 'WhatIsAWallet' }))
  await expect(demo.heading('What is a wallet?')).toBeVisible()
  await expect(line).toBeInViewport({ ratio: 1 })
  const view = demo.dialog.locator('.view')
  expect(await view.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
  await demo.dialog.getByRole('button', { name: 'Get a wallet' }).scrollIntoViewIfNeeded()
  await expect(demo.dialog.getByRole('button', { name: 'Get a wallet' })).toBeInViewport()
  await expect(line).toBeInViewport({ ratio: 1 })
})

test('[T13] [I32] hostile theme variables are ignored: nothing is requested, and the design stays the same @main @reach @threats', async ({
  demo,
  page,
}) => {
  await demo.addTools()
  await demo.goto('?inline=1')
  const card = page.locator('latchkey-modal .card')
  await expect(card).toBeVisible()
  const look = (): Promise<string> =>
    card.evaluate((element) => {
      const { backgroundColor, backgroundImage, borderRadius, color, display, width } = getComputedStyle(element)
      return [backgroundColor, backgroundImage, borderRadius, color, display, width].join()
    })
  const before = await look()
  const requested: string[] = []
  // an idle page also loads its own code
  const own = new URL(demo.url).origin
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== own) requested.push(request.url())
  })
  for (const value of [
    'red;}*{display:none}',
    'url(https://evil.example/x.png)',
    'image-set("https://evil.example/x.png" 1x)',
    'src("https://evil.example/x.png")',
    '\\75rl(https://evil.example/x.png)',
    'red '.repeat(25_000),
  ]) {
    await page.evaluate(
      (hostile) =>
        window.tools.setTheme(window.latchkey, {
          variables: { '--lk-bg': hostile, '--lk-radius-card': hostile, '--lk-width': hostile, display: 'none' },
        }),
      value,
    )
    expect({ value, look: await look() }).toEqual({ value, look: before })
  }
  await expect(card).toBeVisible()
  expect(requested).toEqual([])
})
