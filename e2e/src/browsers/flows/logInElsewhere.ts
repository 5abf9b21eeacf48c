import { expect } from '@playwright/test'
import { User } from '../User.js'
import { expectEmbedded } from './agree.js'
import type { Flow } from './Flow.js'

/** A login with a third-party provider, whose pop-up returns the result. */
export const logInElsewhere: Flow = {
  title: 'logs in at another site, in a popup, and is still there after a reload',
  embeddedWallet: true,
  run: async ({ user, page, open }) => {
    await open('?solana=1&embeddedWallet=1')
    await user.press('button', 'Connect')
    const name = 'Continue with Google'
    await user.hover('button', name)
    const popup = await page.waitForPopup(() => user.press('button', name))
    const there = new User(popup)
    await there.fill('Name', `v${crypto.randomUUID().slice(0, 8)}`)
    await there.press('button', 'Allow')
    const address = await expectEmbedded(user)
    await expect.poll(() => popup.isClosed()).toBe(true)
    await page.reload()
    expect(await expectEmbedded(user)).toBe(address)
  },
}
