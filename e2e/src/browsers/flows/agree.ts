import { setTimeout as wait } from 'node:timers/promises'
import type { Visitor } from '../Visitor.js'

/** From where a pointer has come to until it presses: half a second has to go by, in which nothing changes; in milliseconds. */
const calm = 900
/** How long it may take until what was agreed to is done, in milliseconds. */
const timeout = 4_000
const presses = 4

/**
 * Agrees in the wallet's own screen, a frame or all of a window, as a hand does, once all of it has been seen: a press counts
 * where the pointer has been for half a second, in a window that has the focus, which a press anywhere gives it. A press that
 * came too early on a busy machine is done again. In between nothing is asked of the frame, as the driver of WebKitGTK takes
 * its focus away with each question, and the wallet's screen waits anew each time.
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
    for (const end = Date.now() + timeout; Date.now() < end; await wait(100)) if (await isDone(visitor, frame)) return
  }
  throw new Error(`${presses} presses of "${button.text}" did not count.`)
}

/** A frame is in a dialog, a window closes. */
async function isDone(visitor: Visitor, frame: string | undefined): Promise<boolean> {
  return frame === undefined ? visitor.page.isClosed() : (await visitor.look('dialog', /./)) === null
}

/** Waits until the embedded wallet is connected on both chain families; returns its address on EVM. */
export async function expectEmbedded(visitor: Visitor): Promise<string> {
  await visitor.expectField('status', 'connected')
  for (const family of ['eip155', 'solana']) await visitor.expectField(`chain-${family}`, /(?<!dis)connected/)
  await visitor.expectGone('dialog', /./)
  await visitor.expectField('address', /^0x[0-9a-fA-F]{40}$/)
  return visitor.read('address')
}
