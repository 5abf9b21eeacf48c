import { setTimeout as wait } from 'node:timers/promises'
import type { Visitor } from '../Visitor.js'

/** Delay between moving the pointer and clicking: the screen must be unchanged for half a second; in milliseconds. */
const calm = 900
/** Timeout until the approved action is done, in milliseconds. */
const patience = 4_000
const presses = 4

/**
 * Approves in the wallet's own screen, a frame or a whole window, once all of it has been seen. The screen accepts a
 * click only if the pointer has rested there for half a second in a focused window, and a click anywhere focuses it. A
 * click that came too early on a busy machine is repeated. The frame is not queried in between: WebKitGTK's driver
 * takes its focus with each query, and the wallet's screen would start waiting again.
 */
export async function agree(visitor: Visitor, frame?: string): Promise<void> {
  const title = await visitor.find('heading', /./, { frame })
  await visitor.page.evaluate(
    () => {
      const content = document.querySelector('.content')
      content?.scrollTo(0, content.scrollHeight)
    },
    null,
    { frame },
  )
  const button = await visitor.findAsIs('button', /^(Approve|Sign|Send)/, { frame })
  for (let press = 0; press < presses; press++) {
    await visitor.page.click(title.point)
    await visitor.page.moveTo(button.point)
    await wait(calm)
    await visitor.page.click(button.point)
    for (const end = Date.now() + patience; Date.now() < end; await wait(100)) if (await isDone(visitor, frame)) return
  }
  throw new Error(`${presses} presses of "${button.text}" did not count.`)
}

/** A frame is in a dialog; a window closes. */
async function isDone(visitor: Visitor, frame: string | undefined): Promise<boolean> {
  return frame === undefined ? visitor.page.isClosed() : (await visitor.look('dialog', /./)) === null
}

/** Waits until the embedded wallet is connected on both namespaces; returns its EVM address. */
export async function expectEmbedded(visitor: Visitor): Promise<string> {
  await visitor.expectField('status', 'connected')
  for (const family of ['eip155', 'solana']) await visitor.expectField(`chain-${family}`, /(?<!dis)connected/)
  await visitor.expectGone('dialog', /./)
  await visitor.expectField('address', /^0x[0-9a-fA-F]{40}$/)
  return visitor.read('address')
}
