import { toShort } from '../../fixtures/DemoPage.js'
import type { Name, User } from '../User.js'
import type { Flow } from './Flow.js'

/** Connecting without a pointer. */
export const keyboard: Flow = {
  title: 'does all of it by keyboard alone, and the focus comes back to where it was',
  embeddedWallet: false,
  run: async ({ user, page, account, open, world: { chains } }) => {
    const [one, two] = chains
    const press = (name: Name): Promise<void> => pressByKeyboard(user, name)
    await open()
    await press('Connect')
    await user.find('button', /Dev wallet/)
    await page.key('Escape')
    await user.expectGone('button', /Dev wallet/)
    await user.expectFocus('button', 'Connect')

    await page.key('Enter')
    await press(/Dev wallet/)
    await user.expectField('status', 'connected')
    await user.expectFocus('button', toShort(account))

    await press(one.name)
    await press(new RegExp(`^${two.name}`))
    await user.expectField('network', two.name)
    await user.expectFocus('button', two.name)

    // both are previous controls; forwards, the order leads through the browser's own buttons
    await user.tabTo('button', toShort(account), 'Shift+Tab')
    await page.key('Enter')
    await user.tabTo('button', 'Disconnect', 'Shift+Tab')
    await page.key('Enter')
    await user.expectField('status', 'disconnected')
    await user.expectFocus('button', 'Connect')
  },
}

async function pressByKeyboard(user: User, name: Name): Promise<void> {
  await user.tabTo('button', name)
  await user.page.key('Enter')
}
