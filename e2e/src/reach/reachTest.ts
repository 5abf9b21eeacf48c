import { mergeTests } from '@playwright/test'
import { test as embedded } from '../embedded/embeddedTest.js'
import { test as logins } from '../logins/loginsTest.js'
import { expect, test as money } from '../money/moneyTest.js'
import { test as signIn } from '../siwx/signInTest.js'
import { type Audit, createAudit } from './createAudit.js'

/** The demo with all its page objects, and an accessibility audit. */
export const test = mergeTests(money, embedded, logins, signIn).extend<{ readonly audit: Audit }>({
  audit: async ({ demo, page }, use) => {
    const audit = createAudit(page, demo.dialog)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await use(audit)
    expect(audit.found).toEqual([])
  },
})

export { expect }
