import type { Page } from '@playwright/test'
import type { DemoPage } from '../fixtures/DemoPage.js'
import { expect, test } from '../fixtures/test.js'

const rows = ({ dialog }: DemoPage) => dialog.locator('.list > li')
const names = (demo: DemoPage) => rows(demo).locator('b')

/** Announces a wallet that responds to nothing, like one that has just been installed. */
function announce(page: Page, name: string): Promise<void> {
  return page.evaluate((label) => {
    const provider = { request: () => new Promise(() => {}), on: () => provider, removeListener: () => provider }
    const rdns = `example.${label.toLowerCase().replaceAll(' ', '-')}`
    const info = { uuid: crypto.randomUUID(), name: label, icon: 'data:image/png;base64,', rdns }
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  }, name)
}

test('ten thousand announced wallets, some of them hostile, make a bounded list within 5 s and run no code @main @reach', async ({
  demo,
  page,
}) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    return dialog.dismiss()
  })
  await demo.addTools()
  await page.addInitScript(() => {
    const details = [...window.tools.hostileAnnouncements()].map(({ detail, isUsable }) => {
      // if they shared a provider, they would count as one wallet
      const { provider } = isUsable ? (detail as { readonly provider: object }) : {}
      return isUsable ? { ...(detail as object), provider: { ...provider } } : detail
    })
    addEventListener('eip6963:requestProvider', () => {
      for (const detail of details) dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    })
    window.tools.announceMany(window, 10_000)
  })
  await demo.goto()
  const milliseconds = await demo.connectButton.evaluate(async (button: HTMLElement) => {
    const begin = performance.now()
    const frame = (): Promise<number> => new Promise(requestAnimationFrame)
    button.click()
    const isListed = (): boolean =>
      document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog[open] .list > li') != null
    while (!isListed()) await frame()
    await frame()
    return performance.now() - begin
  })
  expect(milliseconds).toBeLessThan(5_000)
  expect(await rows(demo).count()).toBeLessThanOrEqual(100)

  const listed = await names(demo).allTextContents()
  expect(listed).toContain('<img src=x onerror=alert(1)>')
  expect(listed).toContain('WalksaMateM')
  expect(listed).toContain('W'.repeat(64))
  expect(Math.max(...listed.map((name) => name.length))).toBe(64)
  await expect(rows(demo).locator('img').first()).toBeVisible()
  const sources = await rows(demo)
    .locator('img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src))
  for (const source of sources) expect(source).toMatch(/^data:image\//)
  await expect(demo.dialog.locator('object, iframe, embed, script, [style*=url]')).toHaveCount(0)
  expect(dialogs).toEqual([])
  // long names don't widen the list
  const box = await demo.dialog.locator('.wallets').boundingBox()
  expect(box?.width).toBeLessThan(400)
})

test('wallets that are announced later appear at once, and the row under the pointer does not move @main', async ({
  demo,
  page,
}) => {
  await page.clock.install()
  await demo.goto()
  await demo.connectButton.click()
  const row = demo.button('Dev wallet')
  await row.hover()
  const before = await row.boundingBox()
  let passed = 0
  for (const at of [0, 50, 500, 3_000]) {
    await page.clock.runFor(at - passed)
    passed = at
    await announce(page, `Wallet at ${at}`)
    await expect(demo.button(`Wallet at ${at}`)).toBeVisible()
    // the card grows for 150 ms
    await expect.poll(() => demo.dialog.evaluate((dialog) => dialog.getAnimations({ subtree: true }).length)).toBe(0)
    expect(await row.boundingBox()).toEqual(before)
  }
  expect(await row.evaluate((button) => button.matches(':hover'))).toBe(true)
})

test('a wallet that announces itself more than once is listed once @main', async ({ demo, page }) => {
  await demo.goto()
  await page.evaluate(() => {
    const { announce, info, provider } = window.devWallet
    announce(window)
    // the same wallet after an update: another uuid and another provider object
    announce(window, { detail: { info: { uuid: crypto.randomUUID() }, provider: { ...provider } } })
    announce(window, { detail: { info: { ...info, name: 'Another name' } } })
  })
  await demo.connectButton.click()
  await expect(names(demo)).toHaveText(['Dev wallet'])
})

test('a second wallet with the same rdns has its own row, which connects it and not the first @main', async ({
  demo,
  page,
}) => {
  await demo.addTools()
  await demo.goto()
  const other = await page.evaluate(() => {
    const { info, chains } = window.devWallet
    const key = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
    const wallet = window.tools.createEvmWallet({ name: 'Look-alike', rdns: info.rdns, accounts: [key], chains })
    wallet.announce(window)
    return wallet.selectedAccount
  })
  await demo.connectButton.click()
  await expect(names(demo)).toHaveText(['Dev wallet', 'Look-alike'])
  await demo.button('Look-alike').click()
  await expect(demo.address).toHaveText(other)
})

test('with EIP-6963 disabled, only an injected legacy wallet is listed @main', async ({ demo, page }) => {
  await demo.goto('?enableEIP6963=0')
  await demo.connectButton.click()
  await expect(demo.dialog).toContainText('No wallets found')
  await page.evaluate(() => window.devWallet.injectLegacy(window))
  await expect(names(demo)).toHaveText(['Browser Wallet'])
  await demo.button('Browser Wallet').click()
  await demo.expectConnected()
})

test('a legacy wallet is listed until a wallet announces itself, which replaces it @main', async ({ demo, page }) => {
  await demo.wallet.atStart((wallet) => {
    wallet.injectLegacy(window)
    Object.assign(wallet, { announce: () => () => {} })
  }, undefined)
  await demo.goto()
  await demo.connectButton.click()
  await expect(names(demo)).toHaveText(['Browser Wallet'])
  await announce(page, 'Newcomer')
  await expect(names(demo)).toHaveText(['Newcomer'])
})

test('the legacy provider object is never accessed if a wallet announces itself @main', async ({ demo, page }) => {
  await page.addInitScript(() => {
    const touched: string[] = []
    const spy = new Proxy(
      { request: () => Promise.reject(new Error('the legacy wallet got a request')) },
      {
        get: (target, name) => {
          touched.push(String(name))
          return Reflect.get(target, name)
        },
      },
    )
    Object.assign(window, { touched })
    Object.defineProperty(window, 'ethereum', {
      get: () => {
        touched.push('ethereum')
        return spy
      },
    })
  })
  await demo.goto()
  await demo.connect()
  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(page.getByTestId('sign-result')).toHaveText(/^Verified/)
  await page.evaluate(() => dispatchEvent(new Event('ethereum#initialized')))
  await page.getByRole('button', { name: 'Disconnect wallet' }).click()
  await demo.expectDisconnected()
  expect(await page.evaluate(() => Reflect.get(window, 'touched'))).toEqual([])
})

test('an empty list says so, and a wallet that is installed then appears @main', async ({ demo, page }) => {
  await demo.wallet.atStart((wallet) => Object.assign(wallet, { announce: () => () => {} }), undefined)
  await demo.goto()
  await demo.connectButton.click()
  await expect(demo.dialog).toContainText('No wallets found')
  await expect(demo.dialog).toContainText("It will appear here as soon as it's ready.")
  await announce(page, 'Newcomer')
  await expect(demo.button('Newcomer')).toBeVisible()
  await expect(demo.dialog).not.toContainText('No wallets found')
})
