import type { Visit } from './openVisit.js'
import { find, hover, press } from './press.js'

/** Clicks a control and waits for its view. Moves the pointer away afterwards, so that hovering preloads nothing. */
export async function show(visit: Visit, selector: string, wanted: string): Promise<void> {
  await press(visit, await find(visit, selector))
  await hover(visit, { x: 0, y: 0 })
  await untilFound(visit, wanted)
}

/** Waits until the selector matches something in the modal. */
export function untilFound(visit: Visit, wanted: string): Promise<void> {
  return visit.evaluate((found) => window.bench.untilFound(found), wanted)
}

/** Types into the field that matches the selector. */
export async function type(visit: Visit, selector: string, text: string): Promise<void> {
  await press(visit, await find(visit, selector))
  await visit.cdp.send('Input.insertText', { text })
}
