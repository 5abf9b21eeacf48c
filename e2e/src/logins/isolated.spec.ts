import { expect, test } from './loginsTest.js'

test.describe('a page that is isolated by COOP', () => {
  test('logs in through a pop-up without an opener, where the user confirms the login @logins', async ({
    logins,
    page,
  }) => {
    test.slow()
    await logins.goto('&isolated=1')
    const popup = await logins.press('Google')
    await logins.answer(popup)
    await expect(popup.getByRole('heading', { name: 'Did you start this login?' })).toBeVisible()
    await expect(popup.locator('dd').getByText('Latchkey demo')).toBeVisible()
    await expect(popup.locator('dd').getByText(logins.name)).toBeVisible()
    expect(await popup.evaluate(() => window.opener)).toBeNull()
    await expect(logins.demo.status).toHaveText('disconnected')
    const button = popup.getByRole('button', { name: 'Continue' })
    await expect(button).toBeEnabled()
    await button.hover()
    await popup.waitForTimeout(600) // a click right after the pointer has entered is ignored
    await button.click()
    await page.bringToFront()
    await logins.expectConnected()
  })
})
