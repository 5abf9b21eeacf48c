import type { HistoryTransaction, Network } from '@latchkey/core'
import { Fragment, type ReactElement } from 'react'
import { activityTexts } from '../../i18n/messages/activity.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Tile } from '../../primitives/Tile/Tile.js'
import { toAmountText } from './toAmountText.js'
import { type ShownTransfer, toShownTransfers } from './toShownTransfers.js'

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
  const transfers = toShownTransfers(transaction)
  const kind = `activity_${operationType}`
  const title = t(isKind(kind) ? kind : 'activity_execute')
  const detail = transfers.map((transfer) => toAmountText(transfer, locale)).join(' ')
  const explorer = network?.blockExplorers?.default
  const content = (
    <>
      <Marks transfers={transfers} title={title} />
      <span className="t">
        <b>{title}</b>
        <small>
          {transfers.map((transfer, index) => (
            <Fragment key={`${transfer.direction}${transfer.name}`}>
              {index > 0 && '\u2002'}
              <bdi data-direction={transfer.direction}>{toAmountText(transfer, locale)}</bdi>
            </Fragment>
          ))}
        </small>
      </span>
      <span className="when">
        {status !== 'confirmed' && (
          <span className="tag" part="tag" data-tone={status === 'failed' ? 'bad' : undefined}>
            {t(status === 'failed' ? 'activityFailedTag' : 'activityPendingTag')}
          </span>
        )}
        <small className="muted">{date}</small>
      </span>
    </>
  )
  if (!explorer)
    return (
      <div className="row transaction" part="row">
        {content}
      </div>
    )
  return (
    <a
      className="row transaction"
      part="row"
      href={`${explorer.url.replace(/\/$/, '')}/tx/${encodeURIComponent(hash)}`}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('activityOpen', { title, detail, date, explorer: explorer.name })}
    >
      {content}
    </a>
  )
}

/** The marks of what came and went; two lie over each other. */
function Marks({
  transfers,
  title,
}: {
  readonly transfers: readonly ShownTransfer[]
  readonly title: string
}): ReactElement {
  const shown = transfers.length === 0 ? [{ direction: 'self', name: title, iconUrl: undefined }] : transfers
  return (
    <span className="marks" data-count={shown.length}>
      {shown.map(({ direction, name, iconUrl }) => (
        <Tile name={name} src={iconUrl} round key={`${direction}${name}`} />
      ))}
    </span>
  )
}

function isKind(kind: string): kind is keyof typeof activityTexts {
  return Object.hasOwn(activityTexts, kind)
}
