import { expect, test } from './signInTest.js'

test.describe('@siwx failures while signing in', () => {
  test('[S4.23] [S8.15] declined in the wallet: shows an error, and can be retried', async ({ signIn, demo }) => {
    await signIn.goto()
    await signIn.pick()
    await demo.wallet.script({ methods: { personal_sign: [{ kind: 'reject' }] } })
    await signIn.sign()
    await expect(demo.heading('Error signing message')).toBeVisible()
    await expect(demo.dialog).toContainText('Signature declined. You can try again.')
    await expect(demo.events).toContainText('SIWX_AUTH_ERROR')
    await expect(demo.status).toHaveText('connected')
    await demo.button('Try again').click()
    await signIn.expectMember(demo.accounts[0] ?? '')
  })

  test('server unreachable for the signature: a retry sends it again without asking the wallet', async ({
    signIn,
    demo,
    page,
  }) => {
    demo.expectedErrors.push(/net::ERR_FAILED/)
    await signIn.goto()
    await signIn.pick()
    await page.route('**/siwx/verify', (route) => route.abort())
    await signIn.sign()
    await expect(demo.heading('Error signing message')).toBeVisible()
    await page.unroute('**/siwx/verify')
    await demo.button('Try again').click()
    await signIn.expectMember(demo.accounts[0] ?? '')
    expect([await signIn.prompts(), signIn.countRequests('nonce')]).toEqual([1, 1])
  })

  test('[S8.14] sessions cannot be read: shows a notice, and disconnects', async ({ signIn, demo, page }) => {
    demo.expectedErrors.push(/500 \(Internal Server Error\)/)
    await signIn.goto()
    await page.route('**/siwx/session*', (route) =>
      route.fulfill({
        status: 500,
        headers: {
          'access-control-allow-origin': new URL(page.url()).origin,
          'access-control-allow-credentials': 'true',
        },
      }),
    )
    await signIn.pick()
    await expect(demo.toast).toContainText('A problem occurred while trying initialize authentication')
    await demo.expectDisconnected()
    await expect(signIn.status).toHaveText('idle')
  })

  test('signing out or in takes effect in all tabs', async ({ signIn, demo, page, context }) => {
    await signIn.goto()
    await signIn.pick()
    await signIn.sign()
    await signIn.expectMember(demo.accounts[0] ?? '')
    const other = await context.newPage()
    await other.goto(page.url())
    await expect(other.getByTestId('sign-in')).toHaveText('signedIn')
    await other.getByRole('button', { name: 'Sign out' }).click()
    await expect(signIn.question).toBeVisible()
    await expect(signIn.status).toHaveText('signedOut')
    await signIn.sign()
    await signIn.expectMember(demo.accounts[0] ?? '')
    await expect(other.getByTestId('sign-in')).toHaveText('signedIn')
    await other.close()
  })
})
