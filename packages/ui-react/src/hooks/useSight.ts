import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** The visible area of a list in a scrolling view, in text pixels: the `--lk-px` of the stylesheets. */
export type Sight = {
  /** From the start of the list to the top of the view; negative if the view starts above the list. */
  readonly above: number
  /** Of the view. */
  readonly height: number
  /** Of the list. */
  readonly width: number
}

type SightResult<part> = {
  readonly part: part
  /** Scrolls to this place of the list, and renders it. In text pixels. */
  readonly reveal: (place: { readonly top: number; readonly height: number }) => void
  /** Scrolls by what `toWay` returns for the position of the view in the list (`Sight.above`). In text pixels. */
  readonly scroll: (toWay: (above: number) => number) => void
}

/**
 * Finds the part of a long list that must be rendered. `toPart` maps the visible area to it; keep it in `useCallback`.
 * Returns `start` if nothing can be measured.
 */
export function useSight<part extends object>(
  list: RefObject<HTMLElement | null>,
  toPart: (sight: Sight) => part,
  start: part,
): SightResult<part> {
  const [part, setPart] = useState(start)

  const measure = useCallback(() => {
    const element = list.current
    const view = element?.closest('.view')
    if (!element || !view || view.clientHeight === 0) return
    const above = view.getBoundingClientRect().top - element.getBoundingClientRect().top
    const pixel = toTextPixel(element)
    const next = toPart({
      above: above / pixel,
      height: view.clientHeight / pixel,
      width: element.clientWidth / pixel,
    })
    setPart((before) => (isSame(before, next) ? before : next))
  }, [list, toPart])

  useLayoutEffect(() => {
    const view = list.current?.closest('.view')
    if (!list.current || !view) return undefined
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(view)
    observer.observe(list.current)
    view.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      view.removeEventListener('scroll', measure)
    }
  }, [list, measure])

  const reveal = useCallback(
    ({ top, height }: { readonly top: number; readonly height: number }) => {
      const view = list.current?.closest('.view')
      if (!list.current || !view) return
      const pixel = toTextPixel(list.current)
      const above = list.current.getBoundingClientRect().top - view.getBoundingClientRect().top + top * pixel
      const below = above + height * pixel - view.clientHeight
      if (above < 0) view.scrollTop += above
      else if (below > 0) view.scrollTop += below
      measure()
    },
    [list, measure],
  )

  const scroll = useCallback(
    (toWay: (above: number) => number) => {
      const view = list.current?.closest('.view')
      if (!list.current || !view || view.clientHeight === 0) return
      const pixel = toTextPixel(list.current)
      const above = view.getBoundingClientRect().top - list.current.getBoundingClientRect().top
      const way = toWay(above / pixel)
      if (way === 0) return
      view.scrollTop += way * pixel
      measure()
    },
    [list, measure],
  )
  return { part, reveal, scroll }
}

/** Font size of a list in text pixels (`--lk-text-md`). */
const textSize = 15

/** CSS pixels per text pixel: more than one if the user has chosen a larger font size. */
function toTextPixel(list: Element): number {
  return (Number.parseFloat(getComputedStyle(list).fontSize) || textSize) / textSize
}

function isSame<part extends object>(a: part, b: part): boolean {
  return (Object.keys(a) as (keyof part)[]).every((key) => a[key] === b[key])
}
