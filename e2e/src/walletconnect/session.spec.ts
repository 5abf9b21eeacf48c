import type { Locator } from '@playwright/test'
import { expect, test } from './pairTest.js'
import { WalletPage } from './WalletPage.js'

test.describe('@walletconnect a session', () => {
  // two browsers and a relay are slow on a busy machine
  test.describe.configure({ timeout: 60_000 })

  test('the code is refreshed after a countdown, before it expires, and the new one connects', async ({
    pair,
    wallet,
    page,
  }) => {
    await page.clock.install()
    await pair.goto()
    await pair.showCode()
    const old = await pair.readCode()
    await expect(pair.demo.dialog.getByText(/refreshes in \d:\d\d/)).toBeVisible()
    await page.clock.fastForward('04:00')
    await expect.poll(() => pair.readCode(), { timeout: 20_000 }).not.toBe(old)
    await expect(pair.demo.dialog.getByText('QR code refreshed.')).toBeAttached()
    await wallet.scan(pair.code)
    await wallet.approveConnection()
    await pair.multi.expectAll()
  })

  test('a session that the wallet deletes while the tab is frozen is disconnected when it resumes', {
    tag: '@long',
  }, async ({ pair, wallet, page }) => {
    await pair.goto()
    await pair.connect()
    const client = await page.context().newCDPSession(page)
    await client.send('Page.setWebLifecycleState', { state: 'frozen' })
    await wallet.button('Disconnect').click()
    await expect(wallet.sessions).toHaveCount(0)
    await client.send('Page.setWebLifecycleState', { state: 'active' })
    await pair.expectNone()
    await pair.demo.expectDisconnected()
  })

  test('a session that the wallet deletes while the page is closed is disconnected when it opens', async ({
    pair,
    wallet,
    page,
  }) => {
    await pair.goto()
    await pair.connect()
    const url = page.url()
    await page.goto(new URL('/explorer/', url).href)
    await wallet.button('Disconnect').click()
    await expect(wallet.sessions).toHaveCount(0)
    await page.goto(url)
    await pair.expectNone()
    await pair.demo.expectDisconnected()
  })

  test('the page follows the wallet to another account', async ({ pair, wallet }) => {
    await pair.goto()
    await pair.connect()
    await wallet.page.getByLabel('Account', { exact: true }).selectOption('1')
    for (const namespace of ['eip155', 'solana', 'bip122'] as const) {
      await expect(pair.multi.field(namespace, 'address')).not.toHaveText(pair.multi.addresses[namespace])
      await expect(pair.multi.field(namespace, 'address')).toHaveText(await wallet.address(namespace))
    }
  })

  test('a tab follows another tab that pairs a new wallet, and can sign with it', async ({
    pair,
    wallet,
    page,
    browser,
  }) => {
    await pair.goto()
    await pair.connect()
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    const field = (name: string): Locator => tab.getByTestId('chain-eip155').locator(`[data-field=${name}]`)
    await expect(field('address')).toHaveText(await wallet.address('eip155'))

    const context = await browser.newContext()
    const next = new WalletPage(await context.newPage(), wallet.url)
    await next.goto()
    await page.evaluate(() => window.latchkey.open({ view: 'ConnectingWalletConnect' }))
    await next.scan(pair.code)
    await next.approveConnection()
    await expect(field('address')).toHaveText(await next.address('eip155'))
    await expect(wallet.sessions).toHaveCount(0)

    await tab.getByRole('button', { name: 'Sign message' }).click()
    await next.approve('personal_sign')
    await expect(tab.getByTestId('sign-result')).toHaveAttribute('data-kind', 'done')
    // both tabs keep the session
    await page.reload()
    await expect(pair.multi.field('eip155', 'address')).toHaveText(await next.address('eip155'))
    await context.close()
  })

  test('two tabs share the session, and a disconnect in one disconnects both', async ({ pair, wallet, page }) => {
    await pair.goto()
    await pair.connect()
    const other = await page.context().newPage()
    await other.goto(page.url())
    const status = other.getByTestId('chain-eip155').locator('[data-field=status]')
    await expect(status).toHaveText('connected')
    expect(await pair.sign('eip155')).toMatch(/^0x/)
    await pair.disconnect()
    await expect(status).toHaveText('disconnected')
    await expect(wallet.sessions).toHaveCount(0)
    await other.close()
  })

  test('a request that is made while the relay is down gets its response once it is back', async ({
    pair,
    wallet,
    relay,
    page,
  }) => {
    await pair.goto()
    await pair.connect()
    for (const { expectedErrors } of [pair.demo, wallet]) expectedErrors.push(/WebSocket connection to/)
    await pair.multi.activate('eip155')
    await wallet.decide('Requests', 'Approve')
    relay.pause()
    await page.getByRole('button', { name: 'Sign message' }).click()
    await page.waitForTimeout(1_500)
    relay.resume()
    const result = page.getByTestId('sign-result')
    await expect(result).toHaveAttribute('data-kind', 'done', { timeout: 25_000 })
  })

  test('a relay that is down from the start allows a retry, which connects once it is back', {
    tag: '@long',
  }, async ({ pair, wallet, relay }) => {
    for (const { expectedErrors } of [pair.demo, wallet]) expectedErrors.push(/WebSocket connection to/)
    await pair.goto()
    relay.pause()
    await pair.demo.connectButton.click()
    await pair.demo.button(/^WalletConnect/).click()
    await expect(pair.demo.button('Try again')).toBeEnabled({ timeout: 30_000 })
    await pair.expectNone()
    relay.resume()
    await pair.demo.button('Try again').click()
    await expect(pair.code.locator('svg')).toBeVisible({ timeout: 20_000 })
    await wallet.scan(pair.code)
    await wallet.approveConnection()
    await pair.multi.expectAll()
  })

  test('an account change made while the page was offline is applied once it is back online', async ({
    pair,
    wallet,
    relay,
    page,
  }) => {
    pair.demo.expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
    await pair.goto()
    await pair.connect()
    await page.context().setOffline(true)
    relay.cutSockets()
    await wallet.page.getByLabel('Account', { exact: true }).selectOption('1')
    await expect(wallet.log).toContainText('Switched to account 2')
    await expect(pair.multi.field('eip155', 'address')).toHaveText(pair.multi.addresses.eip155)
    await page.context().setOffline(false)
    const address = await wallet.address('eip155')
    await expect(pair.multi.field('eip155', 'address')).toHaveText(address)
  })

  test('a relay that duplicates, replays and reorders messages causes only one request in the wallet', async ({
    pair,
    wallet,
    relay,
  }) => {
    await pair.goto()
    await pair.connect()
    relay.setFaults({ duplicate: true, replay: true, reorder: true, delayMs: 20 })
    expect(await pair.sign('eip155')).toMatch(/^0x/)
    await expect(wallet.questions).toHaveCount(0)
    expect(await wallet.log.getByText('asks for personal_sign').count()).toBe(1)
  })
})
