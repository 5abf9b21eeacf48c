import type { Flow } from './Flow.js'

/** A message that the wallet signs, a server that verifies it, and the cookie that it sets. */
export const signIn: Flow = {
  title: 'signs in with the wallet, sees what is for members, and is still signed in after a reload',
  embeddedWallet: false,
  // a page for members gets a 401 until the user signs in
  expectedFaults: [/401 \(Unauthorized\)/],
  run: async ({ visitor, page, account, open }) => {
    await open('members.html')
    await visitor.press('button', 'Connect')
    await visitor.press('button', /Dev wallet/)
    await visitor.find('heading', /wants to know it’s you$/)
    await visitor.press('button', 'Sign')
    await visitor.expectField('sign-in', 'signedIn')
    await visitor.expectField('members-page', new RegExp(account))
    await page.reload()
    await visitor.expectField('sign-in', 'signedIn')
    await visitor.expectField('member', account)
    await visitor.expectGone('dialog', /./)
  },
}
