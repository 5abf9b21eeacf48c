import { type ReactElement, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'

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
  usePlacement(card, content)
  return (
    <div className="card" part="card" ref={card}>
      <div className="content" ref={content}>
        {children}
      </div>
    </div>
  )
}

function usePlacement(card: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const surface = card.current?.parentElement
    if (!surface || !content.current) return undefined
    const window = surface.ownerDocument.defaultView
    let height = 0
    let top: number | undefined
    /** `isLoading`: the first view is. Its skeleton says nothing about the height. */
    const opening = { isLoading: true }

    const place = (): void => {
      const room = surface.ownerDocument.documentElement.clientHeight
      const middle = Math.max(margin, Math.round((room - height) / 2))
      const lowest = Math.max(margin, Math.round(room - height - margin))
      top = top === undefined || opening.isLoading ? middle : Math.min(top, lowest)
      if (!content.current?.querySelector('.view[aria-busy="true"]')) opening.isLoading = false
      surface.style.setProperty('--card-height', `${height}px`)
      surface.style.setProperty('--card-top', `${top}px`)
    }
    const replace = (): void => {
      if (height === 0) return
      delete surface.dataset['moves']
      top = undefined
      place()
    }
    const observer = new ResizeObserver(([entry]) => {
      const isOpening = height === 0
      height = entry?.borderBoxSize[0]?.blockSize ?? 0
      if (height === 0) {
        // closed: the next opening starts in the middle again
        top = undefined
        opening.isLoading = true
        delete surface.dataset['moves']
        surface.style.removeProperty('--card-height')
        surface.style.removeProperty('--card-top')
        return
      }
      // the observer runs before the paint: the first frame is the final one
      if (!isOpening) surface.dataset['moves'] = ''
      place()
    })
    observer.observe(content.current)
    window?.addEventListener('resize', replace)
    return () => {
      observer.disconnect()
      window?.removeEventListener('resize', replace)
    }
  }, [card, content])
}
