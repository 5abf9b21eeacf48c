import type { HistoryTransaction, Network } from '@latchkey/core'
import { type ReactElement, useMemo, useRef, useState } from 'react'
import { usePart } from '../../hooks/usePart.js'
import { activityTexts } from '../../i18n/messages/activity.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'
import { loadLater } from './loadLater.js'
import { TransactionRow } from './TransactionRow.js'
import { toActivityLines } from './toActivityLines.js'

export type TransactionListProps = {
  readonly transactions: readonly HistoryTransaction[]
  readonly network: Network | undefined
  /** The end is in sight, and more follows. */
  readonly onEnd: (() => void) | undefined
}

/** So many lines are in sight in every card. */
const few = 7

/** What a card shows at most. */
const start = { first: 0, end: 20 }

const loadSight = async () => (await loadLater()).loadSight()

/**
 * Transactions by month, newest first. A list of more than a few is a `LongList`, once what finds out which lines are in sight is
 * there; where it cannot be loaded, all are in the document.
 */
export function TransactionList({ transactions, network, onEnd }: TransactionListProps): ReactElement {
  const t = useTexts(activityTexts)
  const locale = useLocale()
  const space = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(start)
  const lines = useMemo(() => toActivityLines(transactions), [transactions])
  const [day, month] = useMemo(
    () => [
      new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
      new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }),
    ],
    [locale],
  )
  const count = lines.length
  const sight = usePart(loadSight, count > few || onEnd !== undefined)
  const { first, end } = sight === null ? { first: 0, end: count } : seen
  return (
    <>
      <div className="long-list" ref={space}>
        <ul className={sight ? undefined : 'list'} aria-label={t('activityTitle')}>
          {lines.slice(first, end).map(({ id, kind, date, transaction }, index) => (
            <li data-kind={kind} aria-setsize={count} aria-posinset={first + index + 1} key={id}>
              {transaction ? (
                <TransactionRow transaction={transaction} network={network} date={day.format(date)} />
              ) : (
                <h3 className="group">{month.format(date)}</h3>
              )}
            </li>
          ))}
        </ul>
      </div>
      {sight && <sight.LinesInSight space={space} lines={lines} onChange={setSeen} onEnd={onEnd} isGrowing />}
    </>
  )
}
