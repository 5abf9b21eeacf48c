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

/** The range before anything is measured: the most that a card shows. */
const start: ListRange = { first: 0, end: 20 }

/** Lists up to this length fit into every card. */
const maxFitting = 7

type LongListProps<line extends LongListLine> = {
  readonly label: string
  readonly lines: readonly line[]
  /** Renders a line. Keep it outside the component or in `useCallback`. */
  readonly render: (line: line) => ReactNode
}

/**
 * A list of headings and rows of any length, of which only the visible ones are rendered. The feature that uses it adopts
 * `LongList.css`.
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
      {count > maxFitting && <LinesInSight space={space} lines={lines} onChange={setSeen} />}
    </>
  )
}

/** Height of each kind of line in text pixels, including the space below it, as in the stylesheet. */
const heights = { head: 40, row: 68, asset: 57, cards: 154 } as const

/** Text pixels above and below the visible area that are rendered as well. */
const spare = 400

type LongListLine = { readonly id: string; readonly kind: keyof typeof heights }

type LinesInSightProps = {
  /** The list. */
  readonly space: RefObject<HTMLElement | null>
  readonly lines: readonly LongListLine[]
  readonly onChange: (range: ListRange) => void
  /** Called when the end is visible, once for each number of lines. */
  readonly onEnd?: (() => void) | undefined
  /** Whether new lines above the visible area keep its position; at the start of the list they are shown. */
  readonly isGrowing?: boolean
}

/** Finds the visible lines of a long list, and gives the list the height of all lines. Renders nothing itself. */
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

/** The start of each line, and then the end of the list. In text pixels. */
function toTops(lines: readonly LongListLine[]): readonly number[] {
  const tops = [0]
  let top = 0
  for (const { kind } of lines) {
    top += heights[kind]
    tops.push(top)
  }
  return tops
}
