import { test as base, expect } from '../fixtures/multiTest.js'
import { SignInPage } from './SignInPage.js'

export const test = base.extend<{ readonly signIn: SignInPage }>({
  signIn: async ({ demo }, use) => {
    // a page for members is told that it is none, as long as nobody has signed in
    demo.expectedFaults.push(/401 \(Unauthorized\)/)
    await use(new SignInPage(demo))
  },
})

export { expect }
