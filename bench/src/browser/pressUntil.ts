import { setTimeout as wait } from 'node:timers/promises'
import type { Condition, Span } from '../page/installProbe.js'
import type { Visit } from './openVisit.js'
import { find, hover, press } from './press.js'
import { settle } from './settle.js'

/** Milliseconds for which the pointer hovers before the click. */
const rest = 150

export type PressOptions = {
  readonly selector: string
  /** Condition that the press has to fulfill. */
  readonly until: Condition
  /** Whether the pointer rests on it before. */
  readonly isHovered?: boolean | undefined
}

/** Presses what the selector finds, and measures from the press to the painted frame that shows the condition. */
export async function pressUntil(visit: Visit, { selector, until, isHovered = true }: PressOptions): Promise<Span> {
  const point = await find(visit, selector)
  if (isHovered) {
    await hover(visit, point)
    await wait(rest)
  }
  await visit.evaluate((condition) => {
    Object.assign(window, { benchSpan: window.bench.watchPress(condition) })
  }, until)
  await press(visit, point)
  return visit.evaluate(() => (window as unknown as { benchSpan: Promise<Span> }).benchSpan)
}

export const connectButton = 'button'
export const walletRow = 'dialog[open] li button'

/** Presses the page's button; resolves when the list of wallets has been painted. */
export function openModal(visit: Visit, isHovered = true): Promise<Span> {
  return pressUntil(visit, { selector: connectButton, until: 'listed', isHovered })
}

/** Presses the page's button without a hover, then a wallet; returns the milliseconds of each. */
export async function openAndConnect(visit: Visit): Promise<{ readonly opening: number; readonly connecting: number }> {
  const opened = await openModal(visit, false)
  await settle(visit)
  const connected = await pressUntil(visit, { selector: walletRow, until: 'connected' })
  return { opening: opened.end - opened.start, connecting: connected.end - connected.start }
}
