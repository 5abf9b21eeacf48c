import { expect, test } from './operateTest.js'

test.describe('signing in to the console', () => {
  test('works with a passkey alone and by keyboard alone @operate', async ({ owner }) => {
    const { page } = owner
    // press Tab until the element has the focus, as a keyboard user does
    const tabTo = async (name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> => {
      const target = page.getByRole(role, { name, exact: typeof name === 'string' })
      for (let presses = 0; presses < 40; presses++) {
        if (await target.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`${name} can't be reached by Tab.`)
    }
    await tabTo('Skip to content', 'link')
    await tabTo('Operators', 'link')
    await page.keyboard.press('Enter')
    await expect(owner.heading).toBeFocused()
    await tabTo('Invite')
    await page.keyboard.press('Enter')
    await expect(owner.dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(owner.dialog).toBeHidden()
    await expect(owner.button('Invite')).toBeFocused()

    await page.keyboard.press('Shift+Tab')
    await tabTo('Sign out')
    await page.keyboard.press('Enter')
    await expect(owner.heading).toHaveText('Sign in')
    await tabTo('Sign in with a passkey')
    await page.keyboard.press('Enter')
    await expect(owner.heading).toHaveText('Overview')
    await expect(page.getByRole('link', { name: owner.name })).toBeVisible()
  })

  test('is required again when the session ends, also on a page that polls; an unknown invitation is refused @operate', async ({
    owner,
    signUp,
  }) => {
    await owner.open('Users')
    await owner.page.context().clearCookies()
    await owner.page.getByRole('link', { name: 'Projects' }).click()
    await expect(owner.heading).toHaveText('Sign in')
    await owner.button('Sign in with a passkey').click()
    await expect(owner.heading).toHaveText('Overview')

    // a page that polls its data, which does not extend the session, shows that it has ended
    const polled = owner.page.waitForRequest((request) => request.headers()['x-latchkey-poll'] === '1')
    await owner.open('Keys')
    expect(new URL((await polled).url()).pathname).toMatch(/^\/api\/vault\/v1\/(?:keys|signing)$/)
    await owner.page.context().clearCookies()
    await expect(owner.heading).toHaveText('Sign in')
    await expect(owner.page.getByText('Your session has ended.')).toBeVisible()

    // an invitation that the console does not know
    const { page } = await signUp('auditor')
    await page.goto(new URL(`/invite#${'A'.repeat(43)}`, process.env['CONSOLE_URL']).href)
    await expect(page.getByRole('alert')).toContainText('was used, withdrawn or has expired')
    expect(page.url()).not.toContain('#')
  })
})
