import { toShort } from '../../fixtures/DemoPage.js'
import type { Flow } from './Flow.js'

/** From a wallet that announces itself (EIP-6963) to staying disconnected. */
export const connect: Flow = {
  title: 'connects a wallet of EIP-6963, switches, signs, sends, reloads and disconnects',
  embeddedWallet: false,
  run: async ({ visitor, page, account, open, world: { chains } }) => {
    const [one, two] = chains
    await open()
    await visitor.press('button', 'Connect')
    await visitor.press('button', /Dev wallet/)
    await visitor.expectField('status', 'connected')
    await visitor.expectField('address', account)
    await visitor.expectGone('dialog', /./)

    await visitor.press('button', 'Sign message')
    await visitor.expectField('sign-result', /^Verified: 0x[0-9a-f]{130}$/)
    await visitor.press('button', 'Send')
    await visitor.expectField('send-result', /^Mined in block \d+: 0x[0-9a-f]{64}$/)

    await visitor.press('button', one.name)
    await visitor.press('button', new RegExp(`^${two.name}`))
    await visitor.expectField('network', two.name)
    await visitor.expectGone('dialog', /./)

    await page.reload()
    await visitor.expectField('status', 'connected')
    await visitor.expectField('address', account)
    await visitor.expectField('network', two.name)

    await visitor.press('button', toShort(account))
    await visitor.press('button', /^Disconnect Connected with/)
    await visitor.expectField('status', 'disconnected')
    await page.reload()
    await visitor.find('button', 'Connect')
    await visitor.expectField('status', 'disconnected')
  },
}
