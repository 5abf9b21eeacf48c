import { type RefObject, useCallback } from 'react'
import { type Sight, useSight } from '../../hooks/useSight.js'

/** Height of a row in text pixels, as in the stylesheet. */
const rowHeight = 104

/** Rows rendered above and below the visible ones, for short scrolls and arrow keys. */
const spare = 2

/** Narrower lists have three columns. In text pixels. */
const narrow = 320

type VisibleRows = {
  readonly columns: 3 | 4
  /** The first rendered row. */
  readonly first: number
  /** The row after the last. */
  readonly end: number
}

/** Used if nothing can be measured: the most that a card shows. */
const start: VisibleRows = { columns: 4, first: 0, end: 6 + spare }

type VisibleRowsResult = VisibleRows & {
  /** Scrolls to a row, and renders it. */
  readonly reveal: (row: number) => void
}

/** Finds the rows of a long list that must be rendered. */
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

/** The index that a key moves to in a grid; undefined if it does not move. */
export function toNextIndex(key: string, { index, count, columns, isRightToLeft }: GridPosition): number | undefined {
  const step = toStep(key, { columns, isRightToLeft })
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (step === undefined) return undefined
  const next = index + step
  // the last row may be shorter
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
