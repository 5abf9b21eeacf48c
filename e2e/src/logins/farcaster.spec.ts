import { expect, test } from './loginsTest.js'

test.describe('a login with Farcaster', () => {
  test('connects after a phone has opened the QR code’s URL and approved, and survives a reload [S1.2] @logins', async ({
    logins,
    page,
    browser,
  }) => {
    test.slow()
    await logins.goto()
    await logins.openSocials()
    const shown = page.waitForFunction(() => window.latchkey.getState().farcaster?.url)
    await logins.social('Farcaster').click()
    const url = String(await (await shown).jsonValue())
    await expect(logins.demo.dialog.getByRole('img', { name: 'QR code to log in with Farcaster' })).toBeVisible()
    const phone = await (await browser.newContext()).newPage()
    await phone.goto(url)
    await logins.answerPhone(phone)
    await logins.expectConnected()
    const addresses = await logins.readAddresses()
    await phone.context().close()
    await page.reload()
    await logins.expectConnected()
    expect(await logins.readAddresses()).toEqual(addresses)
  })

  test('starts over with a new code after the user has gone back @logins', async ({ logins, page }) => {
    await logins.goto()
    await logins.openSocials()
    await logins.social('Farcaster').click()
    await page.waitForFunction(() => window.latchkey.getState().farcaster?.url)
    const first = await page.evaluate(() => window.latchkey.getState().farcaster?.url)
    await logins.demo.button('Back').click()
    await expect(logins.social('Farcaster')).toBeVisible()
    await logins.social('Farcaster').click()
    await page.waitForFunction((old) => {
      const url = window.latchkey.getState().farcaster?.url
      return url !== undefined && url !== old
    }, first)
    await expect(logins.demo.status).toHaveText('disconnected')
  })
})
