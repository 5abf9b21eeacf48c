import { findViolations } from '../fixtures/createAxe.js'
import { expect, test } from '../fixtures/test.js'

test('in Arabic the modal is laid out right to left, and the page stays left to right @main @reach', async ({
  demo,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await demo.goto('?locale=ar')
  const button = page.locator('.lk-button').first()
  await expect(button).toHaveText(/\p{Script=Arabic}/u)
  await button.click()
  await expect(demo.dialog.getByRole('heading').first()).toHaveText(/\p{Script=Arabic}/u)
  await expect(demo.dialog).toHaveCSS('direction', 'rtl')
  await expect(page.locator('latchkey-modal')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('body')).toHaveCSS('direction', 'ltr')
  // a left-to-right name stays next to its icon too
  const row = demo.button('Dev wallet')
  const [mark, name] = [await row.locator('.tile').boundingBox(), await row.getByText('Dev wallet').boundingBox()]
  expect((mark?.x ?? 0) - ((name?.x ?? 0) + (name?.width ?? 0))).toBeCloseTo(12, 0)
  expect(await findViolations(page)).toEqual([])
})

test.describe('a browser with a German locale', () => {
  test.use({ locale: 'de-DE' })

  test('shows German if the app sets the locale to auto, and English if it sets none @main @reach', async ({
    demo,
    page,
  }) => {
    await demo.goto('?locale=auto')
    const button = page.locator('.lk-button').first()
    await expect(button).toHaveText(/erbinden/)
    await button.click()
    await expect(page.locator('latchkey-modal')).toHaveAttribute('lang', 'de')
    await expect(demo.dialog.getByRole('heading').first()).toHaveText(/erbinden/)
    await demo.goto()
    await expect(demo.connectButton).toHaveText('Connect')
  })

  test('falls back to English if the German texts fail to load @main @reach', async ({ demo, page }) => {
    demo.expectedErrors.push(/Failed to fetch|Failed to load|ERR_FAILED|dynamically imported module/)
    await page.route(/\/de-[^/]*\.js/, (route) => route.abort())
    await demo.goto('?locale=de')
    await demo.connectButton.click()
    await expect(demo.heading('Connect')).toBeVisible()
    await expect(page.locator('latchkey-modal')).toHaveAttribute('lang', 'en')
  })
})
