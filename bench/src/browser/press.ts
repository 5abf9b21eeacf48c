import type { Visit } from './openVisit.js'

export type Point = { readonly x: number; readonly y: number }

/** Moves the pointer over the point and stays there. */
export async function hover({ cdp }: Visit, { x, y }: Point): Promise<void> {
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
}

/**
 * Presses and lets go at once. Where the pointer was elsewhere before, it comes over the element with the press itself,
 * as a finger does.
 */
export async function press({ cdp }: Visit, { x, y }: Point): Promise<void> {
  const button = { x, y, button: 'left', clickCount: 1 } as const
  await Promise.all([
    cdp.send('Input.dispatchMouseEvent', { ...button, type: 'mousePressed', buttons: 1 }),
    cdp.send('Input.dispatchMouseEvent', { ...button, type: 'mouseReleased' }),
  ])
}

/** Where the first element is that the selector finds, in the modal or the page. */
export async function find({ evaluate }: Visit, selector: string): Promise<Point> {
  const point = await evaluate((wanted) => window.bench.getCentre(wanted), selector)
  if (!point) throw new Error(`Nothing in the page matches "${selector}".`)
  return point
}
