import type { Rect } from '@latchkey/core'

/** Frames that a rectangle must stay the same before it is reported, and after which it is reported anyway. */
const frames = { still: 2, most: 90 } as const

/**
 * Reports the visible rectangle of an element in CSS pixels of the viewport, clipped to its scroll container. Reports
 * nothing while it moves, and each rectangle once. Returns a function that stops it.
 */
export function watchRect(element: HTMLElement, onPlace: (place: Rect) => void): () => void {
  const view = element.ownerDocument.defaultView
  if (!view) return () => undefined
  const scroller = element.closest('.view')
  let reported: Rect | undefined
  let frame: number | undefined

  const follow = (last: Rect | undefined, still: number, left: number): void => {
    frame = view.requestAnimationFrame(() => {
      frame = undefined
      const place = toPlace(element, scroller)
      const count = last && isSame(place, last) ? still + 1 : 0
      if (count < frames.still && left > 0) follow(place, count, left - 1)
      else if (!reported || !isSame(place, reported)) {
        reported = place
        onPlace(place)
      }
    })
  }
  const look = (): void => {
    if (frame !== undefined) view.cancelAnimationFrame(frame)
    follow(undefined, 0, frames.most)
  }

  const sizes = new view.ResizeObserver(look)
  sizes.observe(element)
  if (scroller) sizes.observe(scroller)
  const targets = [view, ...(view.visualViewport ? [view.visualViewport] : [])]
  const names = ['resize', 'scroll', 'orientationchange', 'transitionend', 'animationend'] as const
  // events of the modal reach its host at most; capture also sees those that do not bubble, such as scroll
  const root = element.getRootNode()
  for (const target of [...targets, root]) for (const name of names) target.addEventListener(name, look, true)
  look()
  return () => {
    if (frame !== undefined) view.cancelAnimationFrame(frame)
    sizes.disconnect()
    for (const target of [...targets, root]) for (const name of names) target.removeEventListener(name, look, true)
  }
}

function toPlace(element: Element, scroller: Element | null): Rect {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const box = scroller?.getBoundingClientRect()
  const from = Math.max(top, box?.top ?? top)
  const to = Math.min(bottom, box?.bottom ?? bottom)
  return { x: left, y: from, width: right - left, height: Math.max(0, to - from) }
}

function isSame(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
}
