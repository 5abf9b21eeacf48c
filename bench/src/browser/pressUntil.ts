import { setTimeout as wait } from 'node:timers/promises'
import type { Condition, Span } from '../page/installProbe.js'
import type { Visit } from './openVisit.js'
import { find, hover, press } from './press.js'

/** How long a user's pointer rests on an element before the click. */
const rest = 150

export type PressOptions = {
  readonly selector: string
  /** The condition that the click must bring about. */
  readonly until: Condition
  /** Whether the pointer rests on the element before the click. */
  readonly isHovered?: boolean | undefined
}

/**
 * Clicks the element that matches the selector; measures from the click to the painted frame that meets the condition.
 */
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

/** Clicks the page's button; resolves when the list of wallets has been painted. */
export function openModal(visit: Visit, isHovered = true): Promise<Span> {
  return pressUntil(visit, { selector: connectButton, until: 'listed', isHovered })
}
