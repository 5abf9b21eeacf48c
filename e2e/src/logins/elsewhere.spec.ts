import { openSecondBrowser } from '../embedded/openSecondBrowser.js'
import { expect, test } from './loginsTest.js'

test.describe('a login started in one browser', () => {
  for (const provider of ['Google', 'Apple'] as const)
    test(`can't be finished in another with the response of ${provider}, and still completes in the first [T6] @logins @threats`, async ({
      logins,
      page,
      browser,
    }) => {
      test.slow()
      await logins.goto()
      const requested = page.context().waitForEvent('request', (request) => request.url().includes('redirect_uri='))
      const popup = await logins.press(provider)
      await popup.getByLabel('Name').waitFor()
      // the attacker sends a victim the URL of the provider's page for the attacker's own login
      const victim = await (await browser.newContext()).newPage()
      await victim.goto((await requested).url())
      await logins.answer(victim, 'Allow', 'victim')
      await expect(victim.getByRole('heading', { name: 'Log in where you started' })).toBeVisible()
      await expect(victim.getByRole('button')).toHaveCount(0)
      await expect(logins.demo.status).toHaveText('disconnected')
      await logins.answer(popup)
      await logins.expectConnected()
      await expect(page.getByText('victim')).toHaveCount(0)
      await victim.context().close()
    })

  test("can't be finished by someone else who opens its URL from a link: the page refuses and has no buttons @logins @threats", async ({
    logins,
    page,
    browser,
  }) => {
    test.slow()
    await logins.goto('&isolated=1')
    // the app's own pop-up never reaches that page
    await page.context().route('**/loading?*', (route) => route.abort())
    const requested = page.context().waitForEvent('request', (request) => request.url().includes('/loading?'))
    await logins.press('Google')
    const href = (await requested).url()
    const { demo, close } = await openSecondBrowser(browser, logins)
    const victim = await demo.page.context().newPage()
    await victim.goto(href)
    await expect(victim.getByText('This window wasn’t opened by an app')).toBeVisible()
    await expect(victim.getByRole('button')).toHaveCount(0)
    await expect(logins.demo.status).toHaveText('disconnected')
    await close()
  })
})
