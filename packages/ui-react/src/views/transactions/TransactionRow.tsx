import type { HistoryTransaction, Network } from '@latchkey/core'
import type { ReactElement } from 'react'
import { activityTexts } from '../../i18n/messages/activity.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import { toAmountText } from './toAmountText.js'
import { toShownTransfers } from './toShownTransfers.js'

export type TransactionRowProps = {
  readonly transaction: HistoryTransaction
  readonly network: Network | undefined
  /** In the visitor's own way of writing dates. */
  readonly date: string
}

/** One transaction: what it was, what came and went, and when. Leads to it on the explorer of its network. */
export function TransactionRow({ transaction, network, date }: TransactionRowProps): ReactElement {
  const t = useTexts(activityTexts)
  const locale = useLocale()
  const { operationType, hash, status } = transaction.metadata
  const kind = `activity_${operationType}`
  const title = t(isKind(kind) ? kind : 'activity_execute')
  const transfers = toShownTransfers(transaction)
  const amounts = transfers.map((transfer) => toAmountText(transfer, locale))
  const explorer = network?.blockExplorers?.default
  const words = { title, detail: amounts.join(' '), date, explorer: explorer?.name ?? '' }
  const link = explorer && {
    href: `${explorer.url.replace(/\/$/, '')}/tx/${encodeURIComponent(hash)}`,
    target: '_blank',
    rel: 'noopener noreferrer',
    'aria-label': t('activityOpen', words),
  }
  const Line = link ? 'a' : 'div'
  return (
    <Line className="row transaction" part="row" {...link}>
      <span className="marks">
        {transfers.map(({ id, name, iconUrl }) => (
          <Tile name={name} src={iconUrl} round key={id} />
        ))}
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
      </span>
    </Line>
  )
}

function isKind(kind: string): kind is keyof typeof activityTexts {
  return Object.hasOwn(activityTexts, kind)
}
