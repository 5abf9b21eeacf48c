import type { Flow } from './Flow.js'

/** A message that the wallet signs, a server that verifies it, and the cookie that it sets. */
export const signIn: Flow = {
  title: 'signs in with the wallet, sees what is for members, and is still signed in after a reload',
  embeddedWallet: false,
  // a page for members gets a 401 until the user signs in
  expectedErrors: [/401 \(Unauthorized\)/],
  run: async ({ user, page, account, open }) => {
    await open('members.html')
    await user.press('button', 'Connect')
    await user.press('button', /Dev wallet/)
    await user.find('heading', "Verify it's you")
    await user.press('button', 'Sign')
    await user.expectField('sign-in', 'signedIn')
    await user.expectField('members-page', new RegExp(account))
    await page.reload()
    await user.expectField('sign-in', 'signedIn')
    await user.expectField('member', account)
    await user.expectGone('dialog', /./)
  },
}
