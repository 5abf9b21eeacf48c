import { expect, test } from './loginsTest.js'

const telegram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Telegram/11.9'

test.use({ userAgent: telegram, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test.describe('a login in the in-app browser of a messaging app', () => {
  test('does not offer providers that block webviews, and redirects to the others instead of opening a pop-up [S5.4] @logins', async ({
    logins,
    page,
  }) => {
    test.slow()
    await logins.goto('&note=kept')
    await logins.demo.connectButton.click()
    await expect(logins.social('GitHub')).toBeVisible()
    await expect(logins.social('Google')).toBeHidden()
    await logins.social('GitHub').click()
    await page.getByLabel('Name').waitFor()
    await logins.answer(page)
    await logins.expectConnected()
    const { searchParams, hash } = new URL(page.url())
    expect([searchParams.get('note'), hash]).toEqual(['kept', ''])
    const { eip155 } = await logins.readAddresses()
    expect(eip155).toMatch(/^0x[0-9a-fA-F]{40}$/)
  })
})
