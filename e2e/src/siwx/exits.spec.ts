import { matrix } from '../fixtures/matrix.js'
import { waysToClose } from '../fixtures/waysToClose.js'
import { expect, test } from './signInTest.js'

test.describe('@siwx leaving the sign-in prompt', () => {
  test('[S2.14] required: Esc, X and backdrop keep it open; a reload and another tab show it again; [S4.24] Cancel disconnects', async ({
    signIn,
    demo,
    page,
    context,
  }) => {
    await signIn.goto()
    await signIn.pick()
    await expect(signIn.question).toBeVisible()
    for (const { close } of waysToClose) {
      await close(demo)
      await expect(signIn.question).toBeVisible()
      await expect(demo.dialog).toBeVisible()
    }
    expect(await page.evaluate(() => window.latchkey.close())).not.toBe(true)
    await expect(demo.status).toHaveText('connected')
    await expect(signIn.status).toHaveText('signedOut')

    await page.reload()
    await expect(signIn.question).toBeVisible()
    const other = await context.newPage()
    await other.goto(page.url())
    const question = other.locator('latchkey-modal').getByRole('heading', { name: "Verify it's you" })
    await expect(question).toBeVisible()
    await other.close()

    await demo.button('Cancel').click()
    await demo.expectDisconnected()
    await expect(demo.events).toContainText('CLICK_CANCEL_SIWX')
    await signIn.expectStranger()
    await page.reload()
    await demo.expectDisconnected()
    await expect(demo.dialog).toBeHidden()
  })

  for (const { name, close } of matrix(waysToClose))
    test(`not required: ${name} closes it, the wallet stays connected, and a reload does not show it again`, async ({
      signIn,
      demo,
    }) => {
      await signIn.goto('?siwxRequired=0')
      await signIn.pick()
      await expect(signIn.question).toBeVisible()
      await close(demo)
      await expect(demo.dialog).toBeHidden()
      await expect(demo.status).toHaveText('connected')
      await expect(signIn.status).toHaveText('signedOut')
      await signIn.page.reload()
      await expect(demo.status).toHaveText('connected')
      await expect(signIn.status).toHaveText('signedOut')
      await expect(demo.dialog).toBeHidden()
      // the user can still sign in later
      await signIn.page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await signIn.expectMember(demo.accounts[0] ?? '')
    })

  test('an unsupported network has to be left first: until then the prompt is not shown', async ({
    signIn,
    demo,
    chains,
  }) => {
    await signIn.goto()
    await demo.wallet.selectChain(1)
    await signIn.pick()
    await expect(demo.heading('Switch network')).toBeVisible()
    await expect(signIn.question).toBeHidden()
    expect(signIn.countRequests('session')).toBe(0)
    await demo.button(chains[0].name).click()
    await expect(signIn.question).toBeVisible()
    await signIn.sign()
    await signIn.expectMember(demo.accounts[0] ?? '')
  })
})
