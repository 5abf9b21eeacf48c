import { giveAddress } from '../embedded/embeddedTest.js'
import { test as base, expect } from '../fixtures/multiTest.js'
import { LoginsPage } from './LoginsPage.js'

export const test = base.extend<{ readonly logins: LoginsPage }>({
  logins: async ({ demo, context }, use) => {
    await giveAddress(context)
    await use(new LoginsPage(demo))
  },
})

export { expect }
