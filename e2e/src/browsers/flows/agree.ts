import { setTimeout as wait } from 'node:timers/promises'
import type { Visitor } from '../Visitor.js'

/**
 * Agrees in the wallet's own screen as a hand does, once all of it has been seen: a press counts where the pointer has been for
 * half a second. A window without the focus wants a press anywhere first.
 */
export async function agree(visitor: Visitor, frame: string): Promise<void> {
  const name = /^(Approve|Sign|Send)/
  await visitor.press('heading', /./, { frame })
  await visitor.page.evaluate(
    () => {
      const content = document.querySelector('.content')
      content?.scrollTo(0, content.scrollHeight)
    },
    null,
    { frame },
  )
  const { point } = await visitor.find('button', name, { frame })
  await visitor.page.moveTo(point)
  await wait(600)
  await visitor.page.click(point)
}

/** Waits until the embedded wallet is connected on both chain families; returns its address on EVM. */
export async function expectEmbedded(visitor: Visitor): Promise<string> {
  await visitor.expectField('status', 'connected')
  for (const family of ['eip155', 'solana']) await visitor.expectField(`chain-${family}`, /(?<!dis)connected/)
  await visitor.expectGone('dialog', /./)
  await visitor.expectField('address', /^0x[0-9a-fA-F]{40}$/)
  return visitor.read('address')
}
