import type { Page } from '@playwright/test'
import { driveProvider } from './driveProvider.js'
import { expect, test, wholeBrowser } from './embeddedTest.js'

test.use(wholeBrowser)

/** The result, or the error code. */
const request = (page: Page, method: string, params: readonly unknown[] = []): Promise<unknown> =>
  driveProvider(page)
    .request({ method, params })
    .then(
      (result) => ({ result }),
      ({ code }: { readonly code?: number }) => ({ code }),
    )

test.describe('a request to an embedded wallet', () => {
  test.beforeEach(async ({ embedded }) => {
    test.slow()
    await embedded.demo.addTools()
    await embedded.goto()
    await embedded.logIn()
  })

  test('is shown in the app’s language, also if the frame is loaded with the page @embedded @passkeys', async ({
    embedded,
    page,
  }) => {
    const { frame } = embedded
    await embedded.goto('&locale=ar')
    await expect(embedded.demo.status).toHaveText('connected')
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(frame.getByRole('heading', { name: 'توقيع رسالة' })).toBeVisible()
    await expect(frame.locator('html[lang=ar][dir=rtl]')).toBeAttached()
    await expect(page.getByRole('dialog', { name: 'توقيع رسالة' })).toBeAttached()
    await frame.getByRole('button', { name: 'رفض' }).click()
    await expect(page.getByTestId('sign-result')).toHaveText(/^USER_REJECTED: /)
  })

  test('can be rejected on the wallet’s screen, with Esc or by a click outside, and made again later @embedded', async ({
    embedded,
    page,
  }) => {
    const result = page.getByTestId('sign-result')
    const ways: readonly (() => Promise<void>)[] = [
      () => embedded.reject.click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
    ]
    for (const refuse of ways) {
      await page.getByRole('button', { name: 'Sign message' }).click()
      await expect(embedded.reject).toBeVisible()
      // the app is notified at once, the vault a moment later
      const reported = page.waitForResponse((response) => /request\.reject/.test(response.request().postData() ?? ''))
      await refuse()
      await expect(result).toHaveText(/^(USER_REJECTED|REQUEST_ABORTED): /)
      await expect(embedded.demo.dialog).toBeHidden()
      await expect(embedded.demo.status).toHaveText('connected')
      await reported
    }
    // and it can be requested again; three rejections block requests for a minute
    await embedded.letPass(61)
    await page.getByRole('button', { name: 'Sign message' }).click()
    await embedded.agree()
    await expect(result).toHaveText(/^Verified: /)
  })

  test('follows the color scheme of the system, also if it changes while the request is shown @embedded', async ({
    embedded,
    page,
  }) => {
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(embedded.reject).toBeVisible()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(embedded.frame.locator('html')).toHaveAttribute('data-theme', colorScheme)
    }
  })

  test('is refused with code 4200 if its method is eth_sign, in lower or upper case [I14] [S8.17] [S6.6] @embedded @threats', async ({
    embedded,
    page,
  }) => {
    expect(await request(page, 'eth_sign', ['0x00', `0x${'00'.repeat(32)}`])).toMatchObject({ code: 4200 })
    await expect(embedded.demo.toast).toHaveText('Action not allowed')
    expect(await request(page, 'ETH_SIGN', [])).toMatchObject({ code: 4200 })
  })

  test('is answered without asking the user if it only reads [S6.4] @embedded', async ({ embedded, page }) => {
    const { eip155 } = await embedded.readAddresses()
    await embedded.fund()
    expect(await request(page, 'eth_getBalance', [eip155, 'latest'])).toEqual({ result: '0x56bc75e2d63100000' })
    expect(await request(page, 'eth_chainId')).toEqual({ result: '0x7a69' })
    await expect(embedded.demo.dialog).toBeHidden()
  })
})
