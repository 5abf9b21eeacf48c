import type { Rect } from '@latchkey/core'

/** Frames that a place has to keep before it is told, and after which it is told however it moves. */
const frames = { still: 2, most: 90 } as const

/**
 * Tells where an element is on the page, as long as it is watched: what of it can be seen in the box that scrolls it, in CSS
 * pixels of the viewport. Tells nothing while it moves, and each place once. Returns its end.
 */
export function watchRect(element: HTMLElement, onPlace: (place: Rect) => void): () => void {
  const view = element.ownerDocument.defaultView
  if (!view) return () => undefined
  const scroller = element.closest('.view')
  let told: Rect | undefined
  let frame: number | undefined

  const follow = (last: Rect | undefined, still: number, left: number): void => {
    frame = view.requestAnimationFrame(() => {
      frame = undefined
      const place = toPlace(element, scroller)
      const count = last && isSame(place, last) ? still + 1 : 0
      if (count < frames.still && left > 0) follow(place, count, left - 1)
      else if (!told || !isSame(place, told)) {
        told = place
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
  // what ends in the modal is told to its host at most; capture sees what does not bubble, as scrolling
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
