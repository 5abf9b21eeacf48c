import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { usePart } from '../../hooks/usePart.js'
import type { LongListLine } from './LinesInSight.js'
import type { ListRange } from './toRange.js'

/** What shows until it is known what is in sight: what a card shows at most. */
const start: ListRange = { first: 0, end: 20 }

/** So many lines are in sight in every card. */
const few = 7

export type LongListProps<line extends LongListLine> = {
  readonly label: string
  readonly lines: readonly line[]
  /** What a line shows. Keep it outside the component or in `useCallback`. */
  readonly render: (line: line) => ReactNode
}

const loadSight = () => import('./LinesInSight.js')

/**
 * A list of headings and rows of any length, of which only those in sight are in the document. What finds these out comes
 * where there are more than a few; where it cannot be loaded, all lines are there.
 */
export function LongList<line extends LongListLine>({ label, lines, render }: LongListProps<line>): ReactElement {
  const space = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(start)
  const count = lines.length
  const sight = usePart(loadSight, count > few)
  const { first, end } = sight === null ? { first: 0, end: count } : seen
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
      {sight && <sight.LinesInSight space={space} lines={lines} onChange={setSeen} />}
    </>
  )
}
