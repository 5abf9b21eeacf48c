import { type RefObject, useCallback } from 'react'
import { type Sight, useSight } from '../../hooks/useSight.js'

/** Pixels of text from one row to the next; the stylesheet says the same. */
const rowHeight = 104

/** Rows above and below what is seen, so that a short scroll or an arrow key finds its row there. */
const spare = 2

/** Narrower lists have three columns. In pixels of text. */
const narrow = 320

type VisibleRows = {
  readonly columns: 3 | 4
  /** The first row that is in the document. */
  readonly first: number
  /** The row after the last. */
  readonly end: number
}

/** Where nothing can be measured: what a card shows at most. */
const start: VisibleRows = { columns: 4, first: 0, end: 6 + spare }

type VisibleRowsResult = VisibleRows & {
  /** Brings a row into sight, and into the document. */
  readonly reveal: (row: number) => void
}

/** The rows of a long list that have to be in the document, as it lies in its scrolling view. */
export function useVisibleRows(list: RefObject<HTMLElement | null>): VisibleRowsResult {
  const { part, reveal: revealPlace } = useSight(list, toRows, start)
  const reveal = useCallback((row: number) => revealPlace({ top: row * rowHeight, height: rowHeight }), [revealPlace])
  return { ...part, reveal }
}

function toRows({ above, height, width }: Sight): VisibleRows {
  return {
    columns: width < narrow ? 3 : 4,
    first: Math.max(0, Math.floor(above / rowHeight) - spare),
    end: Math.max(0, Math.ceil((above + height) / rowHeight) + spare),
  }
}

type GridPosition = {
  readonly index: number
  readonly count: number
  readonly columns: number
  readonly isRightToLeft: boolean
}

/** Where a key leads in a grid that is read line by line; undefined where it leads nowhere. */
export function toNextIndex(key: string, { index, count, columns, isRightToLeft }: GridPosition): number | undefined {
  const step = toStep(key, { columns, isRightToLeft })
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (step === undefined) return undefined
  const next = index + step
  // below the last full line there may be a shorter one
  if (key === 'ArrowDown' && next >= count) {
    const isLastLine = Math.floor(index / columns) === Math.floor((count - 1) / columns)
    return isLastLine ? undefined : count - 1
  }
  return next < 0 || next >= count ? undefined : next
}

function toStep(
  key: string,
  { columns, isRightToLeft }: Pick<GridPosition, 'columns' | 'isRightToLeft'>,
): number | undefined {
  if (key === 'ArrowRight') return isRightToLeft ? -1 : 1
  if (key === 'ArrowLeft') return isRightToLeft ? 1 : -1
  if (key === 'ArrowDown') return columns
  if (key === 'ArrowUp') return -columns
  return undefined
}
