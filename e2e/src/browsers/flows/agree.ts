import { setTimeout as wait } from 'node:timers/promises'
import type { User } from '../User.js'

/** Delay between moving the pointer and clicking: the screen must be unchanged for half a second; in milliseconds. */
const calm = 900
/** Timeout until the approved action is done, in milliseconds. */
const timeout = 4_000
const presses = 4

/**
 * Approves in the wallet's own screen, a frame or a whole window, once all of it has been seen. The screen accepts a
 * click only if the pointer has rested there for half a second in a focused window, and a click anywhere focuses it. A
 * click that came too early on a busy machine is repeated. The frame is not queried in between: WebKitGTK's driver
 * takes its focus with each query, and the wallet's screen would start waiting again.
 */
export async function agree(user: User, frame?: string): Promise<void> {
  const title = await user.find('heading', /./, { frame })
  await user.page.evaluate(
    () => {
      const content = document.querySelector('.content')
      content?.scrollTo(0, content.scrollHeight)
    },
    null,
    { frame },
  )
  const button = await user.findAsIs('button', /^(Approve|Revoke|Sign|Send)/, { frame })
  for (let press = 0; press < presses; press++) {
    await user.page.click(title.point)
    await user.page.moveTo(button.point)
    await wait(calm)
    await user.page.click(button.point)
    for (const end = Date.now() + timeout; Date.now() < end; await wait(100)) if (await isDone(user, frame)) return
  }
  throw new Error(`"${button.text}" ignored ${presses} clicks.`)
}

/** A frame is in a dialog; a window closes. */
async function isDone(user: User, frame: string | undefined): Promise<boolean> {
  return frame === undefined ? user.page.isClosed() : (await user.look('dialog', /./)) === null
}

/** Waits until the embedded wallet is connected on both namespaces; returns its EVM address. */
export async function expectEmbedded(user: User): Promise<string> {
  await user.expectField('status', 'connected')
  for (const namespace of ['eip155', 'solana']) await user.expectField(`chain-${namespace}`, /(?<!dis)connected/)
  await user.expectGone('dialog', /./)
  await user.expectField('address', /^0x[0-9a-fA-F]{40}$/)
  return user.read('address')
}
