import { openSecondBrowser } from '../embedded/openSecondBrowser.js'
import { matrix } from '../fixtures/matrix.js'
import { LoginsPage, providers } from './LoginsPage.js'
import { expect, test } from './loginsTest.js'

test.describe('a social login', () => {
  for (const provider of matrix(providers))
    test(`with ${provider} connects a wallet on two chains, which survives a reload [S1.2] [S5.3] @logins`, async ({
      logins,
      page,
    }) => {
      test.slow()
      await logins.goto()
      await logins.logInWith(provider)
      const addresses = await logins.readAddresses()
      expect(addresses.eip155).toMatch(/^0x[0-9a-fA-F]{40}$/)
      await page.reload()
      await logins.expectConnected()
      expect(await logins.readAddresses()).toEqual(addresses)
    })

  test('uses a 600 × 800 pop-up, and opens the same wallet in another browser [S4.10] [S4.11] @logins', async ({
    logins,
    browser,
  }) => {
    test.slow()
    await logins.goto()
    const popup = await logins.press('GitHub')
    expect(popup.viewportSize()).toEqual({ width: 600, height: 800 })
    await expect(logins.demo.heading('Continue in the pop-up')).toBeVisible()
    await logins.answer(popup)
    await logins.expectConnected()
    const addresses = await logins.readAddresses()
    const { demo, close } = await openSecondBrowser(browser, logins)
    const second = new LoginsPage(demo)
    await second.goto()
    const other = await second.press('GitHub')
    await second.answer(other, 'Allow', logins.name)
    await second.expectConnected()
    expect(await second.readAddresses()).toEqual(addresses)
    await close()
  })

  test('is enough to sign a message whose signature verifies @logins', async ({ logins, page }) => {
    test.slow()
    await logins.goto()
    await logins.logInWith('Discord')
    await page.getByRole('button', { name: 'Sign message' }).click()
    await logins.agree()
    await expect(page.getByTestId('sign-result')).toHaveText(/^Verified: 0x/)
  })

  test('shows "Popup closed" after the user has closed it, and connects on retry [S4.12] [S8.6] @logins', async ({
    logins,
    page,
  }) => {
    test.slow()
    await logins.goto()
    const popup = await logins.press('Google')
    await popup.getByLabel('Name').waitFor()
    await popup.close()
    await expect(logins.demo.dialog.getByText('Popup closed')).toBeVisible()
    await expect(logins.demo.status).toHaveText('disconnected')
    const opened = page.waitForEvent('popup')
    await logins.demo.button('Try again').click()
    await logins.answer(await opened)
    await logins.expectConnected()
  })

  test('shows that the user declined at the provider, and connects on retry [S8.8] @logins', async ({
    logins,
    page,
  }) => {
    test.slow()
    logins.demo.expectedErrors.push(/403 \(Forbidden\)/)
    await logins.goto()
    const popup = await logins.press('Google')
    await logins.answer(popup, 'Deny')
    await expect(logins.demo.dialog.getByText('Failed to initiate social connection')).toBeVisible()
    await expect(logins.demo.dialog.getByText('You did not allow it at Google.')).toBeVisible()
    const opened = page.waitForEvent('popup')
    await logins.demo.button('Try again').click()
    await logins.answer(await opened)
    await logins.expectConnected()
  })

  test('[F20] offers to open the pop-up if the browser has blocked it @logins', async ({ logins, page }) => {
    test.slow()
    // like a browser that blocks pop-ups until the user allows them
    await page.addInitScript(() => {
      const open = window.open.bind(window)
      let isFirst = true
      window.open = (...args) => {
        if (!isFirst) return open(...args)
        isFirst = false
        return null
      }
    })
    await logins.goto()
    await logins.openSocials()
    await logins.social('Google').click()
    await expect(logins.demo.dialog.getByText('Your browser blocked the pop-up')).toBeVisible()
    const opened = page.waitForEvent('popup')
    await logins.demo.button('Open pop-up').click()
    await logins.answer(await opened)
    await logins.expectConnected()
  })
})
