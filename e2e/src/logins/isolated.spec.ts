import { expect, test } from './loginsTest.js'

test.describe('a page that isolates itself', () => {
  test.beforeEach(async ({ page, demoUrl }) => {
    await page.route(`${demoUrl}**`, async (route) => {
      if (!route.request().isNavigationRequest() || route.request().frame().parentFrame()) return route.fallback()
      const response = await route.fetch()
      const headers = { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' }
      return route.fulfill({ response, headers })
    })
  })

  test('logs in by a popup that it cannot reach: the visitor confirms it there @logins', async ({
    logins,
    page,
    context,
  }) => {
    test.slow()
    await logins.goto()
    await logins.openSocials()
    await logins.social('Google').hover()
    const opened = context.waitForEvent('page')
    await logins.social('Google').click()
    const popup = await opened
    await logins.answer(popup)
    await expect(popup.getByText('Did you begin to log in there, with Google?')).toBeVisible()
    await popup.getByRole('button', { name: 'Continue' }).click()
    await logins.expectConnected()
    // nothing of the popup reached this page
    expect(await page.evaluate(() => window.crossOriginIsolated || document.visibilityState === 'visible')).toBe(true)
  })
})
