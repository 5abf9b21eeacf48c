import { test as base, expect } from '../fixtures/multiTest.js'
import { SignInPage } from './SignInPage.js'

export const test = base.extend<{ readonly signIn: SignInPage }>({
  signIn: async ({ demo }, use) => {
    // a page for members gets a 401 until the user signs in
    demo.expectedErrors.push(/401 \(Unauthorized\)/)
    await use(new SignInPage(demo))
  },
})

export { expect }
