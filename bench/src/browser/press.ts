import type { Visit } from './openVisit.js'

export type Point = { readonly x: number; readonly y: number }

/** Moves the pointer over the point and leaves it there. */
export async function hover({ cdp }: Visit, { x, y }: Point): Promise<void> {
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
}

/**
 * Presses and releases at once. If the pointer was elsewhere before, it reaches the element only with the press, like a
 * finger.
 */
export async function press({ cdp }: Visit, { x, y }: Point): Promise<void> {
  const button = { x, y, button: 'left', clickCount: 1 } as const
  await Promise.all([
    cdp.send('Input.dispatchMouseEvent', { ...button, type: 'mousePressed', buttons: 1 }),
    cdp.send('Input.dispatchMouseEvent', { ...button, type: 'mouseReleased' }),
  ])
}

/** Returns the position of the first element that matches the selector, in the modal or the page. */
export async function find({ evaluate }: Visit, selector: string): Promise<Point> {
  const point = await evaluate((wanted) => window.bench.getCentre(wanted), selector)
  if (!point) throw new Error(`Nothing in the page matches "${selector}".`)
  return point
}
