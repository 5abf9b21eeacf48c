import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Pixels from one row to the next; the stylesheet says the same. */
const rowHeight = 104

/** Rows above and below what is seen, so that a short scroll or an arrow key finds its row there. */
const spare = 2

/** Narrower lists have three columns. In pixels. */
const narrow = 320

export type VisibleRows = {
  readonly columns: 3 | 4
  /** The first row that is in the document. */
  readonly first: number
  /** The row after the last. */
  readonly end: number
}

/** Where nothing can be measured: what a card shows at most. */
const start: VisibleRows = { columns: 4, first: 0, end: 6 + spare }

export type VisibleRowsResult = VisibleRows & {
  /** Brings a row into sight, and into the document. */
  readonly reveal: (row: number) => void
}

/** The rows of a long list that have to be in the document, as it lies in its scrolling view. */
export function useVisibleRows(list: RefObject<HTMLElement | null>): VisibleRowsResult {
  const [visible, setVisible] = useState(start)

  const measure = useCallback(() => {
    const element = list.current
    const view = element?.closest('.view')
    if (!element || !view || view.clientHeight === 0) return
    const above = view.getBoundingClientRect().top - element.getBoundingClientRect().top
    const first = Math.max(0, Math.floor(above / rowHeight) - spare)
    const end = Math.max(0, Math.ceil((above + view.clientHeight) / rowHeight) + spare)
    const columns = element.clientWidth < narrow ? 3 : 4
    setVisible((before) =>
      before.first === first && before.end === end && before.columns === columns ? before : { columns, first, end },
    )
  }, [list])

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
    (row: number) => {
      const view = list.current?.closest('.view')
      if (!list.current || !view) return
      const top = list.current.getBoundingClientRect().top - view.getBoundingClientRect().top + row * rowHeight
      const below = top + rowHeight - view.clientHeight
      if (top < 0) view.scrollTop += top
      else if (below > 0) view.scrollTop += below
      measure()
    },
    [list, measure],
  )
  return { ...visible, reveal }
}
