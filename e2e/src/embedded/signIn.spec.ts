import { SignInPage } from '../siwx/SignInPage.js'
import { expect, test, wholeBrowser } from './embeddedTest.js'

test.use(wholeBrowser)

test.describe('signing in with an embedded wallet @embedded @siwx', () => {
  test('follows the login, can be retried after a rejection, and is not requested again after a reload', async ({
    embedded,
    page,
  }) => {
    test.slow()
    const signIn = new SignInPage(embedded.demo)
    // a page for members gets a 401 until the user signs in
    embedded.demo.expectedErrors.push(/401 \(Unauthorized\)/)
    await signIn.goto('?embeddedWallet=1')
    await page.evaluate(() => void window.latchkey.open())
    await embedded.emailField.fill(embedded.mailbox.address)
    await embedded.emailField.press('Enter')
    await embedded.approveDevice()
    await embedded.typeCode()
    await expect(signIn.question).toBeVisible()
    // declined in the wallet's screen: the sign-in prompt returns
    await signIn.sign()
    await embedded.reject.click()
    await expect(embedded.demo.dialog).toContainText('Error signing message')
    await embedded.untilPainted()
    await embedded.demo.button('Try again').click()
    await expect(embedded.frame.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await embedded.agree()
    const address = await page.evaluate(
      () => window.latchkey.getState().namespaces.eip155.connection.connection?.accounts[0]?.address ?? '',
    )
    await signIn.expectMember(address)
    await page.reload()
    await signIn.expectMember(address)
  })
})
