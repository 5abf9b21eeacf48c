import { expect, test } from '../embedded/embeddedTest.js'

test.describe('the account page of an embedded wallet', () => {
  test('opens from the settings in a separate window without an opener, and asks the user to log in @logins', async ({
    embedded,
    page,
  }) => {
    test.slow()
    await embedded.goto()
    await embedded.logIn()
    await page.evaluate(() => void window.latchkey.open())
    await embedded.demo.button('Settings').click()
    const opened = page.waitForEvent('popup')
    await embedded.demo.dialog.getByRole('link', { name: 'Security and recovery' }).click()
    const own = await opened
    await expect(own.getByRole('heading', { name: /^Log in to your .* wallet$/ })).toBeVisible()
    expect(own.url()).toContain('vault.localhost')
    expect(await own.evaluate(() => window.opener)).toBeNull()
    await expect(own.getByRole('textbox')).toBeVisible()
  })
})
