import { toShort } from '../../fixtures/DemoPage.js'
import type { Flow } from './Flow.js'

/** From a wallet that announces itself (EIP-6963) to staying disconnected. */
export const connect: Flow = {
  title: 'connects a wallet of EIP-6963, switches, signs, sends, reloads and disconnects',
  embeddedWallet: false,
  run: async ({ user, page, account, open, world: { chains } }) => {
    const [one, two] = chains
    await open()
    await user.press('button', 'Connect')
    await user.press('button', /Dev wallet/)
    await user.expectField('status', 'connected')
    await user.expectField('address', account)
    await user.expectGone('dialog', /./)

    await user.press('button', 'Sign message')
    await user.expectField('sign-result', /^Verified: 0x[0-9a-f]{130}$/)
    await user.press('button', 'Send')
    await user.expectField('send-result', /^Mined in block \d+: 0x[0-9a-f]{64}$/)

    await user.press('button', one.name)
    await user.press('button', new RegExp(`^${two.name}`))
    await user.expectField('network', two.name)
    await user.expectGone('dialog', /./)

    await page.reload()
    await user.expectField('status', 'connected')
    await user.expectField('address', account)
    await user.expectField('network', two.name)

    await user.press('button', toShort(account))
    await user.press('button', 'Disconnect')
    await user.expectField('status', 'disconnected')
    await page.reload()
    await user.find('button', 'Connect')
    await user.expectField('status', 'disconnected')
  },
}
