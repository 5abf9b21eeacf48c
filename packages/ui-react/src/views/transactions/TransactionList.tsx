import type { HistoryTransaction, Network } from '@latchkey/core'
import { type ReactElement, useCallback, useMemo } from 'react'
import { activityTexts } from '../../i18n/messages/activity.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'
import { LongList } from '../../primitives/LongList/LongList.js'
import { TransactionRow } from './TransactionRow.js'
import { type ActivityLine, toActivityLines } from './toActivityLines.js'

export type TransactionListProps = {
  readonly transactions: readonly HistoryTransaction[]
  readonly network: Network | undefined
  /** The end is in sight. */
  readonly onEnd: () => void
}

/** Transactions by month, newest first. */
export function TransactionList({ transactions, network, onEnd }: TransactionListProps): ReactElement {
  const t = useTexts(activityTexts)
  const locale = useLocale()
  const lines = useMemo(() => toActivityLines(transactions), [transactions])
  const [day, month] = useMemo(
    () => [
      new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
      new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }),
    ],
    [locale],
  )
  const render = useCallback(
    (line: ActivityLine) =>
      line.kind === 'head' ? (
        <h3 className="group">{month.format(line.date)}</h3>
      ) : (
        <TransactionRow
          transaction={line.transaction}
          network={network}
          date={day.format(new Date(line.transaction.metadata.minedAt))}
        />
      ),
    [day, month, network],
  )
  return <LongList label={t('activityTitle')} lines={lines} render={render} onEnd={onEnd} isGrowing />
}
