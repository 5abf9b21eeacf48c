import { freezeClock, paintUntil } from '../fixtures/freezeClock.js'
import { expect, test } from '../fixtures/test.js'

test('the modal is appended to the body unless the app places or embeds it, and leaves the URL and the history alone @main [S2.1]', async ({
  demo,
  page,
  chains: [one, two],
}) => {
  const hosts = page.locator('latchkey-modal')
  await demo.addTools()
  await test.step('appended', async () => {
    await demo.goto()
    await expect(page.locator('body > latchkey-modal:last-child')).toHaveCount(1)
    const address = page.url()
    const entries = await page.evaluate(() => history.length)
    await demo.connect()
    await demo.openAccount()
    await demo.button('Change network').click()
    await demo.button(two.name).click()
    await expect(demo.network).toHaveText(two.name)
    expect([page.url(), await page.evaluate(() => history.length)]).toEqual([address, entries])
  })
  await test.step('appending disabled', async () => {
    const isPlaced = await page.evaluate(({ id, name, rpcUrl, nativeCurrency }) => {
      const { createModal, evm } = window.tools
      const network = { id, name, nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } }
      const modal = createModal({ id: 'second', adapters: [evm({ networks: [network] })], disableAppend: true })
      Object.assign(window, { second: modal })
      modal.start()
      const before = modal.getElement()?.isConnected
      document.querySelector('main')?.append(modal.getElement() ?? '')
      void modal.open()
      return before
    }, one)
    expect(isPlaced).toBe(false)
    await expect(page.locator('main > latchkey-modal').getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.evaluate(() => (Reflect.get(window, 'second') as Window['latchkey']).destroy())
    await expect(hosts).toHaveCount(1)
  })
  await test.step('embedded', async () => {
    await demo.goto('?inline=1&enableReconnect=0')
    await expect(page.locator('body > latchkey-modal')).toHaveCount(0)
    const embedded = page.locator('.embedded > latchkey-modal')
    await expect(embedded.getByRole('heading', { name: 'Connect' })).toBeVisible()
    await expect(demo.dialog).toHaveCount(0)
    await embedded.getByRole('button', { name: 'Dev wallet' }).click()
    await expect(demo.status).toHaveText('connected')
    await expect(embedded.getByRole('button', { name: 'Disconnect' })).toBeVisible()
  })
})

test('a modal that the app moves keeps working: a dialog stays open, and an embedded one is rendered once @main', async ({
  demo,
  page,
}) => {
  const modal = page.locator('latchkey-modal')
  const move = (): Promise<void> =>
    modal.evaluate((element) => {
      for (let times = 0; times < 2; times++) {
        const place = document.createElement('div')
        document.body.append(place)
        place.append(element)
      }
    })
  await test.step('a dialog', async () => {
    await demo.goto()
    await demo.connectButton.click()
    await expect(demo.button('Dev wallet')).toBeVisible()
    await move()
    await expect(modal.locator('dialog:modal')).toHaveCount(1)
    await expect(demo.button('Dev wallet')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(demo.dialog).toBeHidden()
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  })
  await test.step('a dialog that is removed and added again later', async () => {
    await modal.evaluate(async (element) => {
      const place = element.parentElement
      element.remove()
      await new Promise((resume) => setTimeout(resume))
      place?.append(element)
    })
    await demo.connectButton.click()
    await expect(modal.locator('dialog')).toHaveCount(1)
    await expect(demo.button('Dev wallet')).toBeVisible()
  })
  await test.step('embedded', async () => {
    await demo.goto('?inline=1&enableReconnect=0')
    await expect(modal.getByRole('heading', { name: 'Connect' })).toBeVisible()
    await move()
    await modal.getByRole('button', { name: 'Dev wallet' }).click()
    await expect(demo.status).toHaveText('connected')
    await expect(modal.getByRole('button', { name: 'Disconnect' })).toBeVisible()
  })
})

test('a modal that is reopened paints its initial view in the first frame @main', async ({ demo, page }) => {
  // in this mode it returns to its initial view when it is opened
  await demo.goto('?idlePrefetch=0')
  await demo.wallet.script({ methods: { eth_requestAccounts: { kind: 'hang' } } })
  await demo.pickDevWallet()
  await expect(demo.heading('Open Dev wallet to continue')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(demo.dialog).toBeHidden()
  const titles = await page.evaluate(
    () =>
      new Promise<readonly string[]>((done) => {
        const seen: string[] = []
        const look = (): void => {
          const dialog = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog[open]')
          if (dialog) seen.push(dialog.querySelector('#title')?.textContent ?? '')
          if (seen.length === 3) done(seen)
          else requestAnimationFrame(look)
        }
        void window.latchkey.open()
        requestAnimationFrame(look)
      }),
  )
  expect(titles).toEqual(['Connect', 'Connect', 'Connect'])
})

test('a modal that is closed while its code is loading does not open later @main', async ({ demo, page }) => {
  await demo.goto('?idlePrefetch=0')
  const outcome = await page.evaluate(async () => {
    const opening = window.latchkey.open()
    const isClosed = await window.latchkey.close()
    await opening
    return { isClosed, isOpen: window.latchkey.getState().modal.open }
  })
  expect(outcome).toEqual({ isClosed: true, isOpen: false })
  await demo.connectButton.click()
  await expect(demo.button('Dev wallet')).toBeVisible()
})

test('the transitions of header, view and height take 120, 150 and 150 ms @main [S2.20]', async ({ demo }) => {
  await demo.goto('?compact=1')
  await demo.wallet.script({ methods: { eth_requestAccounts: { kind: 'hang' } } })
  await demo.connectButton.click()
  await expect(demo.button('Dev wallet')).toBeVisible()
  const seen = await demo.dialog.evaluateHandle((dialog) => {
    const ends: Record<string, number> = {}
    const note = (event: Event): void => {
      const { target, elapsedTime } = event as AnimationEvent | TransitionEvent
      // the opening itself
      if (target === dialog) return
      ends[(target as Element).className] = elapsedTime
    }
    dialog.addEventListener('animationend', note)
    dialog.addEventListener('transitionend', (event) => {
      if ((event as TransitionEvent).propertyName === 'height') note(event)
    })
    return ends
  })
  await demo.button('Dev wallet').click()
  await expect.poll(() => seen.jsonValue()).toEqual({ title: 0.12, view: 0.15, leaving: 0.15, card: 0.15 })
})

test('a new toast hides the one that is open, and appears 150 ms later @main [S2.22]', async ({ demo, page }) => {
  await demo.addTools()
  await freezeClock(page)
  await demo.goto()
  await demo.connectButton.click()
  const show = (text: string): Promise<void> =>
    page.evaluate((words) => {
      window.tools.showToast(window.latchkey, { variant: 'success', message: { text: words } })
    }, text)
  await show('first')
  await expect(demo.toast).toHaveText('first')
  await expect(demo.toast).toBeVisible()
  await show('second')
  await expect(demo.toast).toBeHidden()
  await page.clock.runFor(149)
  await expect(demo.toast).toBeHidden()
  await page.clock.runFor(1)
  await expect(demo.toast).toHaveText('second')
  await expect(demo.toast).toBeVisible()
  await page.clock.runFor(2_499)
  await expect(demo.toast).toBeVisible()
  await page.clock.runFor(1)
  await expect(demo.toast).toBeHidden()
})

test('a toast is of success, loading or error, and a loading one stays until it is replaced @main [S4.9]', async ({
  demo,
  page,
}) => {
  await demo.addTools()
  await freezeClock(page)
  await demo.goto()
  await demo.connectButton.click()
  const icons = new Set<string | null>()
  for (const variant of ['success', 'loading', 'error'] as const) {
    await page.evaluate((kind) => {
      window.tools.showToast(window.latchkey, { variant: kind, message: { text: `of ${kind}` } })
    }, variant)
    await page.clock.runFor(150)
    await expect(demo.toast).toHaveText(`of ${variant}`)
    icons.add(await demo.toast.locator('path').getAttribute('d'))
    await page.clock.runFor(60_000)
    if (variant === 'loading') await expect(demo.toast).toBeVisible()
    else await expect(demo.toast).toBeHidden()
  }
  expect(icons.size).toBe(3)
})

test('copying twice shows the toast twice, in the dialog and above the page @main', async ({ demo, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await freezeClock(page)
  await demo.goto()
  await demo.pickDevWallet()
  await paintUntil(page, () => expect(demo.dialog).toBeHidden({ timeout: 50 }))
  await demo.openAccount()
  await demo.button('Copy address').click()
  await expect(demo.toast).toHaveText('Address copied')
  await demo.button('Copy address').click()
  await expect(demo.toast).toBeHidden()
  await page.clock.runFor(150)
  await expect(demo.toast).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(demo.accounts[0])
  await page.keyboard.press('Escape')
  await expect(demo.dialog).toBeHidden()
  await expect(demo.toast).toBeVisible()
})

test('a modal that is closed and reopened at once stays open @main', async ({ demo, page }) => {
  await demo.goto()
  await demo.connectButton.click()
  await expect(demo.dialog).toBeVisible()
  await page.evaluate(async () => {
    // both load their code before they act
    await Promise.all([window.latchkey.close(), window.latchkey.open()].map((call) => Promise.resolve(call)))
    // until the event of the first close arrives
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  await expect(demo.dialog).toBeVisible()
  expect((await demo.state()).modal.open).toBe(true)
})
