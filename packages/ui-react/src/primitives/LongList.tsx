import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Sight, useSight } from '../hooks/useSight.js'
import { type ListRange, toRange, toWay } from './longListRange.js'

/** What shows until it is known what is in sight: what a card shows at most. */
const start: ListRange = { first: 0, end: 20 }

/** So many lines are in sight in every card. */
const few = 7

type LongListProps<line extends LongListLine> = {
  readonly label: string
  readonly lines: readonly line[]
  /** What a line shows. Keep it outside the component or in `useCallback`. */
  readonly render: (line: line) => ReactNode
}

/**
 * A list of headings and rows of any length, of which only those in sight are in the document. What finds these out comes
 * where there are more than a few; where it cannot be loaded, all lines are there.
 */
export function LongList<line extends LongListLine>({ label, lines, render }: LongListProps<line>): ReactElement {
  const space = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(start)
  const count = lines.length
  const { first, end } = seen
  return (
    <>
      <div className="long-list" ref={space}>
        <ul aria-label={label}>
          {lines.slice(first, end).map((line, offset) => (
            <li data-kind={line.kind} aria-setsize={count} aria-posinset={first + offset + 1} key={line.id}>
              {render(line)}
            </li>
          ))}
        </ul>
      </div>
      {count > few && <LinesInSight space={space} lines={lines} onChange={setSeen} />}
    </>
  )
}

/** Pixels of text of each kind of line, the space below it included; the stylesheet says the same. */
const heights = { head: 40, row: 68 } as const

/** Pixels of text above and below what is seen that are in the document as well. */
const spare = 400

type LongListLine = { readonly id: string; readonly kind: keyof typeof heights }

type LinesInSightProps = {
  /** The list. */
  readonly space: RefObject<HTMLElement | null>
  readonly lines: readonly LongListLine[]
  readonly onChange: (range: ListRange) => void
  /** The end is in sight. Told once for each number of lines. */
  readonly onEnd?: (() => void) | undefined
  /** Lines that come in above what is seen leave it where it is; at the start of the list they are seen. */
  readonly isGrowing?: boolean
}

/** Finds out which lines of a long list are in sight, and has the list as long as all of them, with its styles. Shows nothing itself. */
export function LinesInSight({ space, lines, onChange, onEnd, isGrowing }: LinesInSightProps): null {
  const tops = useMemo(() => toTops(lines), [lines])
  const toPart = useCallback(
    ({ above, height }: Sight) => toRange(tops, { from: above - spare, to: above + height + spare }),
    [tops],
  )
  const { part, scroll } = useSight(space, toPart, start)
  const count = lines.length
  const [first, end] = [Math.min(part.first, count), Math.min(part.end, count)]
  const [above, total] = [tops[first] ?? 0, tops[count] ?? 0]

  useLayoutEffect(() => onChange({ first, end }), [first, end, onChange])
  useLayoutEffect(() => {
    const style = space.current?.style
    style?.setProperty('--above', String(above))
    style?.setProperty('--total', String(total))
  }, [space, above, total])
  useLayoutEffect(() => {
    const style = space.current?.style
    return () => {
      style?.removeProperty('--above')
      style?.removeProperty('--total')
      onChange(start)
    }
  }, [space, onChange])

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
  return null
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
