import type { ModalState, Network, RecentTransaction } from '@latchkey/core'
import { clearRecentTransactions } from '@latchkey/core/controllers/activity'
import { type ReactElement, useId, useMemo } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { recentTexts } from '../../i18n/messages/shared.js'
import { Icon, type IconName } from '../../primitives/Icon.js'
import { IconTile, RecentTag } from '../../primitives/Row.js'
import { activityTexts } from './messages.js'

const texts = { ...activityTexts, ...recentTexts }

const selectNetworks = ({ networks }: ModalState): readonly Network[] => networks

type RecentTransactionsProps = { readonly transactions: readonly RecentTransaction[] }

/** The transactions that the app has registered, newest first, with a button that clears them. */
export function RecentTransactions({ transactions }: RecentTransactionsProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(texts)
  const id = useId()
  const networks = useModalState(selectNetworks)
  const [newest] = transactions
  return (
    <section className="list recent">
      <div className="bar">
        <h3 className="group" id={id}>
          {t('recentTitle')}
        </h3>
        <button type="button" onClick={() => clearRecentTransactions(modal)}>
          {t('recentClear')}
        </button>
      </div>
      <span className="sr" role="status">
        {newest && t('recentOutcome', { title: newest.description, status: t(`recent_${newest.status}`) })}
      </span>
      <ul className="list" aria-labelledby={id}>
        {transactions.map((transaction) => (
          <li key={`${transaction.caipNetworkId} ${transaction.at} ${transaction.hash}`}>
            <RecentItem
              transaction={transaction}
              network={networks.find(({ caipNetworkId }) => caipNetworkId === transaction.caipNetworkId)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const icons: { readonly [status in RecentTransaction['status']]: IconName } = {
  pending: 'loader',
  unconfirmed: 'info',
  confirmed: 'check',
  failed: 'warning',
}

type RecentItemProps = { readonly transaction: RecentTransaction; readonly network: Network | undefined }

/** One transaction: what it does, when, and its status. Links to the explorer of its network. */
function RecentItem({ transaction, network }: RecentItemProps): ReactElement {
  const { description, hash, status, at } = transaction
  const t = useTexts(texts)
  const time = useTime(at)
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
        <IconTile isFilled>
          <Icon name={icons[status]} spin={status === 'pending'} />
        </IconTile>
      </span>
      <span className="t">
        <b dir="auto" title={description}>
          {description}
        </b>
        {network && <small dir="auto">{network.name}</small>}
      </span>
      <span className="when">
        <RecentTag status={status} />
        <small className="muted">{time}</small>
        {explorer && <span className="sr">{t('activityOpen', { explorer: explorer.name })}</span>}
      </span>
    </Line>
  )
}

/** A time of today, else a day, in the user's language. */
function useTime(at: number): string {
  const locale = useLocale()
  const { now } = useShell().modal.env
  return useMemo(() => {
    const isToday = new Date(at).toDateString() === new Date(now()).toDateString()
    const format: Intl.DateTimeFormatOptions = isToday
      ? { hour: 'numeric', minute: '2-digit' }
      : { day: 'numeric', month: 'short' }
    return new Intl.DateTimeFormat(locale, format).format(at)
  }, [at, locale, now])
}
