import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useModalInstance } from '../hooks/LatchkeyProvider.js'

/** Pixels that stay free above and below the card: `--lk-4`. */
const margin = 16

/**
 * The card. Follows the height of its content; in a dialog its height, its width and its place change together, on one
 * curve [S2.20]. It opens in the middle. From then on its top stays, and moves up only if there is no room below: Close and
 * Back do not move away under the pointer.
 */
export function Card({ children }: { readonly children: ReactNode }): ReactElement {
  const content = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const { subscribe } = useModalInstance()
  useLayoutEffect(() => {
    if (!card.current?.parentElement || !content.current) return undefined
    const placement = createPlacement(card.current.parentElement, content.current)
    const unsubscribe = subscribe(({ modal: now }, { modal: before }) => {
      if (now.open && !before.open) placement.start()
    })
    return () => {
      unsubscribe()
      placement.destroy()
    }
  }, [subscribe])
  return (
    <div className="card" part="card" ref={card}>
      <div className="content" ref={content}>
        {children}
      </div>
    </div>
  )
}

type Placement = {
  /** Places the card for the view that it opens with. */
  start(): void
  destroy(): void
}

function createPlacement(surface: HTMLElement, content: HTMLElement): Placement {
  const { defaultView: window, documentElement } = surface.ownerDocument
  /** Of the content, in CSS pixels; 0 while it is not laid out. */
  let height = 0
  let top: number | undefined
  /** Whether the content has changed its height since the card was placed in the middle. */
  let hasMoved = false
  /** Whether the frame that shows the first view is still to be painted. */
  let isStarting = false
  /** Whether the first view is loading. Its skeleton says nothing about the height. */
  let isLoading = true

  const place = (): void => {
    const room = documentElement.clientHeight
    const middle = Math.max(margin, Math.round((room - height) / 2))
    const lowest = Math.max(margin, Math.round(room - height - margin))
    top = top === undefined || isLoading ? middle : Math.min(top, lowest)
    if (!content.querySelector('.view[aria-busy="true"]')) isLoading = false
    surface.style.setProperty('--card-height', `${height}px`)
    surface.style.setProperty('--card-top', `${top}px`)
  }
  const placeAtOnce = (): void => {
    delete surface.dataset['moves']
    top = undefined
    hasMoved = false
    if (height > 0) place()
  }
  const observer = new ResizeObserver(([entry]) => {
    const isFirst = height === 0 || isStarting || surface.matches('dialog:not([open])')
    height = entry?.borderBoxSize[0]?.blockSize ?? 0
    // the observer runs before the paint: the first frame is the final one
    if (isFirst || height === 0) {
      isLoading = true
      placeAtOnce()
      return
    }
    hasMoved = true
    surface.dataset['moves'] = ''
    place()
  })
  observer.observe(content)
  window?.addEventListener('resize', placeAtOnce)
  return {
    start() {
      isStarting = true
      // else it is where it was laid out in advance
      if (hasMoved) placeAtOnce()
      // the size is observed at the end of a frame: that of the first is where the card opens
      requestAnimationFrame(() => requestAnimationFrame(() => (isStarting = false)))
    },
    destroy() {
      observer.disconnect()
      window?.removeEventListener('resize', placeAtOnce)
    },
  }
}
