import type { HistoryTransaction, Network, TransactionYear } from '@latchkey/core'
import { type ReactElement, useMemo, useRef, useState } from 'react'
import { useLocale, useTexts } from '../../hooks/useShell.js'
import { LinesInSight } from '../../primitives/LongList.js'
import { Tile } from '../../primitives/Row.js'
import { TokenTile } from '../../primitives/TokenTile.js'
import { activityTexts } from './messages.js'
import { toActivityLines, toAmountText, toShownTransfers } from './transfers.js'

type TransactionListProps = {
  readonly years: readonly TransactionYear[]
  readonly network: Network | undefined
  /** Called when the end is visible and there are more. */
  readonly onEnd: (() => void) | undefined
}

/** Lists up to this length fit into every card. */
const maxFitting = 7

/** The most lines that a card shows. */
const start = { first: 0, end: 20 }

/** Transactions by month, newest first. Only the visible part of a long list is rendered. */
export function TransactionList({ years, network, onEnd }: TransactionListProps): ReactElement {
  const t = useTexts(activityTexts)
  const locale = useLocale()
  const space = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(start)
  const lines = useMemo(() => toActivityLines(years), [years])
  const [day, month] = useMemo(
    () => [
      new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
      new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }),
    ],
    [locale],
  )
  const count = lines.length
  const isLong = count > maxFitting || onEnd !== undefined
  const { first, end } = seen
  return (
    <>
      <div className="long-list" ref={space}>
        <ul className={isLong ? undefined : 'list'} aria-label={t('activityTitle')}>
          {lines.slice(first, end).map(({ id, kind, date, transaction }, index) => (
            <li data-kind={kind} aria-setsize={count} aria-posinset={first + index + 1} key={id}>
              {transaction ? (
                <TransactionRow transaction={transaction} network={network} date={day.format(date)} />
              ) : (
                <h3 className="group month">{month.format(date)}</h3>
              )}
            </li>
          ))}
        </ul>
      </div>
      {isLong && <LinesInSight space={space} lines={lines} onChange={setSeen} onEnd={onEnd} isGrowing />}
    </>
  )
}

type TransactionRowProps = {
  readonly transaction: HistoryTransaction
  readonly network: Network | undefined
  /** Formatted for the user's locale. */
  readonly date: string
}

/** One transaction: its kind, its transfers and its date. Links to the explorer of its network. */
function TransactionRow({ transaction, network, date }: TransactionRowProps): ReactElement {
  const t = useTexts(activityTexts)
  const locale = useLocale()
  const { operationType, hash, status } = transaction.metadata
  const kind = `activity_${operationType}`
  const title = t(isKind(kind) ? kind : 'activity_execute')
  const transfers = toShownTransfers(transaction)
  const amounts = transfers.map((transfer) => toAmountText(transfer, locale))
  const explorer = network?.blockExplorers?.default
  const link = explorer && {
    href: `${explorer.url.replace(/\/$/, '')}/tx/${encodeURIComponent(hash)}`,
    target: '_blank',
    rel: 'noopener noreferrer',
  }
  const Line = link ? 'a' : 'div'
  return (
    <Line className="row transaction" part="row" {...link}>
      <span className="marks">
        {transfers.map(({ id, name, iconUrl, token }) =>
          token ? <TokenTile token={token} key={id} /> : <Tile name={name} src={iconUrl} round key={id} />,
        )}
        {transfers.length === 0 && <Tile name={title} round />}
      </span>
      <span className="t">
        <b>{title}</b>
        <small>
          {transfers.flatMap(({ id, direction }, index) => [
            index > 0 && '\u2002',
            <bdi data-direction={direction} key={id}>
              {amounts[index]}
            </bdi>,
          ])}
        </small>
      </span>
      <span className="when">
        {status !== 'confirmed' && (
          <span className="tag" part="tag" data-status={status}>
            {t(status === 'failed' ? 'activityFailedTag' : 'activityPendingTag')}
          </span>
        )}
        <small className="muted">{date}</small>
        {explorer && <span className="sr">{t('activityOpen', { explorer: explorer.name })}</span>}
      </span>
    </Line>
  )
}

function isKind(kind: string): kind is keyof typeof activityTexts {
  return Object.hasOwn(activityTexts, kind)
}
