import { type ReactElement, type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { type Sight, useSight } from '../../hooks/useSight.js'
import { type ListRange, toRange } from './toRange.js'
import { toWay } from './toWay.js'

/** Pixels of text of each kind of line, the space below it included; the stylesheet says the same. */
const heights = { head: 40, row: 68 } as const

/** Pixels of text above and below what is seen that are in the document as well. */
const spare = 400

/** Where nothing can be measured: what a card shows at most. */
const start: ListRange = { first: 0, end: 20 }

export type LongListLine = { readonly id: string; readonly kind: keyof typeof heights }

export type LongListProps<line extends LongListLine> = {
  readonly label: string
  readonly lines: readonly line[]
  /** What a line shows. Keep it outside the component or in `useCallback`. */
  readonly render: (line: line) => ReactNode
  /** The end is in sight. Told once for each number of lines. */
  readonly onEnd?: (() => void) | undefined
  /** Lines that come in above what is seen leave it where it is; at the start of the list they are seen. */
  readonly isGrowing?: boolean | undefined
}

/** A list of headings and rows of any length, of which only those in sight are in the document. */
export function LongList<line extends LongListLine>(props: LongListProps<line>): ReactElement {
  const { label, lines, render, onEnd, isGrowing = false } = props
  const space = useRef<HTMLDivElement>(null)
  const tops = useMemo(() => toTops(lines), [lines])
  const toPart = useCallback(
    ({ above, height }: Sight) => toRange(tops, { from: above - spare, to: above + height + spare }),
    [tops],
  )
  const { part, scroll } = useSight(space, toPart, start)
  const count = lines.length
  const [first, end] = [Math.min(part.first, count), Math.min(part.end, count)]
  const [above, total] = [tops[first] ?? 0, tops[count] ?? 0]

  useLayoutEffect(() => {
    space.current?.style.setProperty('--above', String(above))
    space.current?.style.setProperty('--total', String(total))
  }, [above, total])

  const before = useRef({ lines, tops })
  useLayoutEffect(() => {
    const known = before.current
    before.current = { lines, tops }
    if (isGrowing && known.lines !== lines) scroll((place) => toWay(known, { lines, tops }, place))
  }, [isGrowing, lines, tops, scroll])

  const isAtEnd = end >= count
  // biome-ignore lint/correctness/useExhaustiveDependencies: more lines have an end of their own
  useEffect(() => {
    if (isAtEnd) onEnd?.()
  }, [isAtEnd, count, onEnd])

  return (
    <div className="long-list" ref={space}>
      <ul aria-label={label}>
        {lines.slice(first, end).map((line, offset) => (
          <li data-kind={line.kind} aria-setsize={count} aria-posinset={first + offset + 1} key={line.id}>
            {render(line)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Where each line begins, and after them where the list ends. In pixels of text. */
function toTops(lines: readonly LongListLine[]): readonly number[] {
  const tops = [0]
  let top = 0
  for (const { kind } of lines) {
    top += heights[kind]
    tops.push(top)
  }
  return tops
}
