import type { Page } from '@playwright/test'
import { findChunk, findFeature } from '../fixtures/findChunk.js'
import { expect, test } from '../fixtures/test.js'

/** The chunk that talks to EVM wallets in the page. */
const walletCode = () => findChunk('wallet', /eth_requestAccounts/)

test('an idle page prefetches what the modal needs to open, from its own host only @main', async ({ demo, page }) => {
  const requests: URL[] = []
  page.on('request', (request) => requests.push(new URL(request.url())))
  await page.clock.install()
  await demo.goto()
  // two idle moments and a frame
  for (const _ of [1, 2, 3]) {
    await page.clock.runFor(1_000)
    await page.waitForLoadState('networkidle')
  }
  await expect(page.locator('latchkey-modal dialog')).toBeAttached()
  const { origin } = new URL(page.url())
  expect(requests.filter((url) => url.origin !== origin)).toEqual([])
  const account = await findFeature('account', 'Account')
  expect(requests.filter(({ pathname }) => account.test(pathname))).toEqual([])

  requests.length = 0
  await page.clock.runFor(600_000)
  expect(requests).toEqual([])
  // no request is answered any more: everything that opening shows has been loaded
  await page.route('**/*', () => undefined)
  await demo.connectButton.click()
  await expect(demo.button('Dev wallet')).toBeVisible()
  expect(await page.evaluate(() => window.devWallet.requests)).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('with idlePrefetch off, the modal is loaded only when the pointer is over the button @main', async ({
  demo,
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.clock.install()
  await demo.goto('?idlePrefetch=0')
  await page.waitForLoadState('networkidle')
  const account = await findFeature('account', 'Account')
  expect(requests.filter((path) => /defineElement/.test(path) || account.test(path))).toEqual([])

  requests.length = 0
  await page.clock.runFor(600_000)
  expect(requests).toEqual([])
  expect(await page.evaluate(() => window.devWallet.requests)).toEqual([])

  await demo.connectButton.hover()
  await expect.poll(() => requests.filter((path) => path.includes('defineElement'))).not.toEqual([])
  await page.waitForLoadState('networkidle')
  await expect(demo.dialog).toBeHidden()

  requests.length = 0
  await demo.connectButton.click()
  await expect(demo.button('Dev wallet')).toBeVisible()
  expect(requests).toEqual([])
})

test('with idlePrefetch off, focusing the button by keyboard loads the modal @main', async ({ demo, page }) => {
  await demo.goto('?idlePrefetch=0')
  const loaded = page.waitForRequest(/defineElement/)
  await page.keyboard.press('Tab')
  await expect(demo.connectButton).toBeFocused()
  await loaded
})

test('a view that is still loading shows its title and a busy state, not the previous view @main', async ({
  demo,
  page,
}) => {
  const release = await hold(page, await findFeature('account', 'Account'))
  await demo.goto()
  await demo.connect()
  await demo.accountButton.click()
  await expect(demo.dialog.getByRole('heading')).toHaveText('Account')
  await expect(demo.dialog.locator('[aria-busy=true]')).toBeVisible()
  await expect(demo.dialog).not.toContainText('to continue')
  release()
  await expect(demo.button('Disconnect')).toBeVisible()
  await expect(demo.dialog.locator('[aria-busy=true]')).toHaveCount(0)
})

test('the account view is prefetched once a wallet is connected @main', async ({ demo, page }) => {
  const loaded = page.waitForRequest(await findFeature('account', 'Account'))
  await demo.goto()
  await demo.connect()
  await loaded
})

for (const { name, search } of [
  { name: 'once the list is shown', search: '' },
  { name: 'with the pointer over a wallet', search: '?idlePrefetch=0' },
])
  test(`${name}, the page prefetches the code for connecting and sends the wallet no request @main`, async ({
    demo,
    page,
  }) => {
    await demo.goto(search)
    const wallet = await walletCode()
    const loaded = page.waitForRequest(wallet)
    await demo.connectButton.click()
    if (search) await demo.button('Dev wallet').hover()
    await loaded
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => window.devWallet.requests)).toEqual([])

    const requests: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') requests.push(new URL(request.url()).pathname)
    })
    await demo.button('Dev wallet').click()
    await expect(demo.accountButton).toBeVisible()
    expect(requests.filter((path) => wallet.test(path))).toEqual([])
  })

test('a chunk that fails to load once is requested again, and its view is shown @main', async ({
  demo,
  page,
  chains: [, two],
}) => {
  demo.expectedErrors.push(/net::ERR_FAILED/)
  let failures = 0
  await page.route(await findFeature('network', 'Networks'), (route) =>
    failures++ === 0 ? route.abort() : route.continue(),
  )
  await demo.goto()
  await demo.connect()
  await demo.openAccount()
  await demo.button('Change network').click()
  await expect(demo.button(two.name)).toBeVisible()
  expect(failures).toBeGreaterThan(1)
})

test('a view whose chunk fails to load shows an error, and a retry shows the view @main', async ({
  demo,
  page,
  chains: [one, two],
}) => {
  demo.expectedErrors.push(/net::ERR_FAILED/)
  await page.route(await findFeature('network', 'Networks'), (route) => route.abort())
  await demo.goto()
  await demo.connect()
  await demo.openAccount()
  await demo.button('Change network').click()
  await expect(demo.dialog).toContainText("Couldn't load this screen")
  await demo.button('Try again').click()
  await expect(demo.dialog).toContainText("Couldn't load this screen")
  await demo.button('Back').click()
  await expect(demo.button('Disconnect')).toBeVisible()
  await demo.button('Change network').click()
  await expect(demo.dialog).toContainText("Couldn't load this screen")
  await page.waitForLoadState('networkidle')

  await page.unroute(await findFeature('network', 'Networks'))
  await demo.button('Try again').click()
  await demo.button(two.name).click()
  await expect(demo.network).toHaveText(two.name)
  await expect(demo.dialog).not.toContainText(one.name)
})

test('a wallet gets no request if the modal is closed while the code for connecting is loading @main', async ({
  demo,
  page,
}) => {
  const wallet = await walletCode()
  const release = await hold(page, wallet)
  await demo.goto()
  await demo.pickDevWallet()
  await expect(demo.dialog).toContainText('Open Dev wallet to continue')
  await page.keyboard.press('Escape')
  await expect(demo.dialog).toBeHidden()
  const loaded = page.waitForResponse(wallet)
  release()
  await (await loaded).finished()
  // enough time for the loaded code to run and to send the wallet a request
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
  await expect(demo.dialog).toBeHidden()
  expect(await page.evaluate(() => window.devWallet.requests)).toEqual([])
  await demo.connect()
})

test('a wallet whose code fails to load is not connected, and connects on retry @main', async ({ demo, page }) => {
  demo.expectedErrors.push(/net::ERR_FAILED/)
  const wallet = await walletCode()
  await page.route(wallet, (route) => route.abort())
  await demo.goto()
  await demo.pickDevWallet()
  await expect(demo.button('Try again')).toBeVisible()
  await expect(demo.status).toHaveText('disconnected')
  expect(await page.evaluate(() => window.devWallet.requests)).toEqual([])

  await page.unroute(wallet)
  await demo.button('Try again').click()
  await demo.expectConnected()
})

test('a connecting view whose chunk fails to load shows an error, and works after a retry @main', async ({
  demo,
  page,
}) => {
  demo.expectedErrors.push(/net::ERR_FAILED/)
  const connecting = await findFeature('connecting', 'ConnectingExternal')
  await page.route(connecting, (route) => route.abort())
  await demo.goto()
  await demo.pickDevWallet()
  await expect(demo.dialog).toContainText("Couldn't load this screen")
  await expect(demo.status).toHaveText('disconnected')
  expect(await page.evaluate(() => window.devWallet.requests)).toEqual([])

  await page.unroute(connecting)
  await demo.button('Try again').click()
  await demo.button('Dev wallet').click()
  await demo.expectConnected()
})

test('logins that fail to load show an error next to the wallets, and load on a retry or the next opening @main', async ({
  demo,
  page,
}) => {
  demo.expectedErrors.push(/net::ERR_FAILED/)
  const login = await findFeature('login', 'EmailVerifyOtp')
  const emailField = demo.dialog.getByRole('textbox', { name: 'Email address' })
  for (const isReopened of [false, true]) {
    await page.route(login, (route) => route.abort())
    await demo.goto('?embeddedWallet=1')
    await demo.connectButton.click()
    await expect(demo.dialog).toContainText("Couldn't load the login")
    await expect(demo.button('Dev wallet')).toBeVisible()
    await page.unroute(login)
    if (isReopened) {
      await page.keyboard.press('Escape')
      await expect(demo.dialog).toBeHidden()
      await demo.connectButton.click()
    } else await demo.button('Try again').click()
    await expect(emailField).toBeVisible()
    await expect(demo.dialog).not.toContainText("Couldn't load")
  }
})

test('a modal that fails to load logs a warning, and opens with the next click @main', async ({ demo, page }) => {
  demo.expectedErrors.push(/net::ERR_FAILED/)
  await page.route(/defineElement/, (route) => route.abort())
  await demo.goto('?debug=1')
  const warned = page.waitForEvent('console', (message) => message.text().startsWith('[latchkey]'))
  await demo.connectButton.click()
  await warned
  expect((await demo.state()).modal.open).toBe(false)
  await page.unroute(/defineElement/)
  await demo.connect()
})

/** Delays the page's requests until released. */
async function hold(page: Page, url: RegExp): Promise<() => void> {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}
