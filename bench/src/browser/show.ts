import type { Visit } from './openVisit.js'
import { find, hover, press } from './press.js'

/** Presses something and waits until its view is there. The pointer leaves, so that it prepares nothing of that view. */
export async function show(visit: Visit, selector: string, wanted: string): Promise<void> {
  await press(visit, await find(visit, selector))
  await hover(visit, { x: 0, y: 0 })
  await untilFound(visit, wanted)
}

/** Waits until the modal has what the selector finds. */
export function untilFound(visit: Visit, wanted: string): Promise<void> {
  return visit.evaluate((found) => window.bench.untilFound(found), wanted)
}

/** Types into the field that the selector finds. */
export async function type(visit: Visit, selector: string, text: string): Promise<void> {
  await press(visit, await find(visit, selector))
  await visit.cdp.send('Input.insertText', { text })
}
