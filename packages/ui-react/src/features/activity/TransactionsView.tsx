import {
  type ActivityState,
  getConnection,
  getNetwork,
  type ModalState,
  type Network,
  type RecentTransaction,
} from '@latchkey/core'
import { fetchTransactions, watchTransactions } from '@latchkey/core/controllers/activity'
import { getRecentTransactions, hasBlockchainApi, isActivitySupported } from '@latchkey/core/internal'
import { type ReactElement, useCallback, useEffect } from 'react'
import { useKeptFocus } from '../../hooks/focus.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { ActivityNote, type ActivityNoteKind } from './ActivityNote.js'
import { activityTexts } from './messages.js'
import { RecentTransactions } from './RecentTransactions.js'
import { TransactionList } from './TransactionList.js'

/** Skeleton rows for the first page. */
const skeletonKeys = [1, 2, 3, 4, 5, 6, 7]

/** The state before the first page is loaded. */
const none = { transactions: [], transactionsByYear: [], loading: true, next: undefined }

const onError = (): void => {
  // the note shows it
}

/** The transactions of the account as a separate view. */
export function TransactionsView(): ReactElement {
  return (
    <div className="body">
      <ActivityTab />
    </div>
  )
}

type Shown = {
  readonly network: Network | undefined
  /** Of that network. */
  readonly activity: ActivityState | undefined
  /** The note to show if there is no list. */
  readonly kind: ActivityNoteKind | undefined
  readonly isOpen: boolean
}

function selectShown(state: ModalState, hasHistory: boolean): Shown {
  const network = getNetwork(state)
  const isListed = state.activity?.lastNetworkInView === network?.caipNetworkId
  const activity = isListed ? state.activity : undefined
  return { network, activity, kind: toKind(state, activity, hasHistory), isOpen: state.modal.open }
}

function toKind(
  state: ModalState,
  activity: ActivityState | undefined,
  hasHistory: boolean,
): ActivityNoteKind | undefined {
  if (!getConnection(state)) return 'not-connected'
  if (!hasHistory) return 'local'
  if (!isActivitySupported(state)) return 'none'
  if (activity?.isUnlisted) return 'unlisted'
  if (activity?.error) return 'failed'
  return activity?.empty && activity.next === undefined ? 'empty' : undefined
}

/** The registered transactions that the history doesn't list. */
function selectRecent(state: ModalState): readonly RecentTransaction[] {
  const listed = state.activity?.transactions.map(({ metadata }) => metadata.hash.toLowerCase()) ?? []
  return getRecentTransactions(state).filter(({ hash }) => !listed.includes(hash.toLowerCase()))
}

/**
 * Transactions of the active account: on top those that the app has registered, then those that it has sent and received on
 * its network, which load while the tab is shown.
 */
export function ActivityTab(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(activityTexts)
  const hasHistory = hasBlockchainApi(modal)
  const recent = useModalState<readonly RecentTransaction[]>(selectRecent)
  const { network, activity, kind, isOpen } = useModalState(
    useCallback((state: ModalState) => selectShown(state, hasHistory), [hasHistory]),
  )
  // the view stays mounted while the modal is closed
  const isWatched = isOpen && hasHistory
  useEffect(() => (isWatched ? watchTransactions(modal, { onError }) : undefined), [modal, isWatched])
  const retry = (): void => void fetchTransactions(modal).catch(onError)
  const hasRecent = recent.length > 0
  const list = useKeptFocus(hasRecent)
  const isHidden = hasRecent && (kind === 'local' || kind === 'none' || kind === 'empty')
  return (
    <section className="list activity" aria-label={t('activityTitle')} tabIndex={-1} ref={list}>
      {hasRecent && <RecentTransactions transactions={recent} />}
      {kind && !isHidden && <ActivityNote kind={kind} network={network?.name ?? ''} onRetry={retry} />}
      {!kind && <History activity={activity ?? none} network={network} />}
    </section>
  )
}

type HistoryProps = {
  readonly activity: Pick<ActivityState, 'transactions' | 'transactionsByYear' | 'loading' | 'next'>
  readonly network: Network | undefined
}

/** The transactions from the service, or skeletons while they load. */
function History({
  activity: { transactions, transactionsByYear, loading, next },
  network,
}: HistoryProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(activityTexts)
  const fetchMore = useCallback(() => void fetchTransactions(modal, { isMore: true }).catch(onError), [modal])
  const isEmpty = transactions.length === 0
  const onMore = next === undefined ? undefined : fetchMore
  return (
    <div className="list">
      {/* one element for all states, so that changes are announced */}
      <span className="sr" role="status">
        {loading ? t('activityLoading') : t('activityCount', { count: transactions.length })}
      </span>
      {!isEmpty && <TransactionList years={transactionsByYear} network={network} onEnd={onMore} />}
      {loading && skeletonKeys.slice(0, isEmpty ? undefined : 1).map((name) => <span className="bone" key={name} />)}
      {/* for lists that do not scroll, and for empty pages */}
      {onMore && !loading && (
        <button className="btn" part="button" type="button" onClick={onMore}>
          {t('activityMore')}
        </button>
      )}
    </div>
  )
}
