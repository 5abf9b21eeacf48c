import { expect, test } from './loginsTest.js'

test.describe('a page that isolates itself', () => {
  test('logs in by a popup that it cannot reach: the visitor confirms it there @logins', async ({ logins, page }) => {
    test.slow()
    await logins.goto('&isolated=1')
    const popup = await logins.press('Google')
    await logins.answer(popup)
    await expect(popup.getByText('Did you begin to log in there, with Google?')).toBeVisible()
    expect(await popup.evaluate(() => window.opener)).toBeNull()
    await expect(logins.demo.status).toHaveText('disconnected')
    await popup.getByRole('button', { name: 'Continue' }).click()
    await page.bringToFront()
    await logins.expectConnected()
  })
})
