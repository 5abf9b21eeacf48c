import { toShort } from '../../fixtures/DemoPage.js'
import type { Name, Visitor } from '../Visitor.js'
import type { Flow } from './Flow.js'

/** Connecting without a pointer. */
export const keyboard: Flow = {
  title: 'does all of it by keyboard alone, and the focus comes back to where it was',
  embeddedWallet: false,
  run: async ({ visitor, page, account, open, world: { chains } }) => {
    const [one, two] = chains
    const press = (name: Name): Promise<void> => pressByKeyboard(visitor, name)
    await open()
    await press('Connect')
    await visitor.find('button', /Dev wallet/)
    await page.key('Escape')
    await visitor.expectGone('button', /Dev wallet/)
    await visitor.expectFocus('button', 'Connect')

    await page.key('Enter')
    await press(/Dev wallet/)
    await visitor.expectField('status', 'connected')
    await visitor.expectFocus('button', toShort(account))

    await press(one.name)
    await press(new RegExp(`^${two.name}`))
    await visitor.expectField('network', two.name)
    await visitor.expectFocus('button', two.name)

    // it is the previous control; forwards, the order leads through the browser's own buttons
    await visitor.tabTo('button', toShort(account), 'Shift+Tab')
    await page.key('Enter')
    await press(/^Disconnect Connected with/)
    await visitor.expectField('status', 'disconnected')
    await visitor.expectFocus('button', 'Connect')
  },
}

async function pressByKeyboard(visitor: Visitor, name: Name): Promise<void> {
  await visitor.tabTo('button', name)
  await visitor.page.key('Enter')
}
